// One table names the columns of a decision: the migrated databases must hold exactly these, and a row must come back
// from them as it went in.

import assert from "node:assert/strict";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { test } from "node:test";
import fc from "fast-check";
import { DECISION, SUMMARY, type Kind } from "../interface/decision-table.ts";
import type { DecisionRow } from "../interface/decisions.ts";
import { openStorage } from "../open-storage.ts";
import { PartLedger, type DecisionPart } from "./decision-parts.ts";
import {
  SUMMARY_COLUMNS,
  toColumns,
  toDecision,
  toSummary,
  completeRequest,
  packRequest,
  partsOfRequest,
} from "./decision-columns.ts";

const TYPES: Readonly<Record<Kind, string>> = {
  name: "text",
  words: "text",
  time: "bigint",
  count: "integer",
  figure: "double precision",
  flag: "integer",
  vector: "blob",
  json: "text",
  request: "text",
  record: "blob",
};

const snake = (name: string): string => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

test("a migrated database has the columns of the table, of their types, null where they may be", async () => {
  const directory = await mkdtemp(join(tmpdir(), "signalbox-columns-"));
  const file = join(directory, "signalbox.db");
  try {
    await (await openStorage({ url: file })).close();
    const database = new DatabaseSync(file, { readOnly: true });
    const found = database
      .prepare("select name, type, \"notnull\" as required from pragma_table_info('decisions')")
      .all();
    database.close();
    const wanted = Object.entries(DECISION).map(([name, { kind, isNullable }]) => ({
      name: snake(name),
      type: TYPES[kind],
      // SQLite lets a text primary key be null unless it is said twice.
      required: isNullable || name === "sessionId" ? 0 : 1,
    }));
    // Every statement names its columns: those of later releases stand last in the database, wherever they stand here.
    const byName = (one: { name: unknown }, other: { name: unknown }): number =>
      String(one.name) < String(other.name) ? -1 : 1;
    assert.deepEqual(
      found
        .map(({ name, type, required }) => ({ name, type: String(type).toLowerCase(), required }))
        .toSorted(byName),
      wanted.toSorted(byName),
    );
  } finally {
    await rm(directory, { recursive: true });
  }
});

const figure = fc.double({ noNaN: true, noDefaultInfinity: true });
const json = fc.dictionary(fc.string(), fc.string(), { noNullPrototype: true });
const vector = fc
  .array(fc.float({ noNaN: true }), { minLength: 1, maxLength: 5 })
  .map((values) => Float32Array.from(values));
const VALUES: Readonly<Record<Kind, fc.Arbitrary<unknown>>> = {
  name: fc.string(),
  words: fc.string().map((text) => text.replaceAll("\0", "")),
  time: fc.nat(),
  count: fc.nat(),
  figure,
  flag: fc.boolean(),
  vector,
  json,
  request: json,
  record: fc.constant({ ranking: [], versions: { artefact: "a1" } }),
};
const rows = fc.record(
  Object.fromEntries(
    Object.entries(DECISION).map(([name, { kind, isNullable }]) => [
      name === "explanation" ? "record" : name,
      isNullable ? fc.option(VALUES[kind]) : VALUES[kind],
    ]),
  ),
) as unknown as fc.Arbitrary<DecisionRow>;

test("a row comes back from its columns as it went in, whole and as a summary", () => {
  fc.assert(
    fc.property(rows, (row) => {
      const columns = toColumns(row, new PartLedger());
      assert.deepEqual({ ...toDecision(columns) }, { ...row });
      const narrow = Object.fromEntries(SUMMARY_COLUMNS.map((name) => [name, columns[name]]));
      const expected = Object.fromEntries(SUMMARY_COLUMNS.map((name) => [name, row[name]]));
      assert.deepEqual(toSummary(narrow as never), expected);
    }),
    { seed: 7, numRuns: 200 },
  );
});

test("a caller's NUL is replaced, because PostgreSQL would refuse the whole batch", () => {
  const [row] = fc.sample(rows, { seed: 1, numRuns: 1 });
  assert.ok(row !== undefined);
  const columns = toColumns({ ...row, label: "a\0b", provider: "\0", model: null }, new PartLedger());
  assert.deepEqual([columns.label, columns.provider, columns.model], ["a\uFFFDb", "\uFFFD", null]);
});

test("the summary is the first part of the whole row", () => {
  assert.deepEqual(Object.keys(DECISION).slice(0, SUMMARY_COLUMNS.length), Object.keys(SUMMARY));
});

test("a list of candidates that comes again is named by one digest, and comes back whole", () => {
  const candidates = Object.freeze([{ label: "a" }, { label: 'b "$&" 用', price: undefined }]);
  const keys = new Set<string>();
  for (const others of [{}, { messages: 1 }, { messages: 2, tools: 'a "b"', left: undefined }]) {
    const parts: DecisionPart[] = [];
    const text = packRequest({ ...others, candidates }, parts);
    assert.ok(!text.includes("label"));
    assert.deepEqual(
      partsOfRequest(text),
      parts.map(({ key }) => key),
    );
    const whole = completeRequest(text, () => parts[0]?.content ?? Uint8Array.of());
    assert.deepEqual(JSON.parse(whole), JSON.parse(JSON.stringify({ ...others, candidates })));
    for (const { key } of parts) keys.add(key);
  }
  assert.equal(keys.size, 1);
});

test("a list that may still change is written into each request", () => {
  const candidates = [{ label: "a" }];
  const parts: DecisionPart[] = [];
  assert.equal(packRequest({ candidates }, parts), '{"candidates":[{"label":"a"}]}');
  candidates.push({ label: "b" });
  const text = packRequest({ candidates }, parts);
  assert.equal(text, '{"candidates":[{"label":"a"},{"label":"b"}]}');
  assert.deepEqual([parts, partsOfRequest(text)], [[], []]);
});
