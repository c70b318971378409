// Does learning keep what works? Streams of real requests in several kinds of work: a cheap model that fails at one kind only,
// and praise for a small model on small talk. Judged by the picks on requests that nobody reported on.
import type { LearnedEstimate, LearnedPolicy } from "@signalbox/engine";
import { DEFAULT_POLICY } from "@signalbox/engine";
import { askForProof, lossTerms } from "@signalbox/engine/internals";
import type { ObjectiveRecord } from "@signalbox/engine/internals";
import {
  createReportsPolicy,
  fitReports,
  type FeedbackEvidence,
  type Kindred,
} from "@signalbox/engine/learn";
import { logitOf, meanOf, mulberry32, sigmoid } from "@signalbox/engine/numerics";

import { EVERYDAY_KINDS, HARD_KINDS, WORK, type WorkKind } from "./kinds-of-work.data.ts";
import { valueAt } from "../arrays/value-at.ts";

type EncodeText = (text: string) => Kindred;

interface StreamOptions {
  readonly encode: EncodeText;
  /** Judged requests. */
  readonly requests: number;
  /** Both models are judged on every request, not only the one that was picked. */
  readonly isOffPolicy: boolean;
  readonly seed: number;
}

interface KeptShares {
  /** Share of picks of the cheap model on the work it does well, before any report and at the end. @range 0..1 */
  readonly otherBefore: number;
  readonly otherAfter: number;
  /** The same on the work that it fails at. */
  readonly failingBefore: number;
  readonly failingAfter: number;
}

const CHEAP = "cheap";
const STRONG = "strong";
const LABELS = [CHEAP, STRONG] as const;
const FAILING: WorkKind = "sql";
/** Chances that a report is good. */
const CHANCES = { failing: 0.05, other: 0.95, strong: 0.97 };
const COST: ObjectiveRecord = {
  kind: "cost",
  usdWorth: DEFAULT_POLICY.tolerance,
  secondsWorth: 0,
  usdWeight: 0,
  secondsWeight: 0,
  riskWeight: DEFAULT_POLICY.riskWeight,
  maxModelDepth: null,
  costQualityTradeoff: null,
};
/** Bills over a usual answer's: the cheap model costs what is usual, the strong one ten times as much. */
const USD = { [CHEAP]: 1, [STRONG]: 10 };
const SHIPPED = { level: 1.6, slope: 0.4, lead: 0.15, spread: 0.03 };
/** Requests of a kind that are reported on; the others judge. */
const REPORTED = 9;
const MINUTE_MS = 60_000;
const REFIT_EVERY = 5;

type Estimate = Pick<LearnedEstimate, "success" | "spread" | "doubt">;

/** Chances that fall with difficulty, the strong model a little ahead: so before any report the cheap one does everyday work. */
function shippedEstimates({ difficulty }: Pick<Kindred, "difficulty">): Estimate[] {
  const ease = SHIPPED.level - SHIPPED.slope * logitOf(difficulty);
  return [ease, ease + SHIPPED.lead].map((logit) => ({ success: sigmoid(logit), spread: SHIPPED.spread }));
}

function estimatesOf(kindred: Kindred, learned: LearnedPolicy | undefined): readonly Estimate[] {
  const estimates = shippedEstimates(kindred);
  const modelIds = LABELS.map(() => undefined);
  return learned?.adjust({ encoding: kindred, labels: LABELS, modelIds, estimates }) ?? estimates;
}

function pick(encoding: Kindred, learned: LearnedPolicy | undefined): string {
  const shipped = shippedEstimates(encoding);
  const contenders = estimatesOf(encoding, learned).map(({ success, spread, doubt }, at) => ({
    success,
    spread,
    doubt,
    label: valueAt(LABELS, at),
    shippedSuccess: valueAt(shipped, at).success,
    lead: 0,
    bonus: 0,
    orderUsd: USD[valueAt(LABELS, at)],
    usualUsd: 1,
    orderSeconds: 1,
    usualSeconds: 1,
  }));
  const [cheap = 0, strong = 0] = askForProof(COST, contenders).map((each) => lossTerms(COST, each).total);
  return cheap <= strong ? CHEAP : STRONG;
}

