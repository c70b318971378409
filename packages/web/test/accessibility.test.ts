import assert from "node:assert/strict";

import type { Page } from "playwright-core";

import { axeFaults, COLOUR_RULES, overflowPx } from "./support/axe.ts";
import { journeys } from "./support/journey.ts";
import { seedAccount } from "./support/seed-account.ts";
import type { Seeded } from "./support/seed-account.ts";

const journey = journeys({ isSignUpOpen: true });

const VIEWS = [
  { name: "day", options: { colorScheme: "light", viewport: { width: 1360, height: 900 } } },
  { name: "night", options: { colorScheme: "dark", viewport: { width: 1360, height: 900 } } },
  { name: "a phone", options: { colorScheme: "light", viewport: { width: 390, height: 844 } } },
] as const;

const GATES = [
  "/",
  "/sign-in?error=cancelled",
  "/sign-in?error=sign_up_closed",
  "/sign-up",
  "/claim",
  "/forgot",
  "/reset#token=x",
  "/invite#token=x",
];

const DIALOGS: readonly (readonly [path: string, open: (page: Page) => Promise<void>])[] = [
  ["/keys", (page) => page.getByRole("button", { name: "Create a key" }).click()],
  [
    "/keys",
    (page) =>
      page
        .getByRole("button", { name: /^Rotate/ })
        .first()
        .click(),
  ],
  [
    "/keys",
    (page) =>
      page
        .getByRole("button", { name: /^Revoke/ })
        .first()
        .click(),
  ],
  ["/members", (page) => page.getByRole("button", { name: "Invite" }).click()],
  ["/models", (page) => page.getByRole("button", { name: "Add a model" }).click()],
  ["/models", (page) => page.keyboard.press("Control+k")],
  ["/", (page) => page.getByRole("button", { name: /Switch organisation$/ }).click()],
];

const pathOf = ({ pages }: Seeded, name: string): string =>
  pages.find(([known]) => known === name)?.[1] ?? "/";

let seeded: Seeded | undefined;

for (const view of VIEWS)
  journey(
    `axe finds nothing on any page by ${view.name}, nothing sticks out, no other server is asked`,
    async (trip) => {
      seeded ??= await seedAccount(trip.browser, trip.server);
      const { page } = await trip.visit({ ...view.options, storageState: seeded.storageState });
      const visitor = await trip.visit(view.options);
      const faults: Record<string, readonly string[]> = {};
      const foreign: string[] = [];
      for (const watched of [page, visitor.page])
        watched.on("request", (request) => {
          if (!request.url().startsWith(trip.server.url)) foreign.push(request.url());
        });
      const look = async (on: Page, path: string): Promise<void> => {
        await on.goto(`${trip.server.url}${path}`);
        const found = await axeFaults(on, view.name === "night" ? COLOUR_RULES : undefined);
        if ((await overflowPx(on)) > 0) found.push(`${await overflowPx(on)} px too wide`);
        if (found.length > 0) faults[path] = found;
      };
      for (const [, path] of seeded.pages) await look(page, path);
      for (const path of GATES) await look(visitor.page, path);
      assert.deepEqual(faults, {});
      assert.deepEqual(foreign, []);
    },
  );

journey(
  "axe finds nothing in any dialog, nor on a replay or the playground with an answer on it",
  async (trip) => {
    seeded ??= await seedAccount(trip.browser, trip.server);
    const { page } = await trip.visit({ storageState: seeded.storageState });
    const faults: string[] = [];
    for (const [path, open] of DIALOGS) {
      await page.goto(`${trip.server.url}${path}`);
      await page.locator("h1").waitFor();
      await open(page);
      faults.push(...(await axeFaults(page)));
    }
    await page.goto(`${trip.server.url}${pathOf(seeded, "what-if")}`);
    await page.getByRole("button", { name: "Try it", exact: true }).click();
    await page
      .getByRole("region", { name: "Replay" })
      .getByRole("row", { name: /^Dollars/ })
      .waitFor();
    faults.push(...(await axeFaults(page)));
    await page.goto(`${trip.server.url}/start`);
    await page.getByRole("button", { name: "A proof" }).click();
    await page.getByTestId("pick").waitFor();
    faults.push(...(await axeFaults(page)));
    await page.getByRole("button", { name: "Table of Cost and quality" }).click();
    faults.push(...(await axeFaults(page)));
    assert.deepEqual(faults, []);
  },
);
