import assert from "node:assert/strict";
import { appendFileSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";

import { vectorKeyOf } from "@signalbox/encoder";

import { openVectorFile } from "./vector-file.ts";

const ENCODER = { sha256: "a".repeat(64), width: 3 };
let dir: string;
before(() => {
  dir = mkdtempSync(join(tmpdir(), "signalbox-vectors-"));
});
after(() => rmSync(dir, { recursive: true, force: true }));

test("what one run wrote the next one finds, also behind a record that a kill tore apart", () => {
  const [one, two] = [vectorKeyOf([101, 7, 102]), vectorKeyOf([101, 8, 102])];
  const first = openVectorFile(dir, ENCODER);
  first.add(one, Float32Array.of(0.25, -1, 3));
  first.close();
  const [folder = ""] = readdirSync(dir);
  const [name = ""] = readdirSync(join(dir, folder));
  appendFileSync(join(dir, folder, name), Buffer.alloc(17, 1));
  const second = openVectorFile(dir, ENCODER);
  assert.equal(second.size, 1);
  second.add(two, Float32Array.of(1, 2, 3));
  second.close();
  const third = openVectorFile(dir, ENCODER);
  assert.deepEqual(third.find(one), Float32Array.of(0.25, -1, 3));
  assert.deepEqual(third.find(two), Float32Array.of(1, 2, 3));
});

test("vectors of other weights are never found", () => {
  const other = openVectorFile(dir, { ...ENCODER, sha256: "b".repeat(64) });
  assert.equal(other.size, 0);
});
