// The record of a decision as bytes. Printing a hundred numbers as decimal text is what costs most on the deciding thread, so
// they are kept as IEEE doubles, apart from everything else: those of the ranking by column, then those of all other members.
// Layout: u8 form; u32 lengths of frame, texts and names; the frame and the texts of the members beside the ranking (JSON, see
// below); the names of the ranking (JSON, see pack-ranking.ts); the doubles; for each candidate of the ranking a u16,
// its place among the names. Frame and names are the same in many records, so what is kept is the digest of either in its place
// (see decision-parts.ts). A record whose candidates differ in shape is plain JSON after its form.

import { readStored } from "../database/json.ts";
import type { KeptDecision } from "../interface/decision-table.ts";
import { DIGEST_BYTES, keyOfDigest, type DecisionPart, partOf } from "./decision-parts.ts";
import { DoubleStack, packRanking, unpack, type Columns } from "./pack-ranking.ts";

// Members of a record as a frame and its leaves. Decisions differ in their numbers and texts and hardly ever in their shape, so
// the shape is written as bytes once and found again by comparing; printing it each time cost more than all numbers of the record.
// The frame is JSON in which `"#"` stands for a number of the doubles and `"$"` for one of the texts. Null, truth, 0 and 1 stand
// in it as they are: most of them are the same from decision to decision.

const NUMBER = "#";
const TEXT = "$";

/** Marks in a frame, in its order: keys, leaves, and where arrays and objects begin and end. */
const OPEN_ARRAY = 2;
const OPEN_OBJECT = 3;
const CLOSE = 4;
const A_NUMBER = 5;
const A_TEXT = 6;
type Token = string | number | boolean | null;

interface Frame {
  readonly tokens: readonly Token[];
  readonly part: DecisionPart;
}

/** Frames that are kept, of all records together. */
const FRAMES_MAX = 256;
const encoder = new TextEncoder();
let frames = new Map<number, Frame[]>();
let frameCount = 0;

/** Used again for each record. */
const tokens: Token[] = [];
const texts: string[] = [];
let tokenCount = 0;

function add(token: Token): void {
  tokens[tokenCount] = token;
  tokenCount += 1;
}

/** False for what JSON would spell otherwise. */
function flatten(value: unknown, doubles: DoubleStack): boolean {
  if (typeof value === "number") addNumber(value, doubles);
  else if (typeof value === "string") {
    add(A_TEXT);
    texts.push(value);
  } else if (value === null || typeof value === "boolean") add(value);
  else if (Array.isArray(value)) return flattenItems(value, doubles);
  else return typeof value === "object" && flattenMembers(value, doubles);
  return true;
}

function addNumber(value: number, doubles: DoubleStack): void {
  if (value === 0 || value === 1) add(value);
  else if (Number.isFinite(value)) {
    add(A_NUMBER);
    doubles.push(value);
  } else add(null);
}

function flattenItems(items: readonly unknown[], doubles: DoubleStack): boolean {
  add(OPEN_ARRAY);
  for (const item of items) if (!flatten(item, doubles)) return false;
  add(CLOSE);
  return true;
}

function flattenMembers(members: object, doubles: DoubleStack, except?: string): boolean {
  add(OPEN_OBJECT);
  for (const key in members) {
    const value = (members as Readonly<Record<string, unknown>>)[key];
    if (value === undefined || key === except) continue;
    if (key === "__proto__") return false;
    add(key);
    if (!flatten(value, doubles)) return false;
  }
  add(CLOSE);
  return true;
}

function isFrame({ tokens: kept }: Frame): boolean {
  if (kept.length !== tokenCount) return false;
  for (let at = 0; at < tokenCount; at += 1) if (kept[at] !== tokens[at]) return false;
  return true;
}

/** The frame as JSON, read from the members themselves. */
function spell(members: object): Uint8Array {
  const json = JSON.stringify(members, (_key, value: unknown) => {
    if (typeof value === "string") return TEXT;
    return typeof value === "number" && value !== 0 && value !== 1 && Number.isFinite(value) ? NUMBER : value;
  });
  return encoder.encode(json);
}

function frameOf(members: object, except: string): DecisionPart {
  const key = tokenCount * 4096 + texts.length;
  for (const known of frames.get(key) ?? []) if (isFrame(known)) return known.part;
  const frame: Frame = {
    tokens: tokens.slice(0, tokenCount),
    part: partOf(spell({ ...members, [except]: undefined })),
  };
  if (frameCount === FRAMES_MAX) {
    frames = new Map();
    frameCount = 0;
  }
  frameCount += 1;
  frames.set(key, [...(frames.get(key) ?? []), frame]);
  return frame.part;
}

