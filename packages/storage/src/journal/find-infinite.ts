// Sums over an hour would carry one infinite number for ever, and PostgreSQL refuses the whole batch for it.
import { SignalboxError } from "@signalbox/contracts";

import type { DecisionRow } from "../interface/decisions.ts";

const NUMBERS = [
  "createdAtMs",
  "turn",
  "difficulty",
  "success",
  "spread",
  "usd",
  "seconds",
  "inputTokens",
  "propensity",
  "decideUs",
] as const satisfies readonly (keyof DecisionRow)[];

const isInfinite = (value: number | null): boolean => value !== null && !Number.isFinite(value);

/** The refusal of a row with a number that cannot be kept; undefined for every other row. */
export function findInfinite(row: DecisionRow): SignalboxError | undefined {
  const { ranking } = row.record;
  const name = NUMBERS.find((column) => isInfinite(row[column]));
  const candidate = ranking.find(({ usd, success }) => isInfinite(usd) || isInfinite(success));
  if (name === undefined && candidate === undefined) return undefined;
  const what = name ?? "a candidate's estimate";
  return new SignalboxError(
    "validation_failed",
    `The decision cannot be kept: ${what} is not a finite number.`,
  );
}
