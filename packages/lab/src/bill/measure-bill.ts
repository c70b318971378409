// How close is the expected bill? Estimated tokens against recorded ones, at the price that was really charged.
// Prices and the hidden part of the input are learned on the train part of the source; the rest judges.

import {
  INPUT_SPREAD,
  billEnds,
  createConversationCounter,
  userMessage,
  visibleTokensOf,
  type OutputTokenEstimate,
  type PromptEncoding,
} from "@signalbox/engine/internals";
import { medianOf } from "@signalbox/engine/numerics";
import type { Dataset } from "../data/index.ts";
import type { ArtefactView } from "../artefact-view.ts";
import { callModel } from "../data/csv-rows.ts";
import { valueAt } from "../arrays/value-at.ts";

// Recorded calls of one source as a bill needs them, with what the product estimates for each.

export interface BillCall {
  readonly model: number;
  readonly task: number;
  /** NaN where the source records none. @unit USD */
  readonly cost: number;
  /** NaN where the source records none. */
  readonly inputTokens: number;
  readonly outputTokens: number;
  readonly estimatedInput: number;
  readonly output: OutputTokenEstimate;
  readonly isDemanded: boolean;
}

interface PromptReading {
  readonly encoding: PromptEncoding;
  readonly countTokens: ReturnType<typeof createConversationCounter>;
}

function readPrompt(view: ArtefactView, text: string): PromptReading {
  return { encoding: view.encode(text), countTokens: createConversationCounter([userMessage(text)], []) };
}

interface CallRequest {
  readonly source: string;
  /** Which prompts to read. */
  readonly has: (prompt: number) => boolean;
}

/** Every prompt goes the way of a request: conversation reader, encoder, token counter. Only visible tokens are estimated. */
function readCalls(dataset: Dataset, view: ArtefactView, request: CallRequest): BillCall[] {
  const { prompts, outcomes } = dataset;
  const source = dataset.sources.indexOf(request.source);
  const readings = new Map<number, PromptReading>();
  const tokenizers = dataset.models.map((model) => {
    if (model.source !== request.source) return undefined;
    return callModel(model, view.catalog)?.facts?.tokenizer ?? ("unknown" as const);
  });
  const calls: BillCall[] = [];
  for (let index = 0; index < outcomes.count; index += 1) {
    const prompt = valueAt(outcomes.prompt, index);
    const tokenizer = tokenizers[valueAt(outcomes.model, index)];
    const outputTokens = valueAt(outcomes.outputTokens, index);
    if (prompts.source[prompt] !== source || tokenizer === undefined) continue;
    if (!(outputTokens > 0) || !request.has(prompt)) continue;
    const reading = readings.get(prompt) ?? readPrompt(view, valueAt(prompts.text, prompt));
    readings.set(prompt, reading);
    const { encoding } = reading;
    calls.push({
      model: valueAt(outcomes.model, index),
      task: valueAt(prompts.task, prompt),
      cost: valueAt(outcomes.costUsd, index),
      inputTokens: valueAt(outcomes.inputTokens, index),
      outputTokens,
      estimatedInput: reading.countTokens(tokenizer),
      output: visibleTokensOf(encoding),
      isDemanded: encoding.demanded !== undefined,
    });
  }
  return calls;
}

// The price of a token, from the calls themselves: weighted least squares of cost on tokens, relative errors.

/** @unit USD per token */
interface Prices {
  readonly input: number;
  readonly output: number;
}

/** Some recorded costs hold a second call beside the answer; the cheapest calls for their tokens hold none. */
const CHEAPEST_SHARE = 0.4;

export const inputOf = (call: BillCall): number =>
  Number.isNaN(call.inputTokens) ? call.estimatedInput : call.inputTokens;

function leastSquares(calls: readonly BillCall[]): Prices {
  let [xx, xy, yy, xc, yc] = [0, 0, 0, 0, 0];
  for (const call of calls) {
    const x = inputOf(call) / call.cost;
    const y = call.outputTokens / call.cost;
    xx += x * x;
    xy += x * y;
    yy += y * y;
    xc += x;
    yc += y;
  }
  const determinant = xx * yy - xy * xy;
  const input = (xc * yy - yc * xy) / determinant;
  const output = (yc * xx - xc * xy) / determinant;
  const isSound = Number.isFinite(input) && input > 0 && output > 0;
  return isSound ? { input, output } : { input: xc / xx, output: xc / xx };
}