interface PackedMembers {
  /** Shared by all records of this shape. */
  readonly frame: DecisionPart;
  /** JSON: a list. */
  readonly texts: string;
}

/** The numbers are pushed. Undefined for members that are no plain JSON. @param except the member that is packed elsewhere */
function packMembers(members: object, except: string, doubles: DoubleStack): PackedMembers | undefined {
  tokenCount = 0;
  texts.length = 0;
  if (!flattenMembers(members, doubles, except)) return undefined;
  return { frame: frameOf(members, except), texts: JSON.stringify(texts) };
}

/** The source of the leaves of a frame, taken in turn. */
interface Leaves {
  readonly texts: readonly string[];
  readonly doubles: Float64Array;
  /** How many of each were taken. */
  text: number;
  double: number;
}

function leafOf(value: unknown, leaves: Leaves): unknown {
  if (value === TEXT) return leaves.texts[leaves.text++];
  if (value === NUMBER) return leaves.doubles[leaves.double++];
  fillFrame(value, leaves);
  return value;
}

/** How many numbers a frame takes. */
function numbersIn(frame: unknown): number {
  if (frame === NUMBER) return 1;
  if (typeof frame !== "object" || frame === null) return 0;
  let count = 0;
  for (const value of Object.values(frame)) count += numbersIn(value);
  return count;
}

/** Puts the leaves into a frame as JSON read it. */
function fillFrame(frame: unknown, leaves: Leaves): void {
  if (typeof frame !== "object" || frame === null) return;
  const members = frame as Record<string, unknown>;
  for (const key of Object.keys(members)) members[key] = leafOf(members[key], leaves);
}

const PLAIN = 0;
const FRAMED = 1;
/** As framed, with digests. */
const REFERRING = 2;
const PLAIN_HEADER_BYTES = 1;
const FRAMED_HEADER_BYTES = 13;
const PLACE_BYTES = Uint16Array.BYTES_PER_ELEMENT;
/** A UTF-16 unit takes three bytes of UTF-8 at most. */
const UNIT_BYTES_MAX = 3;
const decoder = new TextDecoder();
const doubles = new DoubleStack();

/** The memory where records are packed, one after the other: asking the system for memory each time is expensive. */
let room = Buffer.alloc(32_768);

function roomFor(bytes: number): Buffer {
  if (room.length < bytes) room = Buffer.alloc(2 * bytes);
  return room;
}

function packPlain(content: KeptDecision): Uint8Array {
  const text = JSON.stringify(content);
  const bytes = roomFor(PLAIN_HEADER_BYTES + text.length * UNIT_BYTES_MAX);
  const length = bytes.write(text, PLAIN_HEADER_BYTES, "utf8");
  bytes[0] = PLAIN;
  return bytes.subarray(0, PLAIN_HEADER_BYTES + length);
}

/**
 * The record as bytes that lie where the next one will: to keep them, copy them.
 * @param parts those that the record names by their digest are added
 */
export function packRecord(content: KeptDecision, parts: DecisionPart[]): Uint8Array {
  const ranked = packRanking(content.ranking, doubles);
  const members = ranked && packMembers(content, "ranking", doubles);
  if (ranked === undefined || members === undefined) return packPlain(content);
  const { names, places } = ranked;
  const { frame, texts } = members;
  const numbers = doubles.bytes();
  const known = FRAMED_HEADER_BYTES + 2 * DIGEST_BYTES + numbers.length;
  const bytes = roomFor(known + texts.length * UNIT_BYTES_MAX + places.length * PLACE_BYTES);
  parts.push(frame, names);
  bytes[0] = REFERRING;
  bytes.set(frame.digest, FRAMED_HEADER_BYTES);
  let at = FRAMED_HEADER_BYTES + DIGEST_BYTES;
  const textBytes = bytes.write(texts, at, "utf8");
  bytes.writeUInt32LE(DIGEST_BYTES, 1);
  bytes.writeUInt32LE(textBytes, 5);
  bytes.writeUInt32LE(DIGEST_BYTES, 9);
  bytes.set(names.digest, (at += textBytes));
  bytes.set(numbers, (at += DIGEST_BYTES));
  at += numbers.length;
  for (const place of places) at = bytes.writeUInt16LE(place, at);
  return bytes.subarray(0, at);
}

