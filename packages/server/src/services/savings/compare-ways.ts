// The bill and the expected points of requests: with the model that is called now, under quality and cost, and at every step of the
// dial. Nothing is kept, and no model is called.
import { setImmediate } from "node:timers/promises";

import { SignalboxError, type ModelCatalog } from "@signalbox/contracts";
import { plainInput, type CandidateInput, type Engine } from "@signalbox/engine";
import { decideAmong, readCandidates, type readMessages } from "@signalbox/engine/internals";
import { mulberry32 } from "@signalbox/engine/numerics";

const TURN_REQUESTS = 10;
const RESAMPLES = 400;
const SEED = 1;

type Choice = Parameters<typeof decideAmong>[1];

const WAYS: readonly (readonly [name: string, choice: Choice])[] = [
  ["quality", {}],
  ["cost", { tradeoff: "cost" }],
  ...Array.from({ length: 11 }, (_, dial): readonly [string, Choice] => [
    `dial ${dial}`,
    { costQualityTradeoff: dial },
  ]),
];

/** Ends of the 95 % interval by resampled requests. */
export interface Interval {
  readonly mean: number;
  readonly low: number;
  readonly high: number;
}

export interface SavingsRow {
  readonly name: string;
  /** @unit USD per 1,000 requests */
  readonly usd: number;
  /** Share of the bill of the model that is called now. */
  readonly saved: Interval;
  /** Expected success less that of the model that is called now. @unit points */
  readonly points: Interval;
  /** Requests by the model that would have answered, the most first. */
  readonly picks: Readonly<Record<string, number>>;
}

export interface SavingsReport {
  readonly now: string;
  readonly candidates: readonly string[];
  readonly requests: number;
  /** Requests without a text, or without a candidate that has a price. */
  readonly leftOut: number;
  readonly rows: readonly SavingsRow[];
}

/** One request under one way. */
interface Outcome {
  readonly label: string;
  readonly usd: number;
  readonly success: number;
}

interface Judged {
  readonly now: Outcome;
  /** In the order of `WAYS`. */
  readonly ways: readonly Outcome[];
}

/** Undefined where a price is unknown, or no candidate can serve. */
function judge(
  engine: Engine,
  candidates: readonly CandidateInput[],
  messages: ReturnType<typeof readMessages>,
): Judged | undefined {
  const outlook = engine.lookAhead(plainInput({ messages, tools: [], candidates }));
  const outcomes = outlook.estimated.map(({ label, isPriceKnown, orderUsd, success }): Outcome | undefined =>
    isPriceKnown ? { label, usd: orderUsd, success } : undefined,
  );
  const [now] = outcomes;
  if (now === undefined) return undefined;
  try {
    const ways = WAYS.flatMap(([, choice]) => {
      const { label } = decideAmong(outlook, choice).chosen;
      return outcomes.find((each) => each?.label === label) ?? [];
    });
    return ways.length === WAYS.length ? { now, ways } : undefined;
  } catch (error) {
    if (error instanceof SignalboxError) return undefined;
    throw error;
  }
}

/** Indices of drawn requests, the same for every way. */
function resample(count: number): readonly Int32Array[] {
  const random = mulberry32(SEED);
  return Array.from({ length: RESAMPLES }, () =>
    Int32Array.from({ length: count }, () => Math.floor(random() * count)),
  );
}

function intervalOf(mean: number, drawn: readonly number[]): Interval {
  const sorted = drawn.toSorted((a, b) => a - b);
  const at = (share: number): number => sorted[Math.round(share * (sorted.length - 1))] ?? mean;
  return { mean, low: at(0.025), high: at(0.975) };
}

function rowOf(
  name: string,
  pairs: readonly (readonly [now: Outcome, way: Outcome])[],
  draws: readonly Int32Array[],
): SavingsRow {
  const all = Int32Array.from(pairs, (_, at) => at);
  const savedOver = (drawn: Int32Array): number => {
    let [before, after] = [0, 0];
    for (const at of drawn) {
      before += pairs[at]?.[0].usd ?? 0;
      after += pairs[at]?.[1].usd ?? 0;
    }
    return before > 0 ? 1 - after / before : 0;
  };
  const pointsOver = (drawn: Int32Array): number => {
    let gained = 0;
    for (const at of drawn) gained += (pairs[at]?.[1].success ?? 0) - (pairs[at]?.[0].success ?? 0);
    return (100 * gained) / Math.max(1, drawn.length);
  };
  const picks = new Map<string, number>();
  for (const [, { label }] of pairs) picks.set(label, (picks.get(label) ?? 0) + 1);
  return {
    name,
    usd: (1_000 * pairs.reduce((sum, [, { usd }]) => sum + usd, 0)) / pairs.length,
    saved: intervalOf(savedOver(all), draws.map(savedOver)),
    points: intervalOf(pointsOver(all), draws.map(pointsOver)),
    picks: Object.fromEntries([...picks].toSorted(([, a], [, b]) => b - a)),
  };
}

/**
 * The model that is called now comes first; a model that is named twice counts once.
 * @param called candidates where `models` names none
 * @throws SignalboxError bad_request without any candidate
 */
export function candidatesOf(
  { catalog, models, now }: { catalog: ModelCatalog; models: readonly string[]; now: string | undefined },
  called: readonly CandidateInput[],
): readonly CandidateInput[] {
  const read = (names: readonly string[]): readonly CandidateInput[] =>
    names.length === 0 ? [] : readCandidates({ llm_providers: names.map((model) => ({ model })) }, catalog);
  const offered = models.length > 0 ? read([...new Set(models)]) : called;
  const [current] = now === undefined ? offered : read([now]);
  if (current === undefined) throw new SignalboxError("bad_request", "Which models? Name the candidates.");
  return [current, ...offered.filter(({ label }) => label !== current.label)];
}

/** @returns undefined where none of the requests can be compared */
export async function compareWays(
  engine: Engine,
  candidates: readonly CandidateInput[],
  requests: readonly ReturnType<typeof readMessages>[],
): Promise<SavingsReport | undefined> {
  const judged: Judged[] = [];
  for (const [at, each] of requests.entries()) {
    const one = judge(engine, candidates, each);
    if (one !== undefined) judged.push(one);
    if (at % TURN_REQUESTS === 0) await setImmediate();
  }
  if (judged.length === 0) return undefined;
  const draws = resample(judged.length);
  const now = candidates[0]?.label ?? "";
  const rowBy = (name: string, way: (one: Judged) => Outcome): SavingsRow =>
    rowOf(
      name,
      judged.map((one): readonly [Outcome, Outcome] => [one.now, way(one)]),
      draws,
    );
  return {
    now,
    candidates: candidates.map(({ label }) => label),
    requests: judged.length,
    leftOut: requests.length - judged.length,
    rows: [
      rowBy(`always ${now}`, (one) => one.now),
      ...WAYS.map(([name], at) => rowBy(name, ({ now: held, ways }) => ways[at] ?? held)),
    ],
  };
}
