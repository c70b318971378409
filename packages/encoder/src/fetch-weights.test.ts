import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";

import { fetchWeights } from "./fetch-weights.ts";
import { keptFileOf } from "./weights-origin.ts";
import { findEncoderFile, readEncoderFile } from "./weights.ts";

const folder = mkdtempSync(join(tmpdir(), "signalbox-fetch-"));
const before = process.env["XDG_CACHE_HOME"];
process.env["XDG_CACHE_HOME"] = join(folder, "cache");
after(() => {
  if (before === undefined) delete process.env["XDG_CACHE_HOME"];
  else process.env["XDG_CACHE_HOME"] = before;
  rmSync(folder, { recursive: true, force: true });
});

const FILE = Buffer.from("weights of a small encoder");
const sha256 = createHash("sha256").update(FILE).digest("hex");
const right = join(folder, "right.onnx");
const wrong = join(folder, "wrong.onnx");
writeFileSync(right, FILE);
writeFileSync(wrong, "something else");

test("the first place with the right file is taken, and the faults of the others are not fatal", async () => {
  const missing = join(folder, "missing.onnx");
  const fetched = await fetchWeights({ sha256, from: [missing, wrong, right] });
  assert.deepEqual(fetched, { path: keptFileOf(sha256), from: right });
  assert.deepEqual(readFileSync(fetched.path), FILE);
});

test("what is there already is left alone, whatever the places hold", async () => {
  assert.equal((await fetchWeights({ sha256, from: [wrong] })).from, undefined);
});

test("without the right file every place is named with its fault, and nothing is kept", async () => {
  const to = join(folder, "own", "encoder.onnx");
  const places = [wrong, "http://127.0.0.1:9/encoder.onnx"];
  await assert.rejects(fetchWeights({ sha256, from: places, to }), (fault: Error) => {
    assert.match(
      fault.message,
      /wrong\.onnx has the SHA-256.*127\.0\.0\.1:9\/encoder\.onnx cannot be reached/,
    );
    return true;
  });
  assert.ok(!existsSync(to));
});

test("a damaged file is replaced", async () => {
  const to = join(folder, "damaged.onnx");
  writeFileSync(to, "half of it");
  await fetchWeights({ sha256, from: [right], to });
  assert.deepEqual(readFileSync(to), FILE);
});

test("what was fetched is found without configuration, and under the address that it came from", async () => {
  const kept = keptFileOf(sha256);
  assert.equal(findEncoderFile("", sha256), kept);
  assert.equal(findEncoderFile("https://mirror.example.org/encoder.onnx", sha256), kept);
  assert.deepEqual(await readEncoderFile("https://mirror.example.org/encoder.onnx", sha256), FILE);
});

test("an address whose file was never fetched is a fault that says how to fetch it", async () => {
  const other = "1".repeat(64);
  await assert.rejects(
    readEncoderFile("https://mirror.example.org/encoder.onnx", other),
    /signalbox encoder fetch/,
  );
});
