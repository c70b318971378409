// Lays a batch out in memory that the journal's worker shares. Texts go as one, so that they are encoded and decoded once.
import type { DecisionRow } from "../interface/decisions.ts";
import { DECISION_COLUMNS, toValues } from "./decision-columns.ts";
import { PartLedger, rowOfUse, type PartUse } from "./decision-parts.ts";
import { sumByHour } from "./hourly-sums.ts";
import { KIND } from "./journal-message.ts";
import type { JournalBatch, SqlValue, Statement, StatementRows } from "./journal-message.ts";

const FIGURE_BYTES = Float64Array.BYTES_PER_ELEMENT;
/** A UTF-16 unit takes three bytes of UTF-8 at most. */
const UNIT_BYTES_MAX = 3;
/** Values that a batch of a hundred rows has. */
const VALUES_MIN = 1 << 13;
const BUFFER_BYTES_MIN = 1 << 18;
/** A batch of long conversations may need more once; that much is not kept. */
const BUFFER_BYTES_KEPT = 1 << 24;

const valuesOf = (rows: readonly object[]): readonly (readonly SqlValue[])[] =>
  rows.map((row) => Object.values(row) as SqlValue[]);

/** A batch has its memory until it is released; the next one takes the first memory that is free. */
export class BatchWriter {
  readonly #memories: SharedArrayBuffer[] = [];
  /** Parts of the batches under way, by their place. */
  readonly #underWay = new Map<number, readonly PartUse[]>();
  #parts: StatementRows[] = [];
  #figures = new Float64Array(VALUES_MIN);
  #kinds = new Uint8Array(VALUES_MIN);
  #count = 0;
  #bytes = new Uint8Array(BUFFER_BYTES_MIN);
  #byteCount = 0;
  #text = "";
  readonly #ledger = new PartLedger();
  #uses: readonly PartUse[] = [];

  /** A batch as its statements' parameters, with the hourly sums of its rows. One that cannot be written leaves nothing behind. */
  write(id: number, rows: readonly DecisionRow[]): JournalBatch {
    try {
      this.#addBatch(rows);
      return this.#layOut(id);
    } finally {
      this.#clear();
    }
  }

  /** The batch of this place is answered. */
  release(place: number, isCommitted: boolean): void {
    if (isCommitted) this.#ledger.confirm(this.#underWay.get(place) ?? []);
    this.#underWay.delete(place);
  }

  #addBatch(rows: readonly DecisionRow[]): void {
    const sums = sumByHour(rows);
    this.#parts.push({ statement: "decision", rows: rows.length, columns: DECISION_COLUMNS.length });
    for (const row of rows) for (const value of toValues(row, this.#ledger)) this.#add(value);
    this.#uses = this.#ledger.take();
    this.#addRows("part", valuesOf(this.#uses.map(rowOfUse)));
    this.#addRows("label", valuesOf(sums.labels));
    this.#addRows("latency", valuesOf(sums.latencies));
    this.#addRows("group", valuesOf(sums.groups));
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
      this.#addBytes(value);
    }
  }

  #addBytes(bytes: Uint8Array): void {
    const end = this.#byteCount + bytes.length;
    if (end > this.#bytes.length) {
      const grown = new Uint8Array(2 ** Math.ceil(Math.log2(end)));
      grown.set(this.#bytes.subarray(0, this.#byteCount));
      this.#bytes = grown;
    }
    this.#bytes.set(bytes, this.#byteCount);
    this.#byteCount = end;
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
    const place = this.#freePlace();
    const buffer = this.#roomFor(place, head + this.#text.length * UNIT_BYTES_MAX + this.#byteCount);
    const bytes = Buffer.from(buffer);
    new Float64Array(buffer, 0, count).set(this.#figures.subarray(0, count));
    bytes.set(this.#kinds.subarray(0, count), count * FIGURE_BYTES);
    const textBytes = bytes.write(this.#text, head, "utf8");
    bytes.set(this.#bytes.subarray(0, this.#byteCount), head + textBytes);
    this.#underWay.set(place, this.#uses);
    return { id, place, parts: this.#parts, count, textBytes, buffer };
  }

  #freePlace(): number {
    let place = 0;
    while (this.#underWay.has(place)) place += 1;
    return place;
  }

  #roomFor(place: number, needed: number): SharedArrayBuffer {
    const known = this.#memories[place];
    if (known !== undefined && known.byteLength >= needed) return known;
    const grown = new SharedArrayBuffer(Math.max(BUFFER_BYTES_MIN, 2 ** Math.ceil(Math.log2(needed))));
    if (grown.byteLength <= BUFFER_BYTES_KEPT) this.#memories[place] = grown;
    return grown;
  }

  #clear(): void {
    this.#ledger.take();
    this.#parts = [];
    this.#count = 0;
    this.#byteCount = 0;
    if (this.#bytes.length > BUFFER_BYTES_KEPT) this.#bytes = new Uint8Array(BUFFER_BYTES_MIN);
    this.#text = "";
  }
}
