// Lays a batch out in memory that the journal's worker shares. Texts go as one, so that they are encoded and decoded once.
import type { DecisionRow } from "../interface/decisions.ts";
import { toValues } from "./decision-columns.ts";
import { sumByHour } from "./hourly-sums.ts";
import { KIND } from "./journal-message.ts";
import type { JournalBatch, SqlValue, Statement, StatementRows } from "./journal-message.ts";

const FIGURE_BYTES = Float64Array.BYTES_PER_ELEMENT;
/** A UTF-16 unit takes three bytes of UTF-8 at most. */
const UNIT_BYTES_MAX = 3;
/** Of a batch of a hundred rows. */
const VALUES_MIN = 1 << 13;
const BUFFER_BYTES_MIN = 1 << 18;
/** A batch of long conversations may need more once; that much is not kept. */
const BUFFER_BYTES_KEPT = 1 << 24;

const valuesOf = (rows: readonly object[]): readonly (readonly SqlValue[])[] =>
  rows.map((row) => Object.values(row) as SqlValue[]);

/** One batch at a time: the next one takes the memory of the one before. */
export class BatchWriter {
  #buffer = new SharedArrayBuffer(BUFFER_BYTES_MIN);
  #parts: StatementRows[] = [];
  #figures = new Float64Array(VALUES_MIN);
  #kinds = new Uint8Array(VALUES_MIN);
  #count = 0;
  readonly #blobs: Uint8Array[] = [];
  #text = "";
  #blobBytes = 0;

  /** A batch as its statements' parameters, with the hourly sums of its rows. */
  write(id: number, rows: readonly DecisionRow[]): JournalBatch {
    const sums = sumByHour(rows);
    this.#addRows("decision", rows.map(toValues));
    this.#addRows("hour", valuesOf(sums.hours));
    this.#addRows("label", valuesOf(sums.labels));
    this.#addRows("latency", valuesOf(sums.latencies));
    this.#addRows("group", valuesOf(sums.groups));
    const batch = this.#layOut(id);
    this.#clear();
    return batch;
  }

  #addRows(statement: Statement, rows: readonly (readonly SqlValue[])[]): void {
    this.#parts.push({ statement, rows: rows.length, columns: rows[0]?.length ?? 0 });
    for (const row of rows) for (const value of row) this.#add(value);
  }

  #add(value: SqlValue): void {
    if (typeof value === "number") this.#push(KIND.number, value);
    else if (typeof value === "string") {
      this.#push(KIND.text, value.length);
      this.#text += value;
    } else if (value === null) this.#push(KIND.null, 0);
    else {
      this.#push(KIND.bytes, value.length);
      this.#blobs.push(value);
      this.#blobBytes += value.length;
    }
  }

  #push(kind: number, figure: number): void {
    if (this.#count === this.#kinds.length) this.#grow();
    this.#kinds[this.#count] = kind;
    this.#figures[this.#count] = figure;
    this.#count += 1;
  }

  #grow(): void {
    const [figures, kinds] = [this.#figures, this.#kinds];
    this.#figures = new Float64Array(figures.length * 2);
    this.#figures.set(figures);
    this.#kinds = new Uint8Array(kinds.length * 2);
    this.#kinds.set(kinds);
  }

  #layOut(id: number): JournalBatch {
    const count = this.#count;
    const head = count * (FIGURE_BYTES + 1);
    const buffer = this.#roomFor(head + this.#text.length * UNIT_BYTES_MAX + this.#blobBytes);
    const bytes = Buffer.from(buffer);
    new Float64Array(buffer, 0, count).set(this.#figures.subarray(0, count));
    bytes.set(this.#kinds.subarray(0, count), count * FIGURE_BYTES);
    const textBytes = bytes.write(this.#text, head, "utf8");
    let at = head + textBytes;
    for (const blob of this.#blobs) {
      bytes.set(blob, at);
      at += blob.length;
    }
    return { id, parts: this.#parts, count, textBytes, buffer };
  }

  #roomFor(needed: number): SharedArrayBuffer {
    if (this.#buffer.byteLength >= needed) return this.#buffer;
    const grown = new SharedArrayBuffer(2 ** Math.ceil(Math.log2(needed)));
    if (grown.byteLength <= BUFFER_BYTES_KEPT) this.#buffer = grown;
    return grown;
  }

  #clear(): void {
    this.#parts = [];
    this.#count = 0;
    this.#blobs.length = 0;
    this.#text = "";
    this.#blobBytes = 0;
  }
}
