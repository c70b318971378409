// How long an answer is that must be one JSON value: its shape is shown, or its keys are named.
import type { TokenRange } from "../task/task-reading.ts";
import { capLines } from "../text/cap-text.ts";
import { estimateTokens } from "../../tokens/estimate-tokens.ts";
import { columnsListed, tokensOfValue } from "./row-length.ts";

/** Looks for demands at the head and the tail of a turn alone. @unit UTF-16 units */
const TEXT_LOOKED_AT = 4_800;
const SHAPE_UNITS = 1_600;
/** Between the word JSON, or the word for its shape, and the brace. */
const LEAD_UNITS = 160;

const MENTION = /\bjson\b/i;
const ONLY =
  /\b(?:only|just|strictly|exactly|valid|nothing else|no (?:other|extra|additional) text|matching|in this (?:format|structure|schema|shape)|following (?:format|structure|schema|shape))\b/i;
const SHAPE_LEAD = /\b(?:json|format|structure|schema|shape|object|like|as|return|output|respond)\b/i;
/** Marks that a shape has and data has not. */
const PLACEHOLDER =
  /\||<[^<>\n]{1,60}>|\.{3}|…|:\s{0,3}(?:""|null\b|"?(?:string|number|boolean|bool|integer|int|float|array|object)\b)/i;
const KEY = /"[^"\n]{1,60}"\s{0,4}:/g;
/** Values of such keys are sentences. */
const PROSE_KEY =
  /"(?:reason|reasoning|explanation|rationale|summary|description|comment|justification|message|feedback|text|analysis)[^"\n]{0,20}"\s{0,4}:/gi;
const PROSE_TOKENS = 35;
const PLACED_TOKENS = 3;
/** Entries of a list without a stated length. */
const REPEATED = { mean: 2, high: 6 } as const;

/** The braces at `from` and what they hold; undefined where they do not close within reach. */
function shapeAt(text: string, from: number): string | undefined {
  let [depth, isQuoted] = [0, false];
  const end = Math.min(text.length, from + SHAPE_UNITS);
  for (let at = from; at < end; at += 1) {
    const sign = text[at];
    if (sign === '"') isQuoted = !isQuoted;
    else if (isQuoted) continue;
    else if (sign === "{") depth += 1;
    else if (sign === "}" && (depth -= 1) === 0) return text.slice(from, at + 1);
  }
  return undefined;
}

function findShape(text: string): string | undefined {
  for (let from = text.indexOf("{"); from >= 0; from = text.indexOf("{", from + 1)) {
    const shape = shapeAt(text, from);
    if (shape === undefined) continue;
    const hasLead = SHAPE_LEAD.test(text.slice(Math.max(0, from - LEAD_UNITS), from));
    if (hasLead && shape.search(KEY) >= 0 && PLACEHOLDER.test(shape)) return shape;
    from += shape.length - 1;
  }
  return undefined;
}

/** One of several alternatives is written, and each placeholder is filled. */
function lengthOfShape(shape: string): TokenRange {
  const prose = shape.match(PROSE_KEY)?.length ?? 0;
  const filled = shape
    .replaceAll(/(?:\s{0,2}\|\s{0,2}(?:"[^"|\n]{0,80}"|[^|"\s,}\]]{1,40}))+/g, "")
    .replaceAll(/\s{2,}|\n/g, " ");
  const isRepeated = /\.{3}|…/.test(shape);
  const placed = filled.match(/<[^<>\n]{1,60}>|""|\.{3}|…/g)?.length ?? 0;
  const tokens = estimateTokens(filled, "o200k") + placed * PLACED_TOKENS + prose * PROSE_TOKENS;
  const median = isRepeated ? tokens * REPEATED.mean : tokens;
  return { low: tokens * 0.6, median, high: tokens * (isRepeated ? REPEATED.high : 1.8) };
}

const NAMED_KEYS = /\b(?:keys?|fields?|properties|property|attributes?)\b/i;
/** Objects of a list, whose number the text does not tell. */
const MANY = /\b(?:objects|list|array|each|every|all|per line|one per)\b/i;
const OBJECT_TOKENS = 4;
const KEY_TOKENS = 3.5;

function lengthOfKeys(text: string): TokenRange | undefined {
  if (!NAMED_KEYS.test(text) || MANY.test(text)) return undefined;
  const keys = columnsListed(text.slice(Math.max(0, text.search(NAMED_KEYS) - LEAD_UNITS)));
  if (keys.length < 2) return undefined;
  const values = keys.reduce((sum, key) => sum + tokensOfValue(key), 0);
  const median = OBJECT_TOKENS + values + KEY_TOKENS * keys.length;
  return { low: median * 0.6, median, high: median * 2 };
}

/** @param system how it wants the answer @param turn all of it @returns undefined where more than JSON may come */
export function readJsonLength(system: string, turn: string): TokenRange | undefined {
  const seen = capLines(system, turn, TEXT_LOOKED_AT);
  if (!MENTION.test(seen) || !ONLY.test(seen)) return undefined;
  const shape = findShape(seen);
  return shape === undefined ? lengthOfKeys(seen.split("\n\n", 1)[0] ?? "") : lengthOfShape(shape);
}
