// Reads a JSON body. Refuses what would bite later: bytes that are not UTF-8, `__proto__` keys and nesting without end. Message
// text may contain anything; only keys and structure are judged.
import { isUtf8 } from "node:buffer";
import {
  assertJsonBounds,
  invalid,
  refuseNesting,
  SignalboxError,
  type JsonBounds,
} from "@signalbox/contracts";

function fault(location: string, message: string, fix: string): SignalboxError {
  return invalid([{ location, message, fix }], "malformed_json");
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch (cause) {
    // The parser's message quotes the body, which may be prompt text: only the position leaves this function.
    const position = /position (\d+)/.exec(cause instanceof Error ? cause.message : "")?.[1];
    const where =
      position === undefined ? "it ends too early or holds a stray character" : `near character ${position}`;
    throw fault(
      "body",
      `It is not valid JSON (${where}).`,
      "Check quotes, commas and brackets; NaN and Infinity are not JSON.",
    );
  }
}

/** Findings of the one walk over a parsed body. */
interface Look {
  readonly nestingMax: number;
  /** Only a body with escapes can hold half a character, since its bytes are UTF-8. */
  readonly mayBeCut: boolean;
  isHarmless: boolean;
  isCut: boolean;
}

const isObject = (value: unknown): value is object => typeof value === "object" && value !== null;

/** Names no place: nearly every body passes, and a location is put together only for a fault. */
function look(value: unknown, depth: number, found: Look): void {
  if (typeof value === "string") {
    if (found.mayBeCut && !value.isWellFormed()) found.isCut = true;
    return;
  }
  if (!isObject(value) || !found.isHarmless) return;
  if (depth >= found.nestingMax) {
    found.isHarmless = false;
    return;
  }
  if (Array.isArray(value)) {
    for (const item of value) look(item, depth + 1, found);
    return;
  }
  for (const key in value) {
    if (key === "__proto__") found.isHarmless = false;
    if (found.mayBeCut && !key.isWellFormed()) found.isCut = true;
    look((value as Readonly<Record<string, unknown>>)[key], depth + 1, found);
  }
}

/** Clients that shorten texts by units of UTF-16 cut characters in halves: each half is read as U+FFFD. */
function repair(value: unknown): unknown {
  if (typeof value === "string") return value.toWellFormed();
  if (!isObject(value)) return value;
  if (Array.isArray(value)) return value.map(repair);
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key.toWellFormed(), repair(inner)]));
}

interface Position {
  readonly depth: number;
  readonly nestingMax: number;
}

function findFault(value: unknown, location: string, { depth, nestingMax }: Position): void {
  if (typeof value !== "object" || value === null) return;
  if (depth >= nestingMax) refuseNesting({ nestingMax });
  const inner = { depth: depth + 1, nestingMax };
  if (Array.isArray(value)) {
    for (let index = 0; index < value.length; index += 1)
      findFault(value[index], `${location}[${index}]`, inner);
    return;
  }
  for (const key of Object.keys(value)) {
    if (key === "__proto__")
      throw fault(`${location}.__proto__`, "It is not allowed as a key.", "Rename or remove this member.");
    findFault((value as Readonly<Record<string, unknown>>)[key], `${location}.${key}`, inner);
  }
}

export interface ParsedBody {
  /** Undefined for an empty body. */
  readonly value: unknown;
  /** Whether half a character was read as U+FFFD. */
  readonly isCut: boolean;
}

/** Below this the worst body costs the parser a few milliseconds. @unit bytes */
const SMALL_BYTES = 16_384;

/** @throws SignalboxError malformed_json */
export function parseJsonBody(bytes: Buffer, bounds: JsonBounds): ParsedBody {
  if (bytes.length === 0) return { value: undefined, isCut: false };
  if (bytes.length >= SMALL_BYTES) assertJsonBounds(bytes, bounds);
  if (!isUtf8(bytes)) throw fault("body", "It is not valid UTF-8.", "Encode the document as UTF-8.");
  const text = bytes.toString("utf8");
  const value = parse(text);
  const { nestingMax } = bounds;
  const found: Look = { nestingMax, mayBeCut: text.includes("\\"), isHarmless: true, isCut: false };
  look(value, 0, found);
  if (!found.isHarmless) findFault(value, "body", { depth: 0, nestingMax });
  return { value: found.isCut ? repair(value) : value, isCut: found.isCut };
}
