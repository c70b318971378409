// The expected bill of one call: fresh and cached input, visible and hidden output, by the tier that applies.
// @source usd = p_call + fresh * p_in + written * (p_write - p_in) + cached * p_cache + audio * (p_audio - p_in) + E[visible + hidden] * p_out
import type { CandidatePrices } from "../candidates/candidate.ts";
import type { OutputTokenEstimate } from "./output-estimate.ts";
import { hypotOf } from "../numerics/index.ts";

export interface Usage {
  readonly inputTokens: number;
  /** Part of the input that the provider's prompt cache holds. @range 0..inputTokens */
  readonly cachedInputTokens: number;
  /** Part of the fresh input that the prompt cache takes in for later turns; absent = none. */
  readonly writtenInputTokens?: number;
  /** Part of the input by the model's own rule for pictures, over that of its tokenizer; absent = none. */
  readonly ownImageTokens?: number;
  /** Part of the input that is speech; absent = none. */
  readonly audioTokens?: number;
  /** Half of the 80 % interval of the input, as a share of it; absent = that of counted text. */
  readonly inputSpread?: number;
  readonly output: OutputTokenEstimate;
}

/** @unit USD; every member is undefined when the input or the output price is unknown */
export interface Bill {
  readonly usd: number | undefined;
  /** Ends of the 80 % interval. */
  readonly usdLow: number | undefined;
  readonly usdHigh: number | undefined;
}

/**
 * Half of the 80 % interval of counted input tokens, as a share of them: no count is exact without the provider's own tokenizer.
 * Fitted by packages/lab/src/bill/fit-input-spread.ts.
 */
export const INPUT_SPREAD = 0.035;

const UNKNOWN_BILL: Bill = { usd: undefined, usdLow: undefined, usdHigh: undefined };
const TOKENS_PER_PRICE = 1e6;

export function expectedBill(prices: CandidatePrices, usage: Usage): Bill {
  const rates = ratesFor(prices, usage.inputTokens);
  if (rates === undefined) return UNKNOWN_BILL;
  const cached = Math.min(usage.cachedInputTokens, usage.inputTokens);
  const fresh = usage.inputTokens - cached;
  const written = Math.min(usage.writtenInputTokens ?? 0, fresh);
  const perMTok = (fresh - written) * rates.input + written * rates.write + cached * rates.cached;
  const audio =
    usage.audioTokens === undefined
      ? 0
      : usage.audioTokens * audioSurcharge(prices, rates, cached / usage.inputTokens);
  const input = (perMTok + audio) / TOKENS_PER_PRICE;
  const call = prices.callUsd ?? 0;
  const perOutputToken = rates.output / TOKENS_PER_PRICE;
  const { visibleMean, hiddenMean, low, high } = usage.output;
  const parts = {
    input,
    output: (visibleMean + hiddenMean) * perOutputToken,
    outputLow: low * perOutputToken,
    outputHigh: high * perOutputToken,
  };
  const ends = billEnds(parts, usage.inputSpread ?? INPUT_SPREAD);
  return { usd: call + input + parts.output, usdLow: call + ends.low, usdHigh: call + ends.high };
}

/** Price of speech above that of other input; 0 where none is known. @param cachedShare of all input @unit USD per 1M tokens */
function audioSurcharge(prices: CandidatePrices, rates: Rates, cachedShare: number): number {
  const { audioUsdPerMTok: fresh = rates.input, cachedAudioUsdPerMTok: cached = fresh } = prices;
  return (
    (1 - cachedShare) * Math.max(0, fresh - rates.input) + cachedShare * Math.max(0, cached - rates.cached)
  );
}

/** @unit USD */
interface BillParts {
  readonly input: number;
  readonly output: number;
  readonly outputLow: number;
  readonly outputHigh: number;
}

/**
 * Ends of the 80 % interval of the whole bill. Input and output err independently of each other, so the squares of their
 * distances add.
 */
export function billEnds(
  { input, output, outputLow, outputHigh }: BillParts,
  inputSpread: number,
): { readonly low: number; readonly high: number } {
  const usd = input + output;
  const away = inputSpread * input;
  return {
    low: Math.max(0, usd - hypotOf(away, Math.max(0, output - outputLow))),
    high: usd + hypotOf(away, Math.max(0, outputHigh - output)),
  };
}

interface Rates {
  readonly input: number;
  readonly cached: number;
  readonly write: number;
  readonly output: number;
}

/** The highest tier that the input has passed bills the whole request; what a tier leaves out stays at the base price. */
function ratesFor(prices: CandidatePrices, inputTokens: number): Rates | undefined {
  let { inputUsdPerMTok: input, cachedUsdPerMTok: cached, outputUsdPerMTok: output } = prices;
  let write = prices.cacheWriteUsdPerMTok;
  let above = -1;
  for (const tier of prices.tiers) {
    if (inputTokens <= tier.aboveInputTokens || tier.aboveInputTokens <= above) continue;
    above = tier.aboveInputTokens;
    input = tier.inputUsdPerMTok ?? prices.inputUsdPerMTok;
    cached = tier.cachedInputUsdPerMTok ?? tier.inputUsdPerMTok ?? prices.cachedUsdPerMTok;
    write = tier.cacheWriteUsdPerMTok ?? tier.inputUsdPerMTok ?? prices.cacheWriteUsdPerMTok;
    output = tier.outputUsdPerMTok ?? prices.outputUsdPerMTok;
  }
  if (input === undefined || output === undefined) return undefined;
  return { input, cached: cached ?? input, write: write ?? input, output };
}

/**
 * Prices used where none is known: those of an expensive frontier model, so that an unknown price never wins by being unknown.
 * They order candidates and are never shown as a price.
 */
const PRESUMED_USD_PER_MTOK = { input: 15, output: 75 };

/** @param outputTokens visible and hidden ones @unit USD */
export function presumedUsd(inputTokens: number, outputTokens: number): number {
  const { input, output } = PRESUMED_USD_PER_MTOK;
  return (inputTokens * input + outputTokens * output) / 1e6;
}

/** A mid-sized model's, by which bills are called large or small. */
const USUAL_USD_PER_MTOK = { input: 1, output: 4 };

/** Never nothing, so that a bill of nothing compares as well. @unit USD */
export function usualUsdOf(inputTokens: number, visibleTokens: number): number {
  return (
    (Math.max(1, inputTokens) * USUAL_USD_PER_MTOK.input + visibleTokens * USUAL_USD_PER_MTOK.output) / 1e6
  );
}
