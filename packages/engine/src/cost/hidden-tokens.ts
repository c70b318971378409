// Hidden tokens of a call: the level of the model's mode, moved to where the request is between a greeting and research.
// Places are logarithms of what the typical thinking model spends over what it spends on the reference question, graduate science.
import type { HiddenTokens, Mode, Operation } from "@signalbox/contracts";

import type { CandidateMode } from "../candidates/candidate-mode.ts";
import type { PromptEncoding } from "../reader/prompt-encoding.ts";

/** One share of what the request may turn out to be. */
export interface ThoughtPlace {
  readonly share: number;
  readonly place: number;
}

interface HiddenEstimate {
  readonly mean: number;
  readonly median: number;
  /** Ends of the 80 % interval. */
  readonly low: number;
  readonly high: number;
}

/** Levels of efforts of models that nothing is measured of. Printed by packages/lab/src/fits/build-mode-facts.ts. */
const EFFORT_LEVELS: Readonly<Partial<Record<Mode, HiddenTokens>>> = {
  low: { tokens: 1_230, growth: 0.72, ground: "family" },
  medium: { tokens: 4_290, growth: 1, ground: "family" },
  high: { tokens: 11_600, growth: 1.1, ground: "family" },
  xhigh: { tokens: 21_300, growth: 1.1, ground: "family" },
  thinking: { tokens: 7_720, growth: 0.95, ground: "family" },
};

/**
 * Deviations of the logarithm: of a level by what it rests on, measured on runs that were kept out,
 * and of single requests about the mean of their kind.
 */
const LEVEL_SD = { measured: 0.5, sibling: 0.7, family: 0.72 } as const;
const REQUEST_SD = 0.6;
const EIGHTY_PERCENT = 1.2816;
const TOKENS_MAX = 64_000;

/**
 * Below the easiest work that was measured, school exams, every mode thinks less in proportion: what little is thought on
 * trifles no longer tells modes apart.
 */
const EASIEST_MEASURED = -2.1;

/** Places of the five tiers of tasks. Measured kinds lie at: school exams -2.1, recall -1.3, instructions -.6, science 0, research 1.4. */
const TIER_PLACES = [-3.2, -2.1, -1.2, -0.5, 0.4] as const;
/**
 * Thought that an operation adds: recall and rewording take less thought than a proof that the same class of model is needed for.
 */
const OPERATION_PLACES: Readonly<Partial<Record<Operation, number>>> = {
  converse: -0.8,
  extract: -0.4,
  classify: -0.4,
  translate: -0.4,
  rewrite: -0.4,
  title: -0.4,
  summarise: -0.4,
  answer: -0.3,
  solve: 0.4,
};
export function thoughtPlaces({ task }: Pick<PromptEncoding, "task">): readonly ThoughtPlace[] {
  const added = OPERATION_PLACES[task.operation] ?? 0;
  return TIER_PLACES.map((place, tier) => ({ share: task.tiers[tier] ?? 0, place: place + added }));
}

/** @param logLevel logarithm of the level's tokens */
function logTokensAt(logLevel: number, growth: number, place: number): number {
  const measured = Math.max(place, EASIEST_MEASURED);
  return logLevel + growth * measured + (place - measured);
}

function levelOf({ mode, facts }: CandidateMode): HiddenTokens | undefined {
  return facts?.hidden ?? (facts === undefined ? EFFORT_LEVELS[mode] : undefined);
}

/** Hidden tokens of the reference question, graduate science; 0 where the mode does not think. */
export function referenceHidden(mode: CandidateMode | undefined): number {
  if (mode === undefined) return 0;
  return Math.min(mostHidden(mode), levelOf(mode)?.tokens ?? 0);
}

/** The most that is billed as thought: the budget that the request or the name states, else what any model was seen to think. */
function mostHidden({ budgetTokens = Infinity }: CandidateMode): number {
  return Math.min(budgetTokens, TOKENS_MAX);
}

/** Nothing where the mode does not think; what the effort usually takes where the model is not known. */
export function hiddenTokensOf(
  mode: CandidateMode,
  places: readonly ThoughtPlace[],
): HiddenEstimate | undefined {
  const level = levelOf(mode);
  if (level === undefined) return undefined;
  const most = mostHidden(mode);
  const logLevel = Math.log(level.tokens);
  let mean = 0;
  let middle = 0;
  let square = 0;
  for (const { share, place } of places) {
    const log = logTokensAt(logLevel, level.growth, place);
    mean += share * Math.min(most, Math.exp(log));
    middle += share * log;
    square += share * log * log;
  }
  const sd = Math.sqrt(Math.max(0, square - middle * middle) + LEVEL_SD[level.ground] ** 2 + REQUEST_SD ** 2);
  // Levels are means over requests, which lie above the median of their lognormal spread.
  const centre = middle - REQUEST_SD ** 2 / 2;
  const held = (tokens: number): number => Math.min(most, tokens);
  return {
    mean,
    median: held(Math.exp(centre)),
    low: held(Math.exp(centre - EIGHTY_PERCENT * sd)),
    high: held(Math.exp(centre + EIGHTY_PERCENT * sd)),
  };
}
