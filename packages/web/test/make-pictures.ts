// `npm run pictures`: the pictures of the documentation, taken of the real dashboard over four weeks of traffic.
// `npm run pictures -- FOLDER [WORD]`: every page, by day, by night and on a phone, for those who look at what they changed; with a
// word only pages whose name has it.
import { mkdirSync } from "node:fs";
import { join } from "node:path";

import type { Browser, Page } from "playwright-core";

import { findBrowser, launchBrowser, NO_BROWSER } from "./support/real-browser.ts";
import { startRealServer } from "./support/real-server.ts";
import { OWNER, seedAccount, type Seeded } from "./support/seed-account.ts";
import { settled } from "./support/settled.ts";
import { signIn } from "./support/sign-in.ts";
import { tellStory, type Story } from "./support/story.ts";

const FOLDER = join(import.meta.dirname, "../../../docs/pictures");
const PER_DAY = 25;
const VIEWPORT = { width: 1280, height: 800 } as const;

interface Picture {
  readonly name: string;
  readonly path: (story: Story) => string;
  /** Brings the page to what is to be seen. */
  readonly show?: (page: Page) => Promise<void>;
}

const PICTURES: readonly Picture[] = [
  { name: "overview", path: () => "/?span=7&against=before" },
  {
    name: "decision",
    path: ({ preferences }) => `/decisions?span=7&preference_id=${preferences.review}&sort=usd`,
    show: async (page) => {
      await page
        .getByRole("region", { name: "Decisions" })
        .locator("tbody tr")
        .first()
        .getByRole("link")
        .first()
        .click();
      await page.getByRole("figure", { name: "Cost and quality" }).waitFor();
    },
  },
  {
    name: "try-it",
    path: ({ preferences }) =>
      `/preferences/${preferences.support}?deny=${encodeURIComponent("openai/gpt-5.4-mini")}&when=region%3Deu`,
    show: async (page) => {
      await page.getByRole("button", { name: "Try it on past traffic" }).click();
      const drawer = page.getByRole("dialog");
      await drawer.getByRole("button", { name: "Try again", exact: true }).waitFor();
      await drawer
        .getByText(/picks differ/)
        .first()
        .scrollIntoViewIfNeeded();
    },
  },
  { name: "experiment", path: ({ preferences }) => `/preferences/${preferences.review}?tab=experiment` },
  { name: "sessions", path: () => "/sessions?span=7" },
];

async function photograph(page: Page, path: string): Promise<void> {
  await settled(page);
  await page.screenshot({ path, fullPage: true });
  process.stdout.write(`pictures: ${path}\n`);
}

async function takePictures(browser: Browser): Promise<void> {
  mkdirSync(FOLDER, { recursive: true });
  const story = await tellStory(PER_DAY, 1);
  try {
    const page = await browser.newPage({ viewport: VIEWPORT, colorScheme: "light" });
    await page.goto(`${story.url}/`);
    await signIn(page, OWNER.email, OWNER.password);
    for (const { name, path, show } of PICTURES) {
      await page.goto(`${story.url}${path(story)}`);
      await settled(page);
      await show?.(page);
      await settled(page);
      await page.screenshot({ path: join(FOLDER, `${name}.png`) });
      process.stdout.write(`pictures: docs/pictures/${name}.png\n`);
    }
  } finally {
    await story.stop();
  }
}

const VIEWS = [
  { name: "day", colorScheme: "light", viewport: { width: 1360, height: 900 } },
  { name: "night", colorScheme: "dark", viewport: { width: 1360, height: 900 } },
  { name: "phone", colorScheme: "light", viewport: { width: 390, height: 844 } },
] as const;

/** The pages on the way in, as a visitor sees them. */
const GATE = ["sign-in", "claim", "forgot"].map((name) => [name, `/${name}`] as const);

interface Sights {
  readonly url: string;
  readonly seeded: Seeded;
  readonly folder: string;
  readonly word: string;
}

async function takeEveryPage(browser: Browser, { url, seeded, folder, word }: Sights): Promise<void> {
  for (const { name: view, ...look } of VIEWS)
    for (const [pages, state] of [
      [seeded.pages, { storageState: seeded.storageState }],
      [GATE, {}],
    ] as const) {
      const context = await browser.newContext({ ...look, ...state });
      const page = await context.newPage();
      for (const [name, path] of pages.filter(([one]) => one.includes(word))) {
        await page.goto(`${url}${path}`);
        await photograph(page, join(folder, `${name}-${view}.png`));
      }
      await context.close();
    }
}

const executable = await findBrowser();
if (executable === undefined) throw new Error(NO_BROWSER);
const [folder, word = ""] = process.argv.slice(2);
const browser = await launchBrowser(executable);
try {
  if (folder === undefined) await takePictures(browser);
  else {
    mkdirSync(folder, { recursive: true });
    const server = await startRealServer();
    try {
      const seeded = await seedAccount(browser, server);
      await takeEveryPage(browser, { url: server.url, seeded, folder, word });
    } finally {
      await server.stop();
    }
  }
} finally {
  await browser.close();
}
