import assert from "node:assert/strict";
import { once } from "node:events";
import { test } from "node:test";
import { Worker } from "node:worker_threads";

import {
  awaitBatches,
  BATCHES_MAX,
  createSignalMemory,
  idAfter,
  signalBatch,
  signalClose,
} from "./batch-signal.ts";
import { STATEMENTS } from "./journal-message.ts";

const partsOf = (rows: number) =>
  STATEMENTS.map((statement, at) => ({ statement, rows: rows + at, columns: 3 }));

const batchOf = (id: number) => ({
  id,
  place: id % 3,
  parts: partsOf(id),
  count: 10 * id,
  textBytes: 100 * id,
});

test("batches that came before anybody waits are taken together, each as it was signalled", () => {
  const memory = createSignalMemory();
  const batches = Array.from({ length: BATCHES_MAX }, (_, at) => batchOf(at + 1));
  for (const batch of batches) signalBatch(memory, batch);
  assert.deepEqual(awaitBatches(memory, 0), batches);
  assert.deepEqual(awaitBatches(memory, BATCHES_MAX - 1), batches.slice(-1));
});

test("a thread that sleeps wakes for each batch and for the end, never twice for one", async () => {
  const memory = createSignalMemory();
  const source = `
    import { parentPort, workerData } from "node:worker_threads";
    const { awaitBatches } = await import(workerData.module);
    let lastId = 0;
    for (let batches; (batches = awaitBatches(workerData.memory, lastId)).length > 0; ) {
      lastId = batches.at(-1).id;
      for (const batch of batches) parentPort.postMessage(batch);
    }`;
  const worker = new Worker(new URL(`data:text/javascript,${encodeURIComponent(source)}`), {
    workerData: { module: new URL("batch-signal.ts", import.meta.url).href, memory },
  });
  const ended = once(worker, "exit");
  for (const id of [1, 2, 3]) {
    const batch = batchOf(id);
    const heard = once(worker, "message");
    signalBatch(memory, batch);
    assert.deepEqual(await heard, [batch]);
  }
  signalClose(memory);
  assert.deepEqual(await ended, [0]);
});

test("ids start over before they outgrow their place", () => {
  assert.equal(idAfter(0), 1);
  assert.equal(idAfter(2 ** 30), 1);
  assert.ok(idAfter(2 ** 30 - 1) < 2 ** 31);
  assert.equal(2 ** 30 % BATCHES_MAX, 0);
});
