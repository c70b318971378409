// Kept batches are written when the database is back: in few commits, and without the rows that it refuses.
import assert from "node:assert/strict";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { setTimeout as delay } from "node:timers/promises";

import { SignalboxError } from "@signalbox/contracts";

import type { DecisionRow } from "../interface/decisions.ts";
import { SpoolingSink } from "./spooling-sink.ts";

const ROWS = 300;
const rowOf = (number: number): DecisionRow => ({ sessionId: String(number) }) as DecisionRow;

test("a backlog of small batches is committed in a few large ones, but for a row that is refused", async (t) => {
  const directory = mkdtempSync(join(tmpdir(), "signalbox-spooling-sink-"));
  t.after(() => rmSync(directory, { recursive: true }));
  const committed: string[][] = [];
  let isAway = true;
  const awayFault = new SignalboxError("dependency_unavailable", "The database is away.");
  const journal = new SpoolingSink(
    {
      ping: () => (isAway ? Promise.reject(awayFault) : Promise.resolve()),
      sink: {
        batchesMax: 1,
        write: (rows) => {
          if (isAway) return Promise.reject(awayFault);
          if (rows.some(({ sessionId }) => sessionId === "7")) return Promise.reject(new Error("refused"));
          committed.push(rows.map(({ sessionId }) => sessionId));
          return Promise.resolve("committed");
        },
        close: () => Promise.resolve(),
      },
    },
    { directory, awayMs: 60_000, bytesMax: 1e9, onFault: assert.ifError },
  );
  for (let number = 0; number < ROWS; number += 1)
    assert.equal(await journal.write([rowOf(number)]), "spooled");
  isAway = false;
  while (committed.flat().length < ROWS - 1) await delay(5);
  await journal.close();
  const expected = Array.from({ length: ROWS }, (_, number) => String(number)).filter((name) => name !== "7");
  assert.deepEqual(committed.flat(), expected);
  // Halves of the batch with the refused row, and the batch after it.
  assert.ok(committed.length <= 2 + Math.log2(256), `${committed.length} commits`);
  assert.deepEqual(journal.figures(), { spooledRows: ROWS, replayedRows: ROWS - 1, droppedRows: 1 });
});
