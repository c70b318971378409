import assert from "node:assert/strict";
import { test } from "node:test";

import type { ProviderWire } from "@signalbox/contracts";
import { createCatalog } from "@signalbox/catalog";
import fc from "fast-check";

import { keyOfList } from "../src/request/candidate-lists.ts";
import { collectCandidates } from "../src/request/read-candidates.ts";
import { readSelectRequest } from "../src/request/read-select-request.ts";

const catalog = createCatalog();
const read = (llm_providers: (ProviderWire | string)[], from = catalog) =>
  collectCandidates({ llm_providers }, from, []);
const names: ProviderWire[] = [
  { provider: "openai", model: "gpt-4o" },
  { provider: "anthropic", model: "claude-sonnet-4-5" },
];

test("a list of names that comes again is the same array, for one catalogue", () => {
  assert.equal(read(names), read(structuredClone(names)));
  const other = createCatalog();
  assert.notEqual(read(names, other), read(names));
  assert.deepEqual(read(names, other), read(names));
});

test("a list that states more than names is read anew, and what it states holds", () => {
  const priced = names.map((entry) => ({ ...entry, input_price: 1, output_price: 2 }));
  assert.equal(read(names)[0]?.inputUsdPerMTok, undefined);
  assert.equal(read(priced)[0]?.inputUsdPerMTok, 1);
  assert.equal(read(names.map((entry) => ({ ...entry, latency: 3 })))[0]?.latencyS, 3);
  assert.equal(keyOfList(priced), undefined);
});

test("a list with a fault is told of its fault every time", () => {
  const twice = [...names, ...names];
  for (let time = 0; time < 2; time += 1) {
    const faults: never[] = [];
    collectCandidates({ llm_providers: twice }, catalog, faults);
    assert.equal(faults.length, 2);
  }
});

test("a list with a misspelt name is warned of every time, one that states more is looked at every time", () => {
  const warningsOf = (llm_providers: unknown): readonly string[] =>
    readSelectRequest({ messages: "hi", llm_providers }, catalog).warnings.map(({ location }) => location);
  const misspelt = [...names, { provider: "openai", model: "gpt-4o-mimi" }];
  for (let time = 0; time < 3; time += 1) {
    assert.deepEqual(warningsOf(misspelt), ["llm_providers: openai/gpt-4o-mimi"]);
    assert.deepEqual(warningsOf(names), []);
    const stating = misspelt.map(({ provider, model }) => ({ provider, model, latencey: 3 }));
    assert.deepEqual(warningsOf(stating), [
      ...[0, 1, 2].map((at) => `llm_providers[${at}].latencey`),
      "llm_providers: openai/gpt-4o-mimi",
    ]);
  }
});

test("lists that differ never share a key", () => {
  const text = fc.string({ unit: fc.constantFrom("a", ":", "1", "-", "+", "="), maxLength: 4 });
  const entry = fc.oneof(text, fc.record({ provider: text, model: text, name: text }, { requiredKeys: [] }));
  const list = fc.array(entry, { maxLength: 4 });
  fc.assert(
    fc.property(list, list, (left, right) => {
      const isSame =
        JSON.stringify(left, ["provider", "model", "name"]) ===
        JSON.stringify(right, ["provider", "model", "name"]);
      assert.equal(keyOfList(left) === keyOfList(right), isSame);
    }),
    { numRuns: 5_000 },
  );
});
