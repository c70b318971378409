// How near the expected visible tokens come to those of an answer that was written, as a request is read: by way of the wire.
import { createContentReader } from "@signalbox/engine";
import type { RoutingModel } from "@signalbox/engine";
import { encode } from "gpt-tokenizer/encoding/o200k_base";

// A request whose answer has a known length: the answer itself was written, or follows from the request.
const LENGTH_KINDS = [
  "translate",
  "correct",
  "rewrite",
  "convert",
  "port",
  "annotate",
  "label",
  "extract",
  "rows",
  "summarise",
  "one word",
  "so many",
  "turn before",
  "house style",
] as const;
type LengthKind = (typeof LENGTH_KINDS)[number];

export interface LengthTurn {
  readonly role: "system" | "user" | "assistant";
  readonly content: string;
}

export interface LengthCase {
  readonly kind: LengthKind;
  readonly messages: readonly LengthTurn[];
  /** A whole answer, whose tokens are counted, or the number of them where a person judged it. */
  readonly answer: string | number;
}

export const user = (content: string): LengthTurn => ({ role: "user", content });
export const assistant = (content: string): LengthTurn => ({ role: "assistant", content });
export const system = (content: string): LengthTurn => ({ role: "system", content });

export function lengthCase(
  kind: LengthKind,
  asked: string | readonly LengthTurn[],
  answer: string | number,
): LengthCase {
  return { kind, messages: typeof asked === "string" ? [user(asked)] : asked, answer };
}

/** The same text again and again, a paragraph each time. */
export const times = (text: string, count: number, gap = "\n\n"): string =>
  Array.from({ length: count }, () => text).join(gap);

/** `count` lines, taken from a few by turns. */
export const linesOf = (lines: readonly string[], count: number): readonly string[] =>
  Array.from({ length: count }, (_, at) => lines[at % lines.length] ?? "");

/** Tokens of so many words of a language, by a text in it. */
export function answerTokens(prose: string, language: string, words: number): number {
  const parts = new Intl.Segmenter(language, { granularity: "word" }).segment(prose);
  const count = Array.from(parts).filter(({ isWordLike }) => isWordLike).length;
  return Math.round((encode(prose).length / count) * words);
}

interface MeasuredLength {
  readonly given: LengthCase;
  readonly tokens: number;
  readonly expected: { readonly low: number; readonly median: number; readonly high: number };
  readonly operation: string;
}

export interface LengthFigures {
  readonly cases: number;
  /** Shares of the cases. */
  readonly withinTwo: number;
  readonly held: number;
  /** Median of how many times too long or too short. */
  readonly medianFactor: number;
}

const FACTOR = 2;
/** "Yes" is one token, and an expected two is no error that anybody pays for. */
const TRIFLE = 3;

export function measureLengths(model: RoutingModel, cases: readonly LengthCase[]): readonly MeasuredLength[] {
  const reader = createContentReader(model);
  return cases.map((given) => {
    const { task } = reader.read({ messages: given.messages });
    if (task === null || task === undefined) throw new Error("The artefact reads no tasks.");
    const tokens = typeof given.answer === "number" ? given.answer : encode(given.answer).length;
    return { given, tokens, expected: task.tokens, operation: task.operation };
  });
}

export const factorOf = ({ tokens, expected: { median } }: MeasuredLength): number =>
  Math.max(tokens, TRIFLE) > Math.max(median, TRIFLE)
    ? Math.max(tokens, TRIFLE) / Math.max(median, TRIFLE)
    : Math.max(median, TRIFLE) / Math.max(tokens, TRIFLE);

const shareOf = <T>(list: readonly T[], holds: (one: T) => boolean): number =>
  list.filter(holds).length / Math.max(1, list.length);

export function figuresOf(measured: readonly MeasuredLength[]): LengthFigures {
  const factors = measured.map(factorOf).toSorted((a, b) => a - b);
  return {
    cases: measured.length,
    withinTwo: shareOf(factors, (factor) => factor <= FACTOR),
    held: shareOf(
      measured,
      ({ tokens, expected: { low, high } }) => tokens >= Math.floor(low) && tokens <= Math.ceil(high),
    ),
    medianFactor: factors[Math.floor(factors.length / 2)] ?? 1,
  };
}

export function figuresByKind(measured: readonly MeasuredLength[]): ReadonlyMap<LengthKind, LengthFigures> {
  return new Map(
    LENGTH_KINDS.map(
      (kind) => [kind, figuresOf(measured.filter(({ given }) => given.kind === kind))] as const,
    ),
  );
}
