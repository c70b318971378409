import assert from "node:assert/strict";
import { test, type TestContext } from "node:test";

import type { ModelCatalog } from "@signalbox/contracts";

import { readSelectRequest } from "../read-select-request.ts";

const catalog: ModelCatalog = { version: "", resolve: () => undefined, list: () => [] };
const BASE = {
  messages: [{ role: "user", content: "x" }] as readonly object[],
  llm_providers: [{ provider: "openai", model: "gpt-5" }] as readonly object[],
};
const strangers = (count: number, name: (index: number) => string): object =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [name(index), 1]));

/** How many spellings were compared: each stranger is brought to lower case first. */
function countComparisons(t: TestContext, read: () => void): number {
  const { mock } = t.mock.method(String.prototype, "toLowerCase");
  read();
  return mock.callCount();
}

for (const [where, body] of [
  ["the body", { ...BASE, ...strangers(250, (index) => `unknown_${index}`) }],
  [
    "its messages",
    {
      ...BASE,
      messages: Array.from({ length: 1_900 }, (_, turn) => ({
        role: "user",
        content: "x",
        ...strangers(8, (index) => `unknown_${turn}_${index}`),
      })),
    },
  ],
  [
    "roles and types of its parts",
    {
      ...BASE,
      messages: Array.from({ length: 1_900 }, (_, turn) => ({
        role: `somebody ${turn}`,
        content: [{ type: `thing ${turn}`, text: "x" }],
      })),
    },
  ],
  [
    "its candidates",
    {
      ...BASE,
      llm_providers: Array.from({ length: 190 }, (_, index) => ({
        name: `own ${index}`,
        ...strangers(20, (member) => `unknown_${member}`),
      })),
    },
  ],
] as const)
  test(`crowds of strangers in ${where} cost as many comparisons as a few, and give twenty warnings at most`, (t) => {
    readSelectRequest(BASE, catalog);
    let found = 0;
    const compared = countComparisons(t, () => {
      found = readSelectRequest({ ...body, include: ["warnings"] }, catalog).warnings.length;
    });
    assert.ok(found <= 20, `${found} warnings`);
    // 200 strangers, and for each of the twenty warnings some dozens of names that it may propose.
    assert.ok(compared <= 200 + 20 * 60, `${compared} spellings`);
  });