/** Recovers the prices. Where input tokens are not recorded the estimated ones take their place, over all calls. */
export function recoverPrices(calls: readonly BillCall[]): Prices {
  const paid = calls.filter(({ cost }) => cost > 0);
  if (paid.some(({ inputTokens }) => Number.isNaN(inputTokens))) return leastSquares(paid);
  const perToken = (call: BillCall): number => call.cost / (call.inputTokens + call.outputTokens);
  const sorted = paid.toSorted((a, b) => perToken(a) - perToken(b));
  let prices = leastSquares(sorted.slice(0, Math.ceil(sorted.length * CHEAPEST_SHARE)));
  for (let round = 0; round < 5; round += 1) {
    const near = paid.filter(
      (call) => Math.abs(billOf(prices, inputOf(call), call.outputTokens) / call.cost - 1) < 0.03,
    );
    if (near.length > 20) prices = leastSquares(near);
  }
  return prices;
}

export function billOf({ input, output }: Prices, inputTokens: number, outputTokens: number): number {
  return inputTokens * input + outputTokens * output;
}

/** Errors are medians of |estimated - real| / real; NaN where the source does not record what they need. */
export interface BillFigures {
  readonly source: string;
  readonly calls: number;
  /** Against the cost as recorded. */
  readonly recordedError: number;
  /** Against the recorded tokens of the call at the recovered price. */
  readonly billError: number;
  /** The same once the hidden prompt of each task is counted. */
  readonly billErrorFramed: number;
  /** The cost as recorded, with the hidden prompt counted. */
  readonly recordedErrorFramed: number;
  readonly inputError: number;
  readonly inputErrorFramed: number;
  /** Share of calls whose recorded cost is within 3 % of what their recorded tokens cost. */
  readonly explained: number;
  /** Share of real bills inside the 80 % interval, with the hidden prompt counted; NaN where the source records no costs. */
  readonly billCoverage: number;
  /** Share of real output counts inside their own interval: all, where the prompt demands a length, where it does not. */
  readonly coverage: number;
  readonly coverageDemanded: number;
  readonly coverageFree: number;
  readonly demanded: number;
}

interface BillRequest {
  readonly source: string;
  /** Prompts that prices and hidden prompts are learned on. */
  readonly isTrain: (prompt: number) => boolean;
  /** Prompts that are judged; never those of `isTrain`. */
  readonly isJudged: (prompt: number) => boolean;
}

type FrameOf = (call: BillCall) => number;

function groupBy<K>(calls: readonly BillCall[], keyOf: (call: BillCall) => K): Map<K, BillCall[]> {
  const groups = new Map<K, BillCall[]>();
  for (const call of calls) {
    const group = groups.get(keyOf(call));
    if (group === undefined) groups.set(keyOf(call), [call]);
    else group.push(call);
  }
  return groups;
}

/** Recorded less estimated input tokens: a system prompt and chat template that the records count but do not show. */
function learnFrames(train: readonly BillCall[]): FrameOf {
  const keyOf = (call: BillCall): string => `${call.model}/${call.task}`;
  const frames = new Map(
    [...groupBy(train, keyOf)].map(([key, calls]) => [
      key,
      medianOf(calls.map(({ inputTokens, estimatedInput }) => inputTokens - estimatedInput)),
    ]),
  );
  return (call) => frames.get(keyOf(call)) || 0;
}

/** A call with the prices that were charged and the hidden prompt of its task, both learned on other prompts. */
export interface PricedCall {
  readonly call: BillCall;
  readonly prices: Prices;
  /** @unit tokens */
  readonly frame: number;
}

const outputMean = ({ output }: BillCall): number => output.visibleMean;

/** The charge: the recorded tokens at the recovered price, or the cost itself where input tokens are not recorded. */
function realBill({ call, prices }: PricedCall): number {
  return Number.isNaN(call.inputTokens) ? call.cost : billOf(prices, inputOf(call), call.outputTokens);
}

