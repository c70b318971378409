// Against the real weights; without them there is nothing to test here, and the reason is shown.
import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { test } from "node:test";

import { ENCODER_SHA256, findEncoderFile, openEncoderSession } from "@signalbox/encoder";

import {
  openPromptVectors,
  type PromptVectors,
  type VectorLimits,
  type VectorQuestion,
} from "./prompt-vectors.ts";

const path = findEncoderFile("") ?? "";
const skip = existsSync(path) ? false : "the weights of the sentence encoder are not installed";
const LIMITS: VectorLimits = { budgetMs: 30_000, queueMax: 8, cacheMax: 4, threads: 1 };

const reading = (...words: number[]): Int32Array => Int32Array.of(101, ...words, 102);
const asked = (...words: number[]): VectorQuestion => ({ ids: reading(...words), owner: "curlew" });

async function withVectors(
  limits: Partial<VectorLimits>,
  work: (vectors: PromptVectors) => Promise<void>,
): Promise<void> {
  const faults: unknown[] = [];
  const vectors = await openPromptVectors({
    file: { path, sha256: ENCODER_SHA256 },
    limits: { ...LIMITS, ...limits },
    onFault: (cause) => faults.push(cause),
  });
  try {
    await work(vectors);
    assert.deepEqual(faults, []);
  } finally {
    await vectors.close();
  }
}

test("a vector comes from the thread once and from memory after that, the same bit for bit", { skip }, () =>
  withVectors({}, async (vectors) => {
    const first = vectors.find(asked(2054, 2003));
    const together = vectors.find(asked(2054, 2003));
    assert.ok(first instanceof Promise && together instanceof Promise);
    const vector = await first;
    assert.equal(await together, vector);
    assert.equal(vectors.find(asked(2054, 2003)), vector);
    assert.equal(vectors.figures().embedded, 1);
    const session = await openEncoderSession({ path, sha256: ENCODER_SHA256 });
    assert.deepEqual(vector, await session.embed(reading(2054, 2003)));
  }),
);

test("a caller that waits too long learns so, and the vector is there for the next turn", { skip }, () =>
  withVectors({}, async (vectors) => {
    const long = asked(...Array.from({ length: 120 }, (_, index) => 3000 + index));
    assert.equal(await vectors.find({ ...long, budgetMs: 0 }), "late");
    const next = await vectors.find(long);
    assert.ok(next instanceof Float32Array);
    assert.equal(vectors.figures().faults.late, 1);
    assert.equal(vectors.figures().embedded, 1);
  }),
);

test("a full queue refuses immediately instead of growing", { skip }, () =>
  withVectors({ queueMax: 2 }, async (vectors) => {
    const answers = [1, 2, 3, 4, 5].map((word) => vectors.find(asked(2000 + word)));
    // One is in the thread's hands and two wait.
    assert.deepEqual(answers.slice(3), ["busy", "busy"]);
    for (const answer of answers.slice(0, 3)) assert.ok((await answer) instanceof Float32Array);
    assert.equal(vectors.figures().faults.busy, 2);
  }),
);

test("a reading that nobody waits for makes room for one that somebody does", { skip }, () =>
  withVectors({ queueMax: 1 }, async (vectors) => {
    const running = vectors.find(asked(2001));
    assert.equal(await vectors.find({ ...asked(2002), budgetMs: 0 }), "late");
    const wanted = vectors.find(asked(2003));
    assert.ok(wanted instanceof Promise);
    assert.ok((await running) instanceof Float32Array);
    assert.ok((await wanted) instanceof Float32Array);
  }),
);

test("memory is bounded", { skip }, () =>
  withVectors({ cacheMax: 2 }, async (vectors) => {
    for (const word of [2001, 2002, 2003]) await vectors.find(asked(word));
    assert.ok(vectors.find(asked(2001)) instanceof Promise);
    assert.ok(vectors.find(asked(2003)) instanceof Float32Array);
  }),
);

test("what one account has sent is not in another's memory", { skip }, () =>
  withVectors({}, async (vectors) => {
    const own = await vectors.find(asked(2001));
    const foreign = vectors.find({ ...asked(2001), owner: "plover" });
    assert.ok(foreign instanceof Promise);
    assert.deepEqual(await foreign, own);
    assert.equal(vectors.figures().embedded, 2);
  }),
);
