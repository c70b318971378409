// The measures that charts are drawn in. A value is said with the digits that it deserves; the label of a tick says all of its
// digits, since it represents one place on the axis.
import { compact, percent, seconds, usdRound } from "./format.ts";

export interface Unit {
  readonly say: (value: number | null) => string;
  readonly tick: (value: number) => string;
}

/** Ticks are round numbers; what comes after these digits is the dust of binary fractions. */
const DIGITS = 10;

function digits(value: number): string {
  return Number(value.toPrecision(DIGITS)).toLocaleString("en-US", { maximumFractionDigits: 20 });
}

const SCALES = [
  [1e9, "B"],
  [1e6, "M"],
  [1e4, "K"],
] as const;

function countTick(value: number): string {
  const [scale, letter] = SCALES.find(([least]) => Math.abs(value) >= least) ?? [1, ""];
  return `${digits(value / (letter === "K" ? 1000 : scale))}${letter}`;
}

function secondsTick(value: number): string {
  return Math.abs(value) < 0.1 && value !== 0 ? `${digits(value * 1000)} ms` : `${digits(value)} s`;
}

function usdTick(value: number): string {
  return `${value < 0 ? "-" : ""}$${digits(Math.abs(value))}`;
}

const signed =
  (tick: (value: number) => string) =>
  (value: number): string =>
    `${value > 0 ? "+" : ""}${tick(value)}`;

export const USD: Unit = { say: usdRound, tick: usdTick };
export const SECONDS: Unit = { say: seconds, tick: secondsTick };
export const SHARE: Unit = { say: (value) => percent(value, 1), tick: (value) => `${digits(value * 100)} %` };
export const COUNT: Unit = { say: compact, tick: countTick };

/** Labels of differences, with their sign. */
export const TICKS = {
  points: signed((value) => `${digits(value * 100)} points`),
  usdPerThousand: signed((value) => usdTick(value * 1000)),
  seconds: signed(secondsTick),
} as const;
