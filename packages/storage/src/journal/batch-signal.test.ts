import assert from "node:assert/strict";
import { once } from "node:events";
import { test } from "node:test";
import { Worker } from "node:worker_threads";

import { awaitBatch, createSignalMemory, idAfter, signalBatch, signalClose } from "./batch-signal.ts";
import { STATEMENTS } from "./journal-message.ts";

const partsOf = (rows: number) =>
  STATEMENTS.map((statement, at) => ({ statement, rows: rows + at, columns: 3 }));

test("a batch that came before anybody waits is not missed", () => {
  const memory = createSignalMemory();
  const batch = { id: 1, parts: partsOf(5), count: 35, textBytes: 70 };
  signalBatch(memory, batch);
  assert.deepEqual(awaitBatch(memory, 0), batch);
});

test("a thread that sleeps wakes for each batch and for the end, never twice for one", async () => {
  const memory = createSignalMemory();
  const source = `
    import { parentPort, workerData } from "node:worker_threads";
    const { awaitBatch } = await import(workerData.module);
    let lastId = 0;
    for (let batch; (batch = awaitBatch(workerData.memory, lastId)) !== undefined; ) {
      lastId = batch.id;
      parentPort.postMessage(batch);
    }`;
  const worker = new Worker(new URL(`data:text/javascript,${encodeURIComponent(source)}`), {
    workerData: { module: new URL("batch-signal.ts", import.meta.url).href, memory },
  });
  const ended = once(worker, "exit");
  for (const id of [1, 2, 3]) {
    const batch = { id, parts: partsOf(id), count: 10 * id, textBytes: 100 * id };
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
});
