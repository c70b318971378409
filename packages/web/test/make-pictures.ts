// `npm run pictures`: the pictures of the documentation, taken of the real dashboard over four weeks of traffic.
import { mkdirSync } from "node:fs";
import { join } from "node:path";

import type { Page } from "playwright-core";

import { findBrowser, launchBrowser, NO_BROWSER } from "./support/real-browser.ts";
import { OWNER } from "./support/seed-account.ts";
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
      `/preferences/${preferences.support}?deny=${encodeURIComponent("anthropic/claude-sonnet-4-5")}&when=region%3Deu`,
    show: async (page) => {
      await page.getByRole("button", { name: "Try it on past traffic" }).click();
      const drawer = page.getByRole("dialog");
      await drawer.getByRole("button", { name: "Try it", exact: true }).click();
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

const executable = await findBrowser();
if (executable === undefined) throw new Error(NO_BROWSER);
mkdirSync(FOLDER, { recursive: true });
const story = await tellStory(PER_DAY, 1);
const browser = await launchBrowser(executable);
try {
  const page = await browser.newPage({ viewport: VIEWPORT, colorScheme: "light" });
  await page.goto(`${story.url}/`);
  await signIn(page, OWNER.email, OWNER.password);
  for (const { name, path, show } of PICTURES) {
    await page.goto(`${story.url}${path(story)}`);
    await page.waitForLoadState("networkidle");
    await show?.(page);
    await page.waitForLoadState("networkidle");
    await page.screenshot({ path: join(FOLDER, `${name}.png`) });
    process.stdout.write(`pictures: docs/pictures/${name}.png\n`);
  }
} finally {
  await browser.close();
  await story.stop();
}
