import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";

import type { Page } from "playwright-core";

import { journeys } from "./support/journey.ts";
import { seedAccount } from "./support/seed-account.ts";
import { settled } from "./support/settled.ts";
import type { Seeded } from "./support/seed-account.ts";

const journey = journeys({ isSignUpOpen: true });
const axeSource = await readFile(createRequire(import.meta.url).resolve("axe-core"), "utf8");

const VIEWS = [
  { name: "day", options: { colorScheme: "light", viewport: { width: 1360, height: 900 } } },
  { name: "night", options: { colorScheme: "dark", viewport: { width: 1360, height: 900 } } },
  { name: "a phone", options: { colorScheme: "light", viewport: { width: 390, height: 844 } } },
] as const;

const GATES = ["/", "/sign-up", "/claim", "/forgot", "/reset#token=x", "/invite#token=x"];

interface AxeResult {
  readonly violations: readonly {
    readonly id: string;
    readonly nodes: readonly { readonly html: string }[];
  }[];
}

/** Axe runs in the page's own world through the debugger, which the content policy does not bind. */
async function faultsOf(page: Page): Promise<string[]> {
  await settled(page);
  await page.evaluate(axeSource);
  const result = (await page.evaluate(
    `axe.run(document, { runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"] })`,
  )) as AxeResult;
  return result.violations.map((one) => `${one.id}: ${one.nodes.map((node) => node.html).join("\n  ")}`);
}

async function overflowOf(page: Page): Promise<number> {
  return page.evaluate<number>("document.documentElement.scrollWidth - document.documentElement.clientWidth");
}

let seeded: Seeded | undefined;

for (const view of VIEWS)
  journey(`axe finds nothing on any page by ${view.name}, and nothing sticks out sideways`, async (trip) => {
    seeded ??= await seedAccount(trip.browser, trip.server);
    const { page } = await trip.visit({ ...view.options, storageState: seeded.storageState });
    const faults: Record<string, readonly string[]> = {};
    const look = async (name: string): Promise<void> => {
      const found = await faultsOf(page);
      const overflowPx = await overflowOf(page);
      if (overflowPx > 0) found.push(`${overflowPx} px too wide`);
      if (found.length > 0) faults[name] = found;
    };
    for (const [name, path] of seeded.pages) {
      await page.goto(`${trip.server.url}${path}`);
      await look(name);
    }
    const visitor = await trip.visit(view.options);
    for (const path of GATES) {
      await visitor.page.goto(`${trip.server.url}${path}`);
      const found = await faultsOf(visitor.page);
      if (found.length > 0) faults[path] = found;
    }
    assert.deepEqual(faults, {});
  });
