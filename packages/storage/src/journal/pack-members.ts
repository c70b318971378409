// Members of a record as a frame and its leaves. Decisions differ in their numbers and texts and hardly ever in their shape, so
// the shape is written as bytes once and found again by comparing; printing it each time cost more than all numbers of the record.
// The frame is JSON in which `"#"` stands for a number of the doubles and `"$"` for one of the texts. Null, truth, 0 and 1 stand
// in it as they are: most of them are the same from decision to decision.
import { partOf, type DecisionPart } from "./decision-parts.ts";
import type { DoubleStack } from "./double-stack.ts";

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
export function packMembers(
  members: object,
  except: string,
  doubles: DoubleStack,
): PackedMembers | undefined {
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
export function numbersIn(frame: unknown): number {
  if (frame === NUMBER) return 1;
  if (typeof frame !== "object" || frame === null) return 0;
  let count = 0;
  for (const value of Object.values(frame)) count += numbersIn(value);
  return count;
}

/** Puts the leaves into a frame as JSON read it. */
export function fillFrame(frame: unknown, leaves: Leaves): void {
  if (typeof frame !== "object" || frame === null) return;
  const members = frame as Record<string, unknown>;
  for (const key of Object.keys(members)) members[key] = leafOf(members[key], leaves);
}
