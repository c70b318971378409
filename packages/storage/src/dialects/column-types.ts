import type { SinkTarget } from "../interface/dialect.ts";
import type { JournalSink } from "../interface/journal-sink.ts";

/** @param types this database's words for what migrations call `bytes` and `serial_key` */
export function spellTypes(
  statement: string,
  types: { readonly bytes: string; readonly serialKey: string },
): string {
  return statement.replace(/\bserial_key\b/g, types.serialKey).replace(/(?<=[a-z] )bytes\b/g, types.bytes);
}

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
