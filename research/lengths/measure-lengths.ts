// How near the expected visible tokens come to those of an answer that was written, as a request is read: by way of the wire.
import { createContentReader } from "@signalbox/engine";
import type { RoutingModel } from "@signalbox/engine";
import { encode } from "gpt-tokenizer/encoding/o200k_base";

import { LENGTH_KINDS } from "./length-case.ts";
import type { LengthCase, LengthKind } from "./length-case.ts";

export interface MeasuredLength {
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
