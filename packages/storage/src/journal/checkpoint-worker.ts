// Moves committed pages from the log into the file of the database, in a thread and a connection of its own: neither a commit nor the
// event loop waits for it.
import { DatabaseSync } from "node:sqlite";
import { workerData } from "node:worker_threads";

import { OPEN_TIMEOUT_MS, tuneSqlite } from "../database/tune-sqlite.ts";
import { CHECKPOINTS_CLOSED, type CheckpointData } from "./checkpoints.ts";

/** Pages that arrive meanwhile are left over. Once none is, the next commit writes the log from its beginning again. */
const PASSES_MAX = 4;
/** Commits without a pause always leave some over: from so many pages on, a commit waits while the last few are moved. */
const HELD_FROM_PAGES = 3000;
const HOLD_TIMEOUT_MS = 100;

const { path, due } = workerData as CheckpointData;
const asked = new Int32Array(due);
const database = new DatabaseSync(path, { timeout: OPEN_TIMEOUT_MS });
tuneSqlite(database, { blockMs: HOLD_TIMEOUT_MS });
const passive = database.prepare("pragma wal_checkpoint(passive)");
const holding = database.prepare("pragma wal_checkpoint(restart)");

function moveLog(): void {
  let pages = 0;
  for (let pass = 0; pass < PASSES_MAX; pass += 1) {
    const { busy, log } = passive.get() ?? {};
    // Another process is at it, or nothing arrived during the pass before.
    if (busy !== 0 || log === pages) return;
    pages = Number(log);
  }
  if (pages >= HELD_FROM_PAGES) holding.get();
}

for (let done = 0; ;) {
  Atomics.wait(asked, 0, done);
  done = Atomics.load(asked, 0);
  if (done === CHECKPOINTS_CLOSED) break;
  try {
    moveLog();
  } catch {
    // A disk that takes no more pages fails the commits as well, which say so.
  }
}
database.close();
