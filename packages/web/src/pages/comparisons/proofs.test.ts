// Reads reports that the command line wrote, and refuses other files.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";

import { loadTsx } from "../../../test/support/load-tsx.ts";
import type * as ProofsModule from "./proofs.tsx";

const { readProof } = await loadTsx<typeof ProofsModule>("pages/comparisons/proofs.tsx");
const text = readFileSync(join(import.meta.dirname, "../../../test/support/prove-report.json"), "utf8");

test("a report of the command line is read with its words, its interval and its rule", () => {
  const proof = readProof("report.json", text) ?? assert.fail("not read");
  assert.deepEqual([proof.compared, proof.lost.mean, proof.rule?.kind], [40, 0.4, "data"]);
  assert.match(proof.words[0] ?? "", /^At least as good on 60 of 100/);
  assert.deepEqual(
    proof.rule?.policy.field_rules?.map(({ prefer }) => prefer.label),
    [proof.baseline],
  );
});

for (const [name, file] of [
  ["no JSON", "At least as good on 93 of 100"],
  ["another JSON", '{"decisions":3}'],
  ["a list", "[]"],
  ["a share beyond one", text.replace('"mean": 0.6', '"mean": 60')],
  ["no words", text.replace('"words"', '"other"')],
] as const)
  test(`${name} is no report`, () => assert.equal(readProof("x.json", file), undefined));
