import assert from "node:assert/strict";
import { test } from "node:test";

import type { ProviderWire } from "@signalbox/contracts";
import { createCatalog } from "@signalbox/catalog";
import fc from "fast-check";

import { keyOfList } from "../src/request/candidate-key.ts";
import { collectCandidates } from "../src/request/read-candidates.ts";
import { readSelectRequest } from "../src/request/read-select-request.ts";
import type { Faults } from "../src/request/reading.ts";

type Entries = (ProviderWire | string)[];

/** A day on which every model below is still served. */
const AS_OF = new Date("2026-06-01T00:00:00Z");
const catalog = createCatalog({ asOf: AS_OF });
const read = (llm_providers: Entries, from = catalog) => collectCandidates({ llm_providers }, from, []);
const keyOf = (list: Entries) => keyOfList(list, { field: "llm_providers", shared: undefined });

/** Read until it is kept. */
function readAgain(llm_providers: Entries, from = catalog): ReturnType<typeof read> {
  read(llm_providers, from);
  return read(llm_providers, from);
}

const names: ProviderWire[] = [
  { provider: "openai", model: "gpt-4o" },
  { provider: "anthropic", model: "claude-sonnet-4-5" },
];
const stating = (stated: ProviderWire): ProviderWire[] => names.map((entry) => ({ ...entry, ...stated }));
const many = Array.from({ length: 200 }, (_, index) => ({ model: `house-${index}`, price: index / 7 }));
const KEPT: Readonly<Record<string, Entries>> = {
  names,
  bare: ["openai/gpt-4o", "house-7b"],
  prices: stating({ input_price: 1, output_price: 2.5, latency: null }),
  efforts: stating({ thinking: { type: "enabled", budget_tokens: 2_048 } }).slice(1),
  attributes: stating({ attributes: { quality: 0.5, team: { name: "é", of: [1, null, true] } } }),
  many,
};

for (const [kind, list] of Object.entries(KEPT))
  test(`a list that came twice is the same array from then on, for one catalogue: ${kind}`, () => {
    const kept = readAgain(list);
    assert.equal(read(structuredClone(list)), kept);
    assert.ok(Object.isFrozen(kept));
    const other = createCatalog({ asOf: AS_OF });
    assert.notEqual(readAgain(list, other), kept);
    assert.deepEqual(readAgain(list, other), kept);
  });

test("a list that came once is not kept", () => {
  const once = stating({ name: "once" }).slice(1);
  assert.ok(!Object.isFrozen(read(once)));
  assert.ok(!Object.isFrozen(read(stating({ attributes: { text: "x".repeat(2_000) } }))));
});

test("ever new lists push out none that comes again, however many they are", () => {
  const kept = readAgain(KEPT["prices"] ?? []);
  for (let turn = 0; turn < 2_000; turn += 1) read(stating({ latency: turn + 0.5 }));
  assert.equal(read(KEPT["prices"] ?? []), kept);
});

test("lists that come twice are forgotten oldest first: long ones before there are 256", () => {
  const from = createCatalog({ asOf: AS_OF });
  const listOf = (turn: number): Entries => many.map(({ model, price }) => ({ model, price, latency: turn }));
  const first = readAgain(listOf(0), from);
  for (let turn = 1; turn < 20; turn += 1) readAgain(listOf(turn), from);
  assert.equal(read(listOf(0), from), first);
  for (let turn = 20; turn < 120; turn += 1) readAgain(listOf(turn), from);
  assert.notEqual(read(listOf(0), from), first);
});

test("attributes that a caller of the library changes later change nothing that was kept", () => {
  const attributes: Record<string, unknown> = { quality: 0.5, tags: ["fast"] };
  const list = [{ model: "house-changing", attributes }];
  readAgain(list);
  attributes["quality"] = 0.9;
  attributes["tags"] = ["slow"];
  assert.equal(read(list)[0]?.attributes["quality"], 0.9);
  const before = [{ model: "house-changing", attributes: { quality: 0.5, tags: ["fast"] } }];
  assert.deepEqual(read(before)[0]?.attributes, { quality: 0.5, tags: ["fast"] });
});

test("attributes that JSON cannot say are read again, those that hold themselves too", () => {
  const circle: Record<string, unknown> = {};
  circle["self"] = [circle];
  for (const own of [circle, new Date(0), () => 1, Symbol("x"), 1n])
    assert.equal(keyOf([{ model: "a", attributes: { own } }]), undefined);
});

test("the fault of a list is reported every time", () => {
  const twice = [...names, ...names];
  for (let time = 0; time < 4; time += 1) {
    const faults: Faults = [];
    collectCandidates({ llm_providers: twice }, catalog, faults);
    assert.equal(faults.length, 2);
  }
});

test("a list is warned of the same every time, under the member that holds it", () => {
  const warningsOf = (body: object): readonly string[] =>
    readSelectRequest({ messages: "hi", ...body }, catalog).warnings.map(({ location }) => location);
  const misspelt = [...names, { provider: "openai", model: "gpt-4o-mimi" }];
  const near = [{ model: "house", attributes: { qualiti: 1 }, thinking: { budget_token: 5 } }];
  for (let time = 0; time < 4; time += 1) {
    assert.deepEqual(warningsOf({ llm_providers: misspelt }), ["llm_providers: openai/gpt-4o-mimi"]);
    assert.deepEqual(warningsOf({ llm_providers: names }), []);
    for (const field of ["llm_providers", "models"])
      assert.deepEqual(warningsOf({ [field]: near }), [
        `${field}[0].thinking.budget_token`,
        `${field}[0].attributes.qualiti`,
        `llm_providers: house`,
      ]);
    const unknown = misspelt.map(({ provider, model }) => ({ provider, model, latencey: 3 }));
    assert.deepEqual(warningsOf({ llm_providers: unknown }), [
      ...[0, 1, 2].map((at) => `llm_providers[${at}].latencey`),
      "llm_providers: openai/gpt-4o-mimi",
    ]);
  }
});

