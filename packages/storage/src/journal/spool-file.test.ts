// A disk that is full in the middle of a record, by a limit on the size of files.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";

import type { DecisionRow } from "../interface/decisions.ts";
import { readSpool, SpoolFile } from "./spooling-sink.ts";

const FULL_BYTES = 65_536;

/** Limits the size of files that this process writes. */
function limitFiles(bytes: number | "unlimited"): boolean {
  const { status } = spawnSync("prlimit", [`--pid=${process.pid}`, `--fsize=${bytes}:unlimited`]);
  return status === 0;
}

const canLimit = limitFiles("unlimited");
const rowOf = (text: string): DecisionRow => ({ sessionId: text }) as DecisionRow;

test(
  "a batch that the disk takes in part is refused, and those before and after it are kept",
  { skip: canLimit ? false : "the size of files cannot be limited here" },
  async (t) => {
    const folder = mkdtempSync(join(tmpdir(), "signalbox-spool-file-"));
    t.after(() => rmSync(folder, { recursive: true }));
    const file = new SpoolFile(join(folder, "decisions.spool"));
    await file.append([rowOf("before")]);
    limitFiles(FULL_BYTES);
    try {
      await assert.rejects(file.append([rowOf("x".repeat(2 * FULL_BYTES))]));
      await file.append([rowOf("after")]);
    } finally {
      limitFiles("unlimited");
    }
    await file.close();
    const { batches, damagedBytes } = await readSpool(file.path);
    assert.deepEqual(
      [batches.flat().map(({ sessionId }) => sessionId), damagedBytes],
      [["before", "after"], 0],
    );
  },
);