function learn(rows: readonly FeedbackEvidence[], nowMs: number): LearnedPolicy | undefined {
  const fitted = fitReports(rows, nowMs);
  return fitted && createReportsPolicy("study", fitted);
}

function report(encoding: Kindred, model: string, outcome: number, at: number): FeedbackEvidence {
  const prior = shippedEstimates(encoding)[LABELS.findIndex((label) => label === model)]?.success ?? 0.5;
  return { arm: model, encoding, prior, outcome, keyId: "key", reportedAtMs: at * MINUTE_MS, credit: 1 };
}

function cheapShare(encodings: readonly Kindred[], learned: LearnedPolicy | undefined): number {
  return meanOf(encodings.map((encoding) => Number(pick(encoding, learned) === CHEAP)));
}

/** The picks are followed and reported, as an account does whose cheap model cannot write SQL. */
function playStream({ encode, requests, isOffPolicy, seed }: StreamOptions): KeptShares {
  const random = mulberry32(seed);
  const encoded = EVERYDAY_KINDS.map((kind) => ({ kind, all: WORK[kind].map(encode) }));
  const judged = (isFailing: boolean): Kindred[] =>
    encoded.filter(({ kind }) => (kind === FAILING) === isFailing).flatMap(({ all }) => all.slice(REPORTED));
  const rows: FeedbackEvidence[] = [];
  let learned: LearnedPolicy | undefined;
  for (let step = 1; step <= requests; step += 1) {
    const { kind, all } = valueAt(encoded, Math.floor(random() * encoded.length));
    const encoding = valueAt(all, Math.floor(random() * REPORTED));
    const models = isOffPolicy ? LABELS : [pick(encoding, learned)];
    for (const model of models) {
      const chance = model === STRONG ? CHANCES.strong : kind === FAILING ? CHANCES.failing : CHANCES.other;
      rows.push(report(encoding, model, Number(random() < chance), step));
    }
    if (step % REFIT_EVERY === 0 || step === requests) learned = learn(rows, step * MINUTE_MS);
  }
  return {
    otherBefore: cheapShare(judged(false), undefined),
    otherAfter: cheapShare(judged(false), learned),
    failingBefore: cheapShare(judged(true), undefined),
    failingAfter: cheapShare(judged(true), learned),
  };
}

/** Means over streams of other seeds. */
export function playStreams(options: Omit<StreamOptions, "seed">, seeds: number): KeptShares {
  const played = Array.from({ length: seeds }, (_, seed) => playStream({ ...options, seed }));
  const mean = (figure: keyof KeptShares): number => meanOf(played.map((shares) => shares[figure]));
  return {
    otherBefore: mean("otherBefore"),
    otherAfter: mean("otherAfter"),
    failingBefore: mean("failingBefore"),
    failingAfter: mean("failingAfter"),
  };
}

interface PraiseEffect {
  /** Largest change of an estimate on hard requests, of any model. @range 0..1 */
  readonly largestOnHard: number;
  /** Share of hard requests whose pick changed. @range 0..1 */
  readonly picksChanged: number;
  /** Mean change of the praised model's estimate on small talk that was not reported on. */
  readonly meanOnSmallTalk: number;
}

/** Twenty good reports about the cheap model on small talk. */
export function praiseSmallTalk(encode: EncodeText, reports = 20): PraiseEffect {
  const talk = WORK.smallTalk.map(encode);
  const rows = Array.from({ length: reports }, (_, at) => report(valueAt(talk, at % REPORTED), CHEAP, 1, at));
  const learned = learn(rows, reports * MINUTE_MS);
  const hard = HARD_KINDS.flatMap((kind) => WORK[kind].map(encode));
  const changes = (encoding: Kindred): number[] => {
    const before = estimatesOf(encoding, undefined);
    return estimatesOf(encoding, learned).map(({ success }, at) => success - (before[at]?.success ?? 0));
  };
  return {
    largestOnHard: Math.max(...hard.flatMap(changes).map(Math.abs)),
    picksChanged: meanOf(hard.map((each) => Number(pick(each, undefined) !== pick(each, learned)))),
    meanOnSmallTalk: meanOf(talk.slice(REPORTED).map((each) => changes(each)[0] ?? 0)),
  };
}
