// The attributes of an entry that the engine understands; all others stay free for preference rules.
// A wrong value of an understood attribute is told, never guessed at: a context length of "lots" would route wrongly in silence.
import type { Modality } from "@signalbox/contracts";

import type { Faults } from "../conversation/validation.ts";
import { addFault, isRecord } from "../conversation/validation.ts";

type Attributes = Readonly<Record<string, unknown>>;

interface NumberRule {
  readonly isValid: (value: number) => boolean;
  readonly fix: string;
}

const POSITIVE: NumberRule = { isValid: (value) => value > 0, fix: "Send a number above 0." };
const NOT_NEGATIVE: NumberRule = { isValid: (value) => value >= 0, fix: "Send a number of at least 0." };
const SHARE: NumberRule = {
  isValid: (value) => value >= 0 && value <= 1,
  fix: "Send a number from 0 to 1 (divide percentages by 100).",
};
const NUMBER_RULES: readonly (readonly [name: string, rule: NumberRule])[] = [
  ["context_length", POSITIVE],
  ["max_output_tokens", POSITIVE],
  ["tokens_per_second", POSITIVE],
  ["time_to_first_token", NOT_NEGATIVE],
  ["quality", SHARE],
];
const BENCHMARKS_MAX = 64;

/** Adds one fault for every understood attribute that has a value it cannot have. */
export function checkAttributes(attributes: Attributes, location: string, faults: Faults): void {
  for (const [name, rule] of NUMBER_RULES) {
    const value = attributes[name];
    if (value === undefined || value === null) continue;
    if (typeof value !== "number" || !Number.isFinite(value) || !rule.isValid(value))
      addFault(faults, {
        location: `${location}.${name}`,
        message: "This value is not possible.",
        fix: rule.fix,
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
    scores.every((score) => score === null || (typeof score === "number" && SHARE.isValid(score)));
  if (!isValid)
    addFault(faults, {
      location,
      message: `Benchmarks are at most ${BENCHMARKS_MAX} scores by name.`,
      fix: 'Send scores from 0 to 1, such as { "mmlu_pro": 0.78 }.',
    });
}

export function numberOf(attributes: Attributes, name: string): number | undefined {
  const value = attributes[name];
  return typeof value === "number" && Number.isFinite(value) ? value : undefined;
}

export function booleanOf(attributes: Attributes, name: string): boolean | undefined {
  const value = attributes[name];
  return typeof value === "boolean" ? value : undefined;
}

/** The stated modalities; `undefined` when none are stated. Names of no known modality are dropped. */
export function modalitiesOf(attributes: Attributes): readonly Modality[] | undefined {
  const value = attributes["modalities"];
  if (!Array.isArray(value)) return undefined;
  return (value as readonly unknown[]).filter(isModality);
}

function isModality(value: unknown): value is Modality {
  return value === "text" || value === "image" || value === "audio" || value === "video" || value === "file";
}

/** Own scores by benchmark name; empty when none are stated. */
export function benchmarksOf(attributes: Attributes): Readonly<Record<string, number>> {
  const value = attributes["benchmarks"];
  if (!isRecord(value)) return NO_SCORES;
  const scores: Record<string, number> = {};
  for (const [name, score] of Object.entries(value))
    if (typeof score === "number" && Number.isFinite(score)) scores[name] = score;
  return scores;
}

const NO_SCORES: Readonly<Record<string, number>> = Object.freeze({});
