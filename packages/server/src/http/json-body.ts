// Reads a JSON body. Refuses what would bite later: bytes that are not UTF-8, lone surrogates, `__proto__` keys and
// nesting without end. Message text may contain anything; only keys and structure are judged.
import { isUtf8 } from "node:buffer";

import { invalid, SignalboxError } from "@signalbox/contracts";

import { assertJsonBounds, refuseNesting, type JsonBounds } from "./json-bounds.ts";

const SURROGATE_ESCAPE = /\\u[dD][89a-fA-F]/;

/** Most bodies hold no such escape at all, and a search for two units is a fraction of what the pattern takes. */
const hasSurrogateEscape = (text: string): boolean => text.includes("\\u") && SURROGATE_ESCAPE.test(text);

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

/** Longer texts take the fast path of `isWellFormed`, which is a scan of native code. */
function assertText(text: string, location: string): void {
  if (!text.isWellFormed())
    throw fault(
      location,
      "It holds an unpaired surrogate.",
      "Send both halves of the pair, or U+FFFD in its place.",
    );
}

interface Walk {
  readonly nestingMax: number;
  readonly areTextsSuspect: boolean;
}

interface Position {
  readonly depth: number;
  readonly walk: Walk;
}

/** The quick look that nearly every body passes: no names are put together for faults that are not there. */
function isHarmless(value: object, depth: number, walk: Walk): boolean {
  if (depth > walk.nestingMax) return false;
  if (Array.isArray(value)) return value.every((item) => isHarmlessMember(item, depth, walk));
  for (const key in value) {
    if (key === "__proto__" || (walk.areTextsSuspect && !key.isWellFormed())) return false;
    if (!isHarmlessMember((value as Readonly<Record<string, unknown>>)[key], depth, walk)) return false;
  }
  return true;
}

function isHarmlessMember(member: unknown, depth: number, walk: Walk): boolean {
  if (typeof member === "string") return !walk.areTextsSuspect || member.isWellFormed();
  return typeof member !== "object" || member === null || isHarmless(member, depth + 1, walk);
}

/** Numbers, booleans, null and texts above suspicion need no visit: this keeps the walk of a plain body short. */
function needsVisit(member: unknown, walk: Walk): boolean {
  return typeof member === "object" ? member !== null : walk.areTextsSuspect && typeof member === "string";
}

function walkItems(items: readonly unknown[], location: string, at: Position): void {
  for (let index = 0; index < items.length; index += 1)
    if (needsVisit(items[index], at.walk)) walkValue(items[index], `${location}[${index}]`, at);
}

function walkMembers(value: Readonly<Record<string, unknown>>, location: string, at: Position): void {
  for (const key of Object.keys(value)) {
    if (key === "__proto__")
      throw fault(`${location}.__proto__`, "It is not allowed as a key.", "Rename or remove this member.");
    if (at.walk.areTextsSuspect) assertText(key, location);
    const member = value[key];
    if (needsVisit(member, at.walk)) walkValue(member, `${location}.${key}`, at);
  }
}

function walkValue(value: unknown, location: string, at: Position): void {
  if (typeof value === "string") return assertText(value, location);
  if (typeof value !== "object" || value === null) return undefined;
  const inner = { depth: at.depth + 1, walk: at.walk };
  if (inner.depth > at.walk.nestingMax) refuseNesting(at.walk.nestingMax);
  if (Array.isArray(value)) return walkItems(value, location, inner);
  return walkMembers(value as Readonly<Record<string, unknown>>, location, inner);
}

/** @throws SignalboxError malformed_json. An empty body is `undefined`. */
export function parseJsonBody(bytes: Buffer, bounds: JsonBounds): unknown {
  if (bytes.length === 0) return undefined;
  assertJsonBounds(bytes, bounds);
  if (!isUtf8(bytes)) throw fault("body", "It is not valid UTF-8.", "Encode the document as UTF-8.");
  const text = bytes.toString("utf8");
  const value = parse(text);
  const walk: Walk = { nestingMax: bounds.nestingMax, areTextsSuspect: hasSurrogateEscape(text) };
  if (!isHarmlessMember(value, 0, walk)) walkValue(value, "body", { depth: 0, walk });
  return value;
}
