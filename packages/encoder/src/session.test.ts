// Against the real weights; without them only the refusals are tested.
import assert from "node:assert/strict";
import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";

import { SignalboxError } from "@signalbox/contracts";

import { openBlockingEncoder } from "./blocking-encoder.ts";
import { openEncoderThread } from "./encoder-thread.ts";
import { openEncoderSession } from "./session.ts";
import { ENCODER_SHA256 } from "./weights-origin.ts";
import { findEncoderFile } from "./weights.ts";

const path = findEncoderFile("") ?? "";
const skip = existsSync(path) ? false : "the weights of the sentence encoder are not installed";
const WEIGHTS = { path, sha256: ENCODER_SHA256 };
const READING = Int32Array.of(101, 2129, 2003, 1037, 4937, 102);

function cosine(a: Float32Array, b: Float32Array): number {
  return a.reduce((sum, value, index) => sum + value * b[index]!, 0);
}

test("a missing or altered file is one clear refusal, in every way of opening it", async () => {
  const dir = mkdtempSync(join(tmpdir(), "signalbox-encoder-"));
  const altered = join(dir, "altered.onnx");
  writeFileSync(altered, "not these weights");
  try {
    for (const open of [openEncoderSession, openEncoderThread, openBlockingEncoder])
      for (const [wrong, reported] of [
        [altered, /SHA-256/],
        [join(dir, "missing.onnx"), /cannot be read/],
      ] as const)
        await assert.rejects(open({ path: wrong, sha256: ENCODER_SHA256 }), (error) => {
          assert.ok(error instanceof SignalboxError && error.code === "invalid_configuration");
          assert.match(error.detail, reported);
          assert.match(error.detail, /SIGNALBOX_ENCODER_FILE/);
          return true;
        });
  } finally {
    rmSync(dir, { recursive: true, force: true });
  }
});

test("vectors are of unit length, and like meanings lie closer than unlike ones", { skip }, async () => {
  const session = await openEncoderSession(WEIGHTS);
  // "a cat sat", "a kitten sat", "stock prices fell"
  const [cat, kitten, stocks] = await Promise.all(
    [
      [101, 1037, 4937, 2938, 102],
      [101, 1037, 18401, 2938, 102],
      [101, 4518, 7597, 3062, 102],
    ].map((ids) => session.embed(ids)),
  );
  assert.ok(cat !== undefined && kitten !== undefined && stocks !== undefined);
  assert.ok(Math.abs(cosine(cat, cat) - 1) < 1e-5);
  assert.ok(cosine(cat, kitten) > cosine(cat, stocks) + 0.1);
});

test("thread and sleeping caller get the vector of the session itself, bit for bit", { skip }, async () => {
  const session = await openEncoderSession(WEIGHTS);
  const thread = await openEncoderThread(WEIGHTS);
  const blocking = await openBlockingEncoder(WEIGHTS);
  try {
    const own = await session.embed(READING);
    assert.deepEqual(await thread.embed(READING), own);
    assert.deepEqual(blocking.embed(READING), own);
    assert.deepEqual(blocking.embed(READING), own);
  } finally {
    await Promise.all([thread.close(), blocking.close()]);
  }
});

test("a thread that is closed answers what waits, and refuses what comes later", { skip }, async () => {
  const thread = await openEncoderThread(WEIGHTS);
  const waiting = Array.from({ length: 4 }, () => thread.embed(READING));
  const closing = thread.close();
  await assert.rejects(thread.embed(READING), SignalboxError);
  await closing;
  for (const vector of await Promise.all(waiting)) assert.equal(vector.length, thread.width);
  await thread.ended;
  await assert.rejects(thread.embed(READING), SignalboxError);
});

test("the vector is the first position of the reading, scaled to unit length", { skip }, async () => {
  const session = await openEncoderSession(WEIGHTS);
  const [vector, positions] = [await session.embed(READING), await session.embedPositions(READING)];
  assert.equal(positions.length, READING.length * session.width);
  const first = positions.subarray(0, session.width);
  const length = Math.hypot(...first);
  vector.forEach((value, index) => assert.ok(Math.abs(value - first[index]! / length) < 1e-6));
  await session.close();
});

test("a reading has the same bits whatever was read before it", { skip }, async () => {
  const [one, other] = [await openEncoderSession(WEIGHTS), await openEncoderSession(WEIGHTS)];
  await other.embed(Int32Array.of(101, 4518, 7597, 3062, 102));
  assert.deepEqual(await other.embed(READING), await one.embed(READING));
  await Promise.all([one.close(), other.close()]);
});
