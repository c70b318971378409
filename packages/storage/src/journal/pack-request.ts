// The journal's form of what a request asked for: JSON, in which a list of candidates that comes again
// is named by its digest.
import type { JsonObject } from "../interface/common.ts";
import { partOf, type DecisionPart } from "./decision-parts.ts";

const NAMED_LIST = /^\{"candidates":"([0-9a-f]{32})"/;

const encoder = new TextEncoder();
const decoder = new TextDecoder();
const partsOfLists = new WeakMap<object, DecisionPart>();

function partOfList(list: object): DecisionPart {
  const known = partsOfLists.get(list);
  if (known !== undefined) return known;
  const part = partOf(encoder.encode(JSON.stringify(list)));
  partsOfLists.set(list, part);
  return part;
}

/**
 * A frozen list of candidates is that of many requests: freezing promises that nothing within it changes either.
 * @param parts the list's, where the text names it, is added
 */
export function packRequest(request: JsonObject, parts: DecisionPart[]): string {
  const { candidates: list } = request;
  if (!Array.isArray(list) || !Object.isFrozen(list)) return JSON.stringify(request);
  const part = partOfList(list);
  parts.push(part);
  const others = JSON.stringify({ ...request, candidates: undefined });
  return `{"candidates":"${part.key}"${others === "{}" ? "" : ","}${others.slice(1)}`;
}

/** Keys of the parts that a kept request names. */
export function partsOfRequest(text: string): readonly string[] {
  const key = NAMED_LIST.exec(text)?.[1];
  return key === undefined ? [] : [key];
}

/** A kept request with its list in it. @param contentOf by key */
export function completeRequest(text: string, contentOf: (key: string) => Uint8Array): string {
  return text.replace(NAMED_LIST, (_named, key: string) => `{"candidates":${decoder.decode(contentOf(key))}`);
}
