// How close is the expected bill? Estimated tokens against recorded ones, at the price that was really charged.
// Prices and the hidden part of the input are learned on the train part of the source; the rest judges.
import type { Dataset } from "../data/index.ts";
import type { ArtefactView } from "../stack/artefact-view.ts";
import { median } from "./quantile.ts";
import { readCalls } from "./read-calls.ts";
import type { BillCall } from "./read-calls.ts";
import { billOf, inputOf, recoverPrices } from "./recover-prices.ts";
import type { Prices } from "./recover-prices.ts";

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
  /** Share of real output counts inside the 80 % interval: all, where the prompt demands a length, where it does not. */
  readonly coverage: number;
  readonly coverageDemanded: number;
  readonly coverageFree: number;
  readonly demanded: number;
}

export interface BillRequest {
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
      median(calls.map(({ inputTokens, estimatedInput }) => inputTokens - estimatedInput)),
    ]),
  );
  return (call) => frames.get(keyOf(call)) || 0;
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
  readonly isCovered: boolean;
}

const off = (estimated: number, real: number): number => Math.abs(estimated - real) / real;

function judge(call: BillCall, prices: Prices, frame: number): Judgement {
  const { visibleMean, low, high } = call.output;
  const estimated = billOf(prices, call.estimatedInput, visibleMean);
  const framed = billOf(prices, call.estimatedInput + frame, visibleMean);
  const ofTokens = billOf(prices, inputOf(call), call.outputTokens);
  const real = Number.isNaN(call.inputTokens) ? call.cost : ofTokens;
  return {
    call,
    recorded: off(estimated, call.cost),
    recordedFramed: off(framed, call.cost),
    bill: off(estimated, real),
    billFramed: off(framed, real),
    input: off(call.estimatedInput, call.inputTokens),
    inputFramed: off(call.estimatedInput + frame, call.inputTokens),
    isExplained: off(ofTokens, call.cost) < 0.03,
    isCovered: low <= call.outputTokens && call.outputTokens <= high,
  };
}

function shareOf(judged: readonly Judgement[], has: (judgement: Judgement) => boolean): number {
  return judged.length === 0 ? Number.NaN : judged.filter(has).length / judged.length;
}

export function measureBill(dataset: Dataset, view: ArtefactView, request: BillRequest): BillFigures {
  const { source, isTrain, isJudged } = request;
  const train = readCalls(dataset, view, { source, has: (prompt) => isTrain(prompt) && !isJudged(prompt) });
  const frameOf = learnFrames(train);
  const prices = new Map(
    [...groupBy(train, ({ model }) => model)].map(([key, calls]) => [key, recoverPrices(calls)]),
  );
  const judged = readCalls(dataset, view, { source, has: isJudged }).flatMap((call) => {
    const price = prices.get(call.model);
    return price === undefined ? [] : [judge(call, price, frameOf(call))];
  });
  const errorOf = (read: (judgement: Judgement) => number): number => median(judged.map(read));
  const isCovered = (judgement: Judgement): boolean => judgement.isCovered;
  const demanded = judged.filter(({ call }) => call.isDemanded);
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
    coverage: shareOf(judged, isCovered),
    coverageDemanded: shareOf(demanded, isCovered),
    coverageFree: shareOf(
      judged.filter(({ call }) => !call.isDemanded),
      isCovered,
    ),
    demanded: demanded.length / judged.length,
  };
}
