// What a damaged file gives back: pages that SQLite cannot read, and rows of pages that it can whose values make no sense.
import { SignalboxError } from "@signalbox/contracts";

const DAMAGED =
  "What is stored here cannot be read: the database is damaged. `signalbox doctor` says more; `signalbox restore` brings a backup back.";

export function damaged(cause: unknown): SignalboxError {
  return new SignalboxError("dependency_unavailable", DAMAGED, { cause });
}

/** @throws SignalboxError dependency_unavailable in place of whatever `read` throws */
export function readStored<T>(read: () => T): T {
  try {
    return read();
  } catch (cause) {
    throw damaged(cause);
  }
}

/** Text of ours that is JSON unless the file is damaged. */
export const parseStored = (text: string): unknown => readStored(() => JSON.parse(text) as unknown);