test("an effort for all candidates holds for requests that state it alone", () => {
  const modeOf = (effort: object) =>
    collectCandidates({ llm_providers: [{ model: "openai/gpt-5" }], ...effort }, catalog, [])[0]?.mode?.mode;
  for (let time = 0; time < 4; time += 1) {
    assert.equal(modeOf({}), undefined);
    assert.equal(modeOf({ reasoning_effort: "low" }), "low");
    assert.equal(modeOf({ reasoning_effort: "high" }), "high");
  }
});

const PLAIN: { requiredKeys: []; noNullPrototype: true } = { requiredKeys: [], noNullPrototype: true };
const SMALL = { maxKeys: 2, noNullPrototype: true } as const;
const text = fc.string({ unit: fc.constantFrom("a", ":", "1", "-", '"', "{", "à", "ÿ"), maxLength: 3 });
const maybe = <T>(value: fc.Arbitrary<T>) => fc.oneof(value, fc.constantFrom(null, undefined));
const number = maybe(fc.constantFrom(0, -0, 1, 11, 1.5, 1e-7, 1e21, NaN));
const effort = maybe(fc.constantFrom("none" as const, "low" as const, "high" as const));
const { free } = fc.letrec((tie) => ({
  free: fc.oneof(
    { maxDepth: 2 },
    fc.oneof(text, number, fc.boolean()),
    fc.array(tie("free"), { maxLength: 2 }),
    fc.dictionary(text, tie("free"), SMALL),
  ),
}));
const stated = fc.record(
  {
    provider: maybe(text),
    model: maybe(text),
    name: maybe(text),
    price: number,
    input_price: number,
    output_price: number,
    latency: number,
    context_length: number,
    reasoning_effort: effort,
    thinking: maybe(fc.oneof(fc.boolean(), fc.record({ budget_tokens: number }, PLAIN))),
    reasoning: maybe(fc.record({ effort, max_tokens: number }, PLAIN)),
    attributes: maybe(fc.dictionary(text, free, SMALL)),
  },
  PLAIN,
) as fc.Arbitrary<ProviderWire>;
const lists = fc.array(fc.oneof(text, stated), { maxLength: 3 });

/** So few values that where each begins and ends decides which one it is. */
const { tight } = fc.letrec((tie) => ({
  tight: fc.oneof(
    { maxDepth: 2 },
    fc.constantFrom(1, "1"),
    fc.array(tie("tight"), { maxLength: 2 }),
    fc.dictionary(fc.constantFrom("a", "1"), tie("tight"), SMALL),
  ),
}));

/** Two lists that differ in one value at most. */
const near = fc
  .tuple(
    stated,
    fc.constantFrom("price", "latency", "own"),
    fc.oneof(fc.tuple(free, free), fc.tuple(tight, tight)),
  )
  .map(([entry, member, values]) =>
    values.map((value): Entries => {
      const changed = member === "own" ? { attributes: { own: value } } : { [member]: value };
      return [{ ...entry, ...changed }];
    }),
  );

test("where a value ends and which type it has is part of the key", () => {
  const values = [1, "1", [1], [[1], 1], [[1, 1]], { a: 1 }, [{}, 1], [{ a: 1 }], 0, -0, "", null, undefined];
  const keys = values.map((own) => keyOf([{ model: "a", attributes: { own } }]));
  assert.equal(new Set(keys).size, values.length);
});

test("lists that share a key are the same but for nulls among the names, which count as left out", () => {
  const spelt = (list: Entries): unknown =>
    list.map((entry) => {
      if (typeof entry === "string") return entry;
      const { provider, model, name, ...others } = entry;
      return [provider ?? null, model ?? null, name ?? null, Object.entries(others)];
    });
  const alike = lists.chain((list) =>
    fc.tuple(fc.constant(list), fc.oneof(lists, fc.constant(structuredClone(list)))),
  );
  fc.assert(
    fc.property(fc.oneof(alike, near), ([left = [], right = []]) => {
      let isSame = true;
      try {
        assert.deepStrictEqual(spelt(left), spelt(right));
      } catch {
        isSame = false;
      }
      const [one, other] = [keyOf(left), keyOf(right)];
      if (one !== undefined && one === other) assert.ok(isSame);
      if (isSame) assert.equal(one, other);
    }),
    { numRuns: 10_000 },
  );
});

test("what is kept of a list reads as the list does, to the byte of its JSON", () => {
  const readWithFaults = (llm_providers: Entries, from = catalog): readonly unknown[] => {
    const faults: Faults = [];
    return [collectCandidates({ llm_providers }, from, faults), faults];
  };
  fc.assert(
    fc.property(lists, (list) => {
      const fresh = readWithFaults(list, createBare());
      for (let time = 0; time < 3; time += 1) {
        const again = readWithFaults(list);
        assert.deepStrictEqual(again, fresh);
        assert.equal(JSON.stringify(again), JSON.stringify(fresh));
      }
    }),
    { numRuns: 2_000 },
  );
});

/** The same models in a catalogue for which no list was kept. */
const createBare = () => ({ ...catalog });