/** Parts of a record, or their digests; numbers and places. */
interface Split {
  readonly frame: Uint8Array;
  readonly texts: Uint8Array;
  readonly names: Uint8Array;
  readonly numbers: Uint8Array;
}

function splitRecord(bytes: Uint8Array): Split {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const textsAt = FRAMED_HEADER_BYTES + view.getUint32(1, true);
  const namesAt = textsAt + view.getUint32(5, true);
  const numbersAt = namesAt + view.getUint32(9, true);
  return {
    frame: bytes.subarray(FRAMED_HEADER_BYTES, textsAt),
    texts: bytes.subarray(textsAt, namesAt),
    names: bytes.subarray(namesAt, numbersAt),
    numbers: bytes.subarray(numbersAt),
  };
}

/** Keys of the parts that a kept record names. */
export function partsOfRecord(bytes: Uint8Array): readonly string[] {
  if (bytes[0] !== REFERRING) return [];
  const { frame, names } = splitRecord(bytes);
  return [keyOfDigest(frame), keyOfDigest(names)];
}

/** A kept record with its parts in it. @param contentOf by key */
export function completeRecord(bytes: Uint8Array, contentOf: (key: string) => Uint8Array): Uint8Array {
  if (bytes[0] !== REFERRING) return bytes;
  const { texts, numbers, ...digests } = splitRecord(bytes);
  const frame = contentOf(keyOfDigest(digests.frame));
  const names = contentOf(keyOfDigest(digests.names));
  const head = Buffer.alloc(FRAMED_HEADER_BYTES);
  head[0] = FRAMED;
  head.writeUInt32LE(frame.length, 1);
  head.writeUInt32LE(texts.length, 5);
  head.writeUInt32LE(names.length, 9);
  return Buffer.concat([head, frame, texts, names, numbers]);
}

interface RankingColumns {
  readonly count: number;
  readonly columns: Columns;
}

const parse = (bytes: Uint8Array): unknown => JSON.parse(decoder.decode(bytes));

/** A copy: the database's buffer may lie at an address that doubles cannot start at. */
const doublesOf = (bytes: Uint8Array): Float64Array => new Float64Array(Uint8Array.from(bytes).buffer);

interface NamedBytes {
  readonly names: Uint8Array;
  /** The doubles, then the places. */
  readonly rest: Uint8Array;
}

function decodeRanking({ names, rest }: NamedBytes): KeptDecision["ranking"] {
  const { count, columns } = parse(names) as RankingColumns;
  const view = new DataView(rest.buffer, rest.byteOffset, rest.byteLength);
  const placesAt = rest.length - count * PLACE_BYTES;
  const places = Array.from({ length: count }, (_, row) =>
    view.getUint16(placesAt + row * PLACE_BYTES, true),
  );
  const packed = { count, doubles: doublesOf(rest.subarray(0, placesAt)), at: 0 };
  return unpack(columns, packed, places) as unknown as KeptDecision["ranking"];
}

const DIGIT_0 = 48;
const COUNT_AT = '{"count":'.length;

/** How many candidates there are: what the names begin with (see pack-ranking.ts), since reading them all takes as long as all else. */
function countOf(names: Uint8Array): number {
  let count = 0;
  for (let at = COUNT_AT; at < names.length; at += 1) {
    const digit = names[at]! - DIGIT_0;
    if (digit < 0 || digit > 9) break;
    count = count * 10 + digit;
  }
  return count;
}

/** The ranking is decoded when it is first read: it is most of a record, and who decides again has no use for it. */
function decodeFramed(bytes: Uint8Array): KeptDecision {
  const { names, numbers: rest, ...framed } = splitRecord(bytes);
  const others = parse(framed.frame) as Omit<KeptDecision, "ranking">;
  const texts = parse(framed.texts) as readonly string[];
  const all = doublesOf(rest.subarray(0, rest.length - countOf(names) * PLACE_BYTES));
  fillFrame(others, { texts, doubles: all.subarray(all.length - numbersIn(others)), text: 0, double: 0 });
  let ranking: KeptDecision["ranking"] | undefined;
  return {
    ...others,
    get ranking() {
      return (ranking ??= readStored(() => decodeRanking({ names, rest })));
    },
  };
}

/** @param bytes of a record that is complete */
export function decodeRecord(bytes: Uint8Array): KeptDecision {
  const [form] = bytes;
  if (form === FRAMED) return decodeFramed(bytes);
  if (form !== PLAIN) throw new Error(`A record has the form ${form}, which a later release may know.`);
  return parse(bytes.subarray(PLAIN_HEADER_BYTES)) as KeptDecision;
}
