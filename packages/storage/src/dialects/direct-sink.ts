import type { SinkTarget } from "../interface/dialect.ts";
import type { JournalSink } from "../interface/journal-sink.ts";

/** Writes batches through the storage's own connections. */
export function createDirectSink(target: SinkTarget, batchesMax: number): JournalSink {
  return {
    batchesMax,
    write: async (rows) => {
      await target.appendDecisions(rows);
      return "committed";
    },
    close: () => Promise.resolve(),
  };
}
