// Expected output tokens: log(1 + visible) is linear in the hidden units plus one offset a model.
// Visible tokens alone: hidden ones belong to the mode of a call, see cost/hidden-tokens.ts.
import type { DemandedLength } from "../../conversation/demanded-length.ts";
import type { OutputTokenEstimate } from "../routing-model.ts";

/** Fitted constants, in the order of the tensor "outputTokens"; those of hidden tokens are no longer read. */
export const OUTPUT_TOKEN_CONSTANTS = [
  "residualSd",
  "plainOffset",
  "reasoningOffset",
  "hiddenFloor",
  "hiddenGrowth",
  "hiddenSd",
] as const;

export interface OutputTokenInput {
  /** Linear prediction for the prompt. */
  readonly promptLog: number;
  /** Offset of the model, or undefined when it has none. */
  readonly modelOffset: number | undefined;
  readonly isReasoning: boolean;
  /** @range 0..1 */
  readonly familiarity: number;
  readonly demanded: DemandedLength | undefined;
}

/**
 * Where the mean and the ends of the 80 % interval lie, in residual deviations from the centre, on prompts of sources the regression
 * did not learn from or kept apart; every source counts alike. Fitted by packages/lab/src/studies/bill/fit-output-shape.ts.
 */
export const OUTPUT_SHAPE = { mean: 0.82, low: -1.01, high: 1.52, strangeGrowth: 1 } as const;

const TOKENS_MAX = 64_000;

const held = (tokens: number): number => Math.min(TOKENS_MAX, Math.max(1, tokens));

interface Visible {
  readonly mean: number;
  readonly low: number;
  readonly high: number;
}

/** What the words demand, else what such prompts got from such models. */
function visibleOf(constants: Float32Array, input: OutputTokenInput): Visible {
  if (input.demanded !== undefined) return input.demanded;
  const [residualSd = 1, plainOffset = 0, reasoningOffset = 0] = constants;
  const offset = input.modelOffset ?? (input.isReasoning ? reasoningOffset : plainOffset);
  const centre = input.promptLog + offset;
  const sd = residualSd * (1 + OUTPUT_SHAPE.strangeGrowth * (1 - input.familiarity));
  return {
    mean: held(Math.expm1(centre + OUTPUT_SHAPE.mean * residualSd)),
    low: held(Math.expm1(centre + OUTPUT_SHAPE.low * sd)),
    high: held(Math.expm1(centre + OUTPUT_SHAPE.high * sd)),
  };
}

/** @param constants see OUTPUT_TOKEN_CONSTANTS */
export function estimateOutputTokens(constants: Float32Array, input: OutputTokenInput): OutputTokenEstimate {
  const { mean: visibleMean, low, high } = visibleOf(constants, input);
  return { visibleMean, hiddenMean: 0, low, high };
}
