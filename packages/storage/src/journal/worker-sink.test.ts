import assert from "node:assert/strict";
import { test } from "node:test";

import { aDecision } from "../conformance/fixtures.ts";
import { BatchWriter } from "./worker-sink.ts";
import { toValues } from "./decision-columns.ts";
import { PartLedger } from "./decision-parts.ts";
import { readBatch, type JournalBatch, type SqlValue, type Statement } from "./journal-message.ts";

function read(batch: JournalBatch): Partial<Record<Statement, SqlValue[][]>> {
  const rows: Partial<Record<Statement, SqlValue[][]>> = {};
  readBatch(batch, (statement, parameters) => (rows[statement] ??= []).push([...parameters]));
  return rows;
}

test("the worker reads every value of a batch as it was laid out", () => {
  const decisions = [
    aDecision("account", { label: "héllo 用 \u{1f600}", features: null, usd: null }),
    aDecision("account", { label: "", text: { messages: [] }, features: Float32Array.of(1, -2, 3) }),
  ];
  const batch = new BatchWriter().write(7, decisions);
  const { decision = [], group = [], label = [], latency = [] } = read(batch);
  assert.equal(batch.id, 7);
  assert.deepEqual(
    decision.map((row) => row.map((value) => (value instanceof Uint8Array ? Array.from(value) : value))),
    decisions.map((row) =>
      toValues(row, new PartLedger()).map((value) =>
        value instanceof Uint8Array ? Array.from(value) : value,
      ),
    ),
  );
  assert.deepEqual(group[0]?.slice(0, 3), ["account", "cost", decisions[0]?.createdAtMs]);
  assert.ok(label.length > 0);
  assert.equal(latency[0]?.[3], 2);
});

test("the memory of a batch serves the next one once it is released, and a larger one gets more", () => {
  const writer = new BatchWriter();
  const { buffer, place } = writer.write(1, [aDecision("account")]);
  writer.release(place, true);
  const second = writer.write(2, [aDecision("account", { label: "other" })]);
  assert.equal(second.buffer, buffer);
  assert.equal(read(second).decision?.length, 1);
  assert.notEqual(writer.write(3, [aDecision("account")]).buffer, second.buffer);
  writer.release(second.place, true);
  const text = { messages: [{ role: "user", text: "é".repeat(200_000) }] };
  const third = writer.write(4, [aDecision("account", { text })]);
  assert.ok(third.buffer.byteLength > buffer.byteLength);
  assert.ok(read(third).decision?.[0]?.includes(JSON.stringify(text)));
});

test("a row that cannot be written leaves nothing behind for the next batch", () => {
  const writer = new BatchWriter();
  const unwritable = aDecision("account", { request: { tokens: 1n } });
  assert.throws(() => writer.write(1, [aDecision("account"), unwritable]), TypeError);
  const { decision, group = [] } = read(writer.write(2, [aDecision("account")]));
  assert.equal(decision?.length, 1);
  assert.ok(group.length > 0 && group.every((sums) => sums[4] === 1));
});
