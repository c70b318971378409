// Against the real weights; without them there is nothing to test here, and the reason is shown.
import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { test } from "node:test";

import { ENCODER_SHA256, findEncoderFile, type EncoderThread } from "@signalbox/encoder";

import { openEncoderCrew } from "./encoder-crew.ts";

const path = findEncoderFile("") ?? "";
const skip = existsSync(path) ? false : "the weights of the sentence encoder are not installed";

test("a thread that ends is reported and replaced, and the replacement works", { skip }, async () => {
  const threads: EncoderThread[] = [];
  const faults: number[] = [];
  const replaced = Promise.withResolvers<EncoderThread>();
  const crew = await openEncoderCrew({
    file: { path, sha256: ENCODER_SHA256 },
    threads: 1,
    onThread: (thread) => {
      threads.push(thread);
      if (threads.length === 2) replaced.resolve(thread);
    },
    onFault: (_, running) => faults.push(running),
  });
  try {
    // Nothing else holds this process open while the pause before the replacement lasts.
    const open = setInterval(() => undefined, 1_000);
    await threads[0]?.close();
    const replacement = await replaced.promise;
    clearInterval(open);
    assert.deepEqual(faults, [0]);
    assert.equal(crew.running, 1);
    assert.equal((await replacement.embed(Int32Array.of(101, 2054, 102))).length, crew.width);
  } finally {
    await crew.close();
  }
  assert.equal(crew.running, 0);
  assert.equal(threads.length, 2);
});
