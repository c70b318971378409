// Rows that are asked for by number.
import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";

import { readRowLength } from "./row-length.ts";

const medianOf = (text: string): number | undefined => readRowLength(text)?.median;

test("rows and columns make the length, in every notation", () => {
  const csv = medianOf("Generate 200 CSV rows with 8 columns.")!;
  const json = medianOf("Generate 200 JSON objects with 8 fields.")!;
  assert.ok(csv > 5_000 && csv < 12_000, String(csv));
  assert.ok(json > 1.4 * csv);
  assert.ok(medianOf("Erzeuge 100 Zeilen CSV mit den Spalten Nummer, Name, Preis.")! > 600);
  assert.ok(medianOf("生成50行CSV数据，包含姓名、年龄、城市、邮箱。")! > 300);
});

test("twice the rows are twice the length", () => {
  fc.assert(
    fc.property(fc.integer({ min: 20, max: 50_000 }), (rows) => {
      const lengthOf = (count: number): number =>
        medianOf(`I need ${count} rows of CSV: id, name, email, city.`)!;
      const ratio = lengthOf(2 * rows) / lengthOf(rows);
      assert.ok(ratio > 1.9 && ratio < 2.1);
    }),
  );
});

test("numbers without rows, and rows without columns, ask for no table", () => {
  for (const text of [
    "Who won in 1974?",
    "List 50 names for a bakery.",
    "Why do 200 rows take so long?",
    "Extract vendor, date and total as JSON: Invoice 8812, Nordwind GmbH, total 1,204.50 EUR.",
    "As CSV with order, name and city: order #20931, ref AB-7741, paid 2026.",
    "Write 300 words about rain, hail, and snow.",
    "",
  ])
    assert.equal(medianOf(text), undefined, text);
});

test("the number of an invoice is no number of rows", () => {
  const range = readRowLength(
    "Extract vendor, date and total as JSON: Invoice 8812, Nordwind GmbH, 3 March 2026, total 1,204.50 EUR.",
  );
  assert.ok(range === undefined || range.high < 1_000, `${range?.high}`);
});
