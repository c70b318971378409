import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";

import type { Page } from "playwright-core";

import { settled } from "./settled.ts";

const axeSource = await readFile(createRequire(import.meta.url).resolve("axe-core"), "utf8");

interface Rules {
  readonly type: "tag" | "rule";
  readonly values: readonly string[];
}

const ALL: Rules = {
  type: "tag",
  values: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"],
};

/** Rules about colours; the rest of a page is the same by day and by night. */
export const COLOUR_RULES: Rules = { type: "rule", values: ["color-contrast", "link-in-text-block"] };

interface Violation {
  readonly id: string;
  readonly nodes: readonly { readonly html: string }[];
}

/** Faults that axe finds on the page as it stands. It runs through the debugger, which the content policy does not bind. */
export async function axeFaults(page: Page, rules: Rules = ALL): Promise<string[]> {
  await settled(page);
  await page.evaluate(axeSource);
  // Passed rules are neither described nor carried over: they are most of what axe would tell.
  const options = JSON.stringify({ runOnly: rules, resultTypes: ["violations"] });
  const violations = await page.evaluate<readonly Violation[]>(
    `axe.run(document, ${options}).then(({ violations }) => violations)`,
  );
  return violations.map((one) => `${one.id}: ${one.nodes.map((node) => node.html).join("\n  ")}`);
}

/** Pixels by which the page is wider than the window. */
export function overflowPx(page: Page): Promise<number> {
  return page.evaluate<number>("document.documentElement.scrollWidth - document.documentElement.clientWidth");
}
