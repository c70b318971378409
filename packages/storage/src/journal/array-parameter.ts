// Arrays as PostgreSQL reads them in binary form: bytes go as bytes and numbers as eight of them, without text in between that
// one side writes and the other one parses. A member is a length and so many bytes.
import type { SqlValue } from "./journal-message.ts";

/** Object identifiers of the types that a member can have, the same in every installation. */
const TYPES = { text: 25, number: 701, bytes: 17 } as const;
export type MemberKind = keyof typeof TYPES;
export const SQL_TYPES: Readonly<Record<MemberKind, string>> = {
  text: "text[]",
  number: "double precision[]",
  bytes: "bytea[]",
};

/** Dimensions, whether there are nulls, the type, the length, the first index. */
const HEADER_BYTES = 20;
const EMPTY_HEADER_BYTES = 12;
const LENGTH_BYTES = 4;
const DOUBLE_BYTES = 8;
const NULL_LENGTH = -1;
/** A UTF-16 unit takes three bytes of UTF-8 at most. */
const UNIT_BYTES_MAX = 3;
const ROOM_BYTES = 512;
/** One batch of long conversations may need more once; that much is not kept. */
const ROOM_BYTES_KEPT = 1 << 22;

/** Takes one member after the other; its memory serves the next array. */
export class ArrayParameter {
  readonly #kind: MemberKind;
  #room = Buffer.alloc(ROOM_BYTES);
  #end = HEADER_BYTES;
  #members = 0;
  #hasNull = 0;

  constructor(kind: MemberKind) {
    this.#kind = kind;
  }

  /** @param value of this array's kind; bytes are copied */
  add(value: SqlValue): void {
    this.#members += 1;
    if (value === null) {
      this.#hasNull = 1;
      this.#reserve(LENGTH_BYTES);
      this.#end = this.#room.writeInt32BE(NULL_LENGTH, this.#end);
    } else if (typeof value === "number") this.#addNumber(value);
    else if (typeof value === "string") this.#addText(value);
    else this.#addBytes(value);
  }

  /** The array so far, in memory of its own; the next member begins another one. */
  take(): Buffer {
    const isEmpty = this.#members === 0;
    this.#room.writeInt32BE(isEmpty ? 0 : 1, 0);
    this.#room.writeInt32BE(this.#hasNull, 4);
    this.#room.writeInt32BE(TYPES[this.#kind], 8);
    this.#room.writeInt32BE(this.#members, 12);
    this.#room.writeInt32BE(1, 16);
    const taken = Buffer.from(this.#room.subarray(0, isEmpty ? EMPTY_HEADER_BYTES : this.#end));
    if (this.#room.length > ROOM_BYTES_KEPT) this.#room = Buffer.alloc(ROOM_BYTES);
    this.#end = HEADER_BYTES;
    this.#members = 0;
    this.#hasNull = 0;
    return taken;
  }

  #addNumber(value: number): void {
    this.#reserve(LENGTH_BYTES + DOUBLE_BYTES);
    this.#end = this.#room.writeInt32BE(DOUBLE_BYTES, this.#end);
    this.#end = this.#room.writeDoubleBE(value, this.#end);
  }

  #addText(value: string): void {
    this.#reserve(LENGTH_BYTES + value.length * UNIT_BYTES_MAX);
    const from = this.#end + LENGTH_BYTES;
    const bytes = this.#room.write(value, from, "utf8");
    this.#room.writeInt32BE(bytes, this.#end);
    this.#end = from + bytes;
  }

  #addBytes(value: Uint8Array): void {
    this.#reserve(LENGTH_BYTES + value.length);
    this.#end = this.#room.writeInt32BE(value.length, this.#end);
    this.#room.set(value, this.#end);
    this.#end += value.length;
  }

  #reserve(bytes: number): void {
    const needed = this.#end + bytes;
    if (needed <= this.#room.length) return;
    const grown = Buffer.alloc(2 * needed);
    this.#room.copy(grown, 0, 0, this.#end);
    this.#room = grown;
  }
}
