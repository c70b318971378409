// A text that two lists of candidates share only if both read the same, so that a list that comes again is found by it. Each
// value stands with its type and says where it ends: no two values, side by side, read as two others.
import type { ProviderWire } from "@signalbox/contracts";
import { IGNORED_CANDIDATE_FIELDS, READ_CANDIDATE_FIELDS } from "@signalbox/contracts";

import type { Thought } from "./read-mode.ts";

/** Longest key of a whole list; one of 200 candidates with prices takes some 15,000. */
const KEY_CHARS_MAX = 65_536;
/** Longest key of one member of an entry, its attributes above all. It bounds how deep their nesting is followed, too. */
const MEMBER_CHARS_MAX = 1_024;

// Stand where the length of a name would; no name of a key is as long. One byte each, as the names mostly are.
const ABSENT = "\u00ff";
const BARE = "\u00fe";
const FIRST_MARK = 0xe0;
const NAME_CHARS_MAX = FIRST_MARK - 1;
/** Free texts of so many characters state their length as a number, after this unit. */
const LONG = 0xff;
const LONG_MARK = "\u00ff";

const OTHERS = [...READ_CANDIDATE_FIELDS, ...IGNORED_CANDIDATE_FIELDS];
const MARKS: ReadonlyMap<string, string> = new Map(
  OTHERS.map((member, index) => [member, String.fromCharCode(FIRST_MARK + index)]),
);

/** The context that a list is read with beside its entries. */
interface ListContext {
  /** The member that holds it, which warnings name. */
  readonly field: string;
  /** Effort that the request states for all candidates. */
  readonly shared: Thought | undefined;
}

/** A member that is missing or null is not one that is empty. */
function keyOfName(name: string | null | undefined): string | undefined {
  if (name === undefined || name === null) return ABSENT;
  return name.length <= NAME_CHARS_MAX ? String.fromCharCode(name.length) + name : undefined;
}

/** Callers of the library may send objects of their own, whose members are not all to be seen. */
const isPlain = (value: object): boolean => Object.getPrototypeOf(value) === Object.prototype;

const number = new Float64Array(1);
const bytes = new Uint8Array(number.buffer);

/** Its eight bytes, a unit each: a fifth of the time that digits take, and -0 is not 0. */
function keyOfNumber(value: number): string {
  number[0] = value;
  const { 0: a = 0, 1: b = 0, 2: c = 0, 3: d = 0, 4: e = 0, 5: f = 0, 6: g = 0, 7: h = 0 } = bytes;
  return String.fromCharCode(a, b, c, d, e, f, g, h);
}

/** Key of free texts, which may be longer than names. */
const keyOfText = (text: string): string =>
  (text.length < LONG ? String.fromCharCode(text.length) : LONG_MARK + keyOfNumber(text.length)) + text;

/** Undefined for what does not fit into `room`, or is not what JSON can say. */
function keyOfValue(value: unknown, room: number): string | undefined {
  if (room <= 0) return undefined;
  switch (typeof value) {
    case "number":
      return `#${keyOfNumber(value)}`;
    case "string":
      return value.length <= room ? `"${keyOfText(value)}` : undefined;
    case "boolean":
      return value ? "t" : "f";
    case "undefined":
      return "u";
    case "object":
      if (value === null) return "n";
      if (Array.isArray(value)) return keyOfItems(value, room);
      return isPlain(value) ? keyOfMembers(value, room) : undefined;
    default:
      return undefined;
  }
}

function keyOfItems(items: readonly unknown[], room: number): string | undefined {
  let key = "[";
  for (const item of items) {
    const own = keyOfValue(item, room - key.length);
    if (own === undefined) return undefined;
    key += own;
  }
  return `${key}]`;
}

function keyOfMembers(value: object, room: number): string | undefined {
  let key = "{";
  for (const name in value) {
    key += `,${keyOfText(name)}`;
    const own = keyOfValue((value as Readonly<Record<string, unknown>>)[name], room - key.length);
    if (own === undefined) return undefined;
    key += own;
  }
  return `${key}}`;
}

/** Undefined where a member is unknown: warnings name such members, of which there is no end. */
function keyOfOthers(entry: ProviderWire): string | undefined {
  let key = "";
  for (const member in entry) {
    if (member === "provider" || member === "model" || member === "name") continue;
    const mark = MARKS.get(member);
    const value = entry[member as keyof ProviderWire];
    const own = mark === undefined ? undefined : keyOfValue(value, MEMBER_CHARS_MAX);
    if (mark === undefined || own === undefined) return undefined;
    key += mark + own;
  }
  return key;
}

function keyOfEntry(entry: ProviderWire | string): string | undefined {
  if (typeof entry === "string") {
    const name = keyOfName(entry);
    return name === undefined ? undefined : BARE + name;
  }
  if (!isPlain(entry)) return undefined;
  const [provider, model, name] = [keyOfName(entry.provider), keyOfName(entry.model), keyOfName(entry.name)];
  if (provider === undefined || model === undefined || name === undefined) return undefined;
  const others = keyOfOthers(entry);
  return others === undefined ? undefined : provider + model + name + others;
}

/** Undefined for a list that is not worth finding again: very long, with large attributes, or with unknown members. */
export function keyOfList(
  entries: readonly (ProviderWire | string)[],
  { field, shared }: ListContext,
): string | undefined {
  const sharedKey = keyOfValue(shared, MEMBER_CHARS_MAX);
  if (sharedKey === undefined) return undefined;
  let key = `${field};${sharedKey}`;
  for (const entry of entries) {
    const own = keyOfEntry(entry);
    if (own === undefined || key.length > KEY_CHARS_MAX) return undefined;
    key += own;
  }
  return key.length > KEY_CHARS_MAX ? undefined : key;
}