/** Whether the real bill is in the interval that the product tells. */
export function isBillCovered(priced: PricedCall, inputSpread: number): boolean {
  const { call, prices, frame } = priced;
  const ofOutput = (tokens: number): number => billOf(prices, 0, tokens);
  const parts = {
    input: billOf(prices, call.estimatedInput + frame, 0),
    output: ofOutput(outputMean(call)),
    outputLow: ofOutput(call.output.low),
    outputHigh: ofOutput(call.output.high),
  };
  const { low, high } = billEnds(parts, inputSpread);
  const real = realBill(priced);
  return low <= real && real <= high;
}

interface Judgement {
  readonly call: BillCall;
  readonly recorded: number;
  readonly bill: number;
  readonly billFramed: number;
  readonly recordedFramed: number;
  readonly input: number;
  readonly inputFramed: number;
  readonly isExplained: boolean;
  readonly isBillCovered: boolean;
  readonly isCovered: boolean;
}

const off = (estimated: number, real: number): number => Math.abs(estimated - real) / real;

function judge(priced: PricedCall): Judgement {
  const { call, prices, frame } = priced;
  const { low, high } = call.output;
  const estimated = billOf(prices, call.estimatedInput, outputMean(call));
  const framed = billOf(prices, call.estimatedInput + frame, outputMean(call));
  const real = realBill(priced);
  return {
    call,
    recorded: off(estimated, call.cost),
    recordedFramed: off(framed, call.cost),
    bill: off(estimated, real),
    billFramed: off(framed, real),
    input: off(call.estimatedInput, call.inputTokens),
    inputFramed: off(call.estimatedInput + frame, call.inputTokens),
    isExplained: off(billOf(prices, inputOf(call), call.outputTokens), call.cost) < 0.03,
    isBillCovered: isBillCovered(priced, INPUT_SPREAD),
    isCovered: low <= call.outputTokens && call.outputTokens <= high,
  };
}

function shareOf(judged: readonly Judgement[], has: (judgement: Judgement) => boolean): number {
  return judged.length === 0 ? Number.NaN : judged.filter(has).length / judged.length;
}

/** Calls of the judged prompts; prices and hidden prompts come from the train prompts. */
export function readPricedCalls(dataset: Dataset, view: ArtefactView, request: BillRequest): PricedCall[] {
  const { source, isTrain, isJudged } = request;
  const train = readCalls(dataset, view, { source, has: isTrain });
  const frameOf = learnFrames(train);
  const pricesOf = new Map(
    [...groupBy(train, ({ model }) => model)].map(([key, calls]) => [key, recoverPrices(calls)]),
  );
  return readCalls(dataset, view, { source, has: isJudged }).flatMap((call) => {
    const prices = pricesOf.get(call.model);
    return prices === undefined ? [] : [{ call, prices, frame: frameOf(call) }];
  });
}

export function measureBill(dataset: Dataset, view: ArtefactView, request: BillRequest): BillFigures {
  const { isTrain, isJudged, source } = request;
  const isLearned = (prompt: number): boolean => isTrain(prompt) && !isJudged(prompt);
  const judged = readPricedCalls(dataset, view, { ...request, isTrain: isLearned }).map(judge);
  const errorOf = (read: (judgement: Judgement) => number): number => medianOf(judged.map(read));
  const isCovered = (judgement: Judgement): boolean => judgement.isCovered;
  const demanded = judged.filter(({ call }) => call.isDemanded);
  const free = judged.filter(({ call }) => !call.isDemanded);
  const hasCosts = judged.some(({ call }) => call.cost > 0);
  return {
    source,
    calls: judged.length,
    recordedError: errorOf(({ recorded }) => recorded),
    recordedErrorFramed: errorOf(({ recordedFramed }) => recordedFramed),
    billError: errorOf(({ bill }) => bill),
    billErrorFramed: errorOf(({ billFramed }) => billFramed),
    inputError: errorOf(({ input }) => input),
    inputErrorFramed: errorOf(({ inputFramed }) => inputFramed),
    explained: shareOf(judged, ({ isExplained }) => isExplained),
    billCoverage: hasCosts ? shareOf(judged, ({ isBillCovered }) => isBillCovered) : Number.NaN,
    coverage: shareOf(judged, isCovered),
    coverageDemanded: shareOf(demanded, isCovered),
    coverageFree: shareOf(free, isCovered),
    demanded: demanded.length / judged.length,
  };
}
