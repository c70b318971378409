// The record of a decision as bytes. Printing a hundred numbers as decimal text is what costs most on the deciding thread, so
// they are kept as IEEE doubles, apart from everything else: those of the ranking by column, then those of all other members.
// Layout: u8 form; u32 lengths of frame, texts and names; the frame and the texts of the members beside the ranking (JSON, see
// pack-members.ts); the names of the ranking (JSON, see pack-ranking.ts); the doubles; for each candidate of the ranking a u16,
// its place among the names. Frame and names are the same in many records, so what is kept is the digest of either in its place
// (see decision-parts.ts). A record whose candidates differ in shape is plain JSON after its form.
import { readStored } from "../database/json.ts";
import type { KeptDecision } from "../interface/kept-decision.ts";
import { DIGEST_BYTES, keyOfDigest, type DecisionPart } from "./decision-parts.ts";
import { DoubleStack } from "./double-stack.ts";
import { fillFrame, numbersIn, packMembers } from "./pack-members.ts";
import { packRanking } from "./pack-ranking.ts";
import { unpack, type Columns } from "./record-columns.ts";

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
