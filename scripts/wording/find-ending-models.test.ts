import assert from "node:assert/strict";
import { test } from "node:test";

import { createCatalog } from "../../packages/catalog/src/index.ts";
import { codeOfPage, findEndingModels } from "./find-ending-models.ts";

const catalog = createCatalog({ asOf: new Date("2026-11-28") });
const faultsOn = (day: string, text: string): readonly string[] =>
  findEndingModels(text, catalog.at(Date.parse(day))).map(({ line, fault }) => `${line} ${fault}`);

test("an example that names a model with an announced end is refused, with the vendor's successor", () => {
  const found = faultsOn("2026-11-28", 'a\nmodels: ["openai/gpt-5", "claude-opus-5.5"]');
  assert.equal(found.length, 1);
  assert.match(found[0] ?? "", /^2 "gpt-5": openai\/gpt-5 ends on 2026-12-11; name openai\/gpt-/);
});

for (const [name, isRefused] of [
  ["openai:chat:gpt-4o", true],
  ["azure/gpt-4o-2024-08-06", true],
  ["claude-sonnet-4-5-20250929.", true],
  ["o3-pro:free", true],
  ["openai/gpt-6-luna", false],
  ["gemini-3.1-flash-lite", false],
  ["gpt-9.9", false],
  ["us.anthropic.claude-...-v2:0", false],
  ["sha256 v1.2 utf-8", false],
] as const)
  test(`${name} is ${isRefused ? "refused" : "fine"}`, () => {
    assert.equal(faultsOn("2026-11-28", name).length > 0, isRefused);
  });

test("the same text has the same faults on every day", () => {
  const text = "gpt-4o gpt-5.1 o3 claude-opus-4-5 claude-opus-5.5 gpt-6-luna";
  const today = faultsOn("2026-11-28", text);
  assert.equal(today.length, 4);
  for (const day of ["2026-12-18", "2027-01-27", "2028-01-01"]) assert.deepEqual(faultsOn(day, text), today);
});

test("prose of a page may name the past; its code may not", () => {
  const page = "Median error for gpt-4o, see `o3`.\n```sh\nsignalbox select -m gpt-5\n```\ngpt-5";
  assert.deepEqual(codeOfPage(page).split("\n"), ["`o3`", "```sh", "signalbox select -m gpt-5", "", ""]);
});
