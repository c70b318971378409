import type { DecisionRow } from "../interface/decisions.ts";
import { toValues } from "./decision-columns.ts";
import { sumByHour } from "./hourly-sums.ts";
import type { BytesRef, JournalBatch, MessageRow, SqlValue } from "./journal-message.ts";

/** Collects binary values and, at the end, lays them out one behind the other. */
class BytesCollector {
  readonly #parts: Uint8Array[] = [];
  #length = 0;

  add(part: Uint8Array): BytesRef {
    const start = this.#length;
    this.#parts.push(part);
    this.#length += part.length;
    return [start, this.#length];
  }

  join(): Uint8Array<ArrayBuffer> {
    const all = new Uint8Array(this.#length);
    let at = 0;
    for (const part of this.#parts) {
      all.set(part, at);
      at += part.length;
    }
    return all;
  }
}

function sumRows(rows: readonly object[]): readonly MessageRow[] {
  return rows.map((row) => Object.values(row) as MessageRow);
}

/** A batch as its statements' parameters, with the hourly sums of its rows. */
export function toBatch(id: number, rows: readonly DecisionRow[]): JournalBatch {
  const collector = new BytesCollector();
  const toMessage = (value: SqlValue): MessageRow[number] =>
    value instanceof Uint8Array ? collector.add(value) : value;
  const decisions = rows.map((row) => toValues(row).map(toMessage));
  const sums = sumByHour(rows);
  return {
    id,
    parts: [
      { statement: "decision", rows: decisions },
      { statement: "hour", rows: sumRows(sums.hours) },
      { statement: "label", rows: sumRows(sums.labels) },
      { statement: "latency", rows: sumRows(sums.latencies) },
    ],
    bytes: collector.join(),
  };
}
