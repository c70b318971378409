// Expected output tokens: log(1 + visible) is linear in the hidden units plus one offset a model.
// Hidden reasoning tokens are recorded nowhere in the data: they follow a stated assumption on difficulty.
import type { OutputTokenEstimate } from "../model/routing-model.ts";

/** Fitted constants, in the order of the tensor "outputTokens". */
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
  readonly difficulty: number;
}

/** 80 % of a normal distribution lies within this many deviations. */
const EIGHTY_PERCENT = 1.2816;
const TOKENS_MAX = 64_000;

const held = (tokens: number): number => Math.min(TOKENS_MAX, Math.max(1, tokens));

/** @param constants see OUTPUT_TOKEN_CONSTANTS */
export function estimateOutputTokens(constants: Float32Array, input: OutputTokenInput): OutputTokenEstimate {
  const [residualSd = 1, plainOffset = 0, reasoningOffset = 0] = constants;
  const [, , , hiddenFloor = 0, hiddenGrowth = 0, hiddenSd = 1] = constants;
  const offset = input.modelOffset ?? (input.isReasoning ? reasoningOffset : plainOffset);
  const centre = input.promptLog + offset;
  const visibleMean = held(Math.expm1(centre + residualSd ** 2 / 2));
  if (!input.isReasoning) {
    const low = held(Math.expm1(centre - EIGHTY_PERCENT * residualSd));
    const high = held(Math.expm1(centre + EIGHTY_PERCENT * residualSd));
    return { visibleMean, hiddenMean: 0, low, high };
  }
  const hiddenCentre = hiddenFloor + hiddenGrowth * input.difficulty;
  const hiddenMean = held(Math.exp(hiddenCentre + hiddenSd ** 2 / 2));
  const middle = Math.log(Math.exp(hiddenCentre) + Math.expm1(centre));
  const low = held(Math.exp(middle - EIGHTY_PERCENT * hiddenSd));
  const high = held(Math.exp(middle + EIGHTY_PERCENT * hiddenSd));
  return { visibleMean, hiddenMean, low, high };
}
