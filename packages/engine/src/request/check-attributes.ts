// The attributes of a candidate that the engine understands; all others stay free for preference rules.
// A wrong value of an understood attribute is reported, never guessed at: a context length of "lots" would route wrongly in silence.
import { isRecord, SELECT_LIMITS } from "@signalbox/contracts";

import type { Faults } from "./validation.ts";
import { addFault } from "./validation.ts";

type Attributes = Readonly<Record<string, unknown>>;

interface Range {
  readonly min: number;
  readonly max: number;
}

const { tokensMax, latencySMax, tokensPerSecondMin, tokensPerSecondMax } = SELECT_LIMITS;
const TOKENS: Range = { min: 1, max: tokensMax };
const SHARE: Range = { min: 0, max: 1 };
const RANGES: readonly (readonly [name: string, range: Range])[] = [
  ["context_length", TOKENS],
  ["max_output_tokens", TOKENS],
  ["tokens_per_second", { min: tokensPerSecondMin, max: tokensPerSecondMax }],
  ["time_to_first_token", { min: 0, max: latencySMax }],
  ["quality", SHARE],
];

/** Names with a meaning of their own; every other attribute is the caller's. */
export const UNDERSTOOD_ATTRIBUTES: readonly string[] = [
  ...RANGES.map(([name]) => name),
  "modalities",
  "supports_tools",
  "benchmarks",
];

function isWithin(value: unknown, { min, max }: Range): value is number {
  return typeof value === "number" && value >= min && value <= max;
}

const BENCHMARKS_MAX = 64;

/** Adds one fault for every understood attribute that has a value it cannot have. */
export function checkAttributes(attributes: Attributes, location: string, faults: Faults): void {
  for (const [name, range] of RANGES) {
    const value = attributes[name];
    if (value === undefined || value === null || isWithin(value, range)) continue;
    addFault(faults, {
      location: `${location}.${name}`,
      message: `It must be a number from ${range.min} to ${range.max}.`,
      fix: range === SHARE ? "Divide percentages by 100." : "Correct it, or leave it out when unknown.",
    });
  }
  const tools = attributes["supports_tools"];
  if (tools !== undefined && tools !== null && typeof tools !== "boolean")
    addFault(faults, {
      location: `${location}.supports_tools`,
      message: "This value is not possible.",
      fix: "Send true or false.",
    });
  checkModalities(attributes["modalities"], `${location}.modalities`, faults);
  checkBenchmarks(attributes["benchmarks"], `${location}.benchmarks`, faults);
}

function checkModalities(value: unknown, location: string, faults: Faults): void {
  if (value === undefined || value === null) return;
  if (Array.isArray(value) && value.every((item) => typeof item === "string")) return;
  addFault(faults, {
    location,
    message: "This value is not possible.",
    fix: 'Send an array such as ["text", "image"].',
  });
}

function checkBenchmarks(value: unknown, location: string, faults: Faults): void {
  if (value === undefined || value === null) return;
  const scores = isRecord(value) ? Object.values(value) : undefined;
  const isValid =
    scores !== undefined &&
    scores.length <= BENCHMARKS_MAX &&
    scores.every((score) => score === null || isWithin(score, SHARE));
  if (!isValid)
    addFault(faults, {
      location,
      message: `Benchmarks are at most ${BENCHMARKS_MAX} scores by name.`,
      fix: 'Send scores from 0 to 1, such as { "mmlu_pro": 0.78 }.',
    });
}
