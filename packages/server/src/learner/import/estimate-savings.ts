// The bill and the expected points of one's own requests: with the model that is called now, under quality and cost, and at every
// step of the dial. Nothing is kept, and no model is called.
import { open } from "node:fs/promises";
import { setImmediate } from "node:timers/promises";

import { SignalboxError, type ModelCatalog } from "@signalbox/contracts";
import { plainInput, type CandidateInput, type Engine } from "@signalbox/engine";
import { decideAmong, readCandidates, readMessages } from "@signalbox/engine/internals";
import { mulberry32 } from "@signalbox/engine/numerics";

import { candidateOf, createModelCounter } from "./past-call.ts";
import { readLog } from "./read-log.ts";

/** Requests beyond these are left out, so that a file of any size takes seconds. */
const REQUESTS_MAX = 2_000;
const BYTES_MAX = 64 * 1024 * 1024;
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

export interface SavingsOptions {
  readonly path: string;
  /** Candidates; the models of the log when empty. */
  readonly models: readonly string[];
  /** The model that is called now; the first candidate when undefined. */
  readonly now: string | undefined;
  readonly engine: Engine;
  readonly catalog: ModelCatalog;
}

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
  readonly leftOut: number;
  readonly rows: readonly SavingsRow[];
}

/** A file that begins like JSON, or is packed or named as a table, is a log; any other has a prompt a line. */
export async function isLog(path: string): Promise<boolean> {
  if (/\.(?:gz|csv|jsonl?|ndjson)$/i.test(path)) return true;
  const file = await openFile(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(256), 0, 256, 0);
    return /^\s*[[{]/.test(buffer.toString("utf8", 0, bytesRead));
  } finally {
    await file.close();
  }
}

async function openFile(path: string) {
  try {
    return await open(path);
  } catch (cause) {
    throw new SignalboxError("bad_request", `${path} cannot be read. Check the path.`, { cause });
  }
}

export async function readPrompts(path: string): Promise<readonly string[]> {
  const file = await openFile(path);
  try {
    const { size } = await file.stat();
    if (size > BYTES_MAX)
      throw new SignalboxError("invalid_data", `${path} has more than 64 MiB. Give fewer prompts.`);
    const lines = (await file.readFile("utf8")).split(/\r?\n/);
    return lines.map((line) => line.trim()).filter((line) => line !== "");
  } finally {
    await file.close();
  }
}

interface Requests {
  readonly messages: readonly ReturnType<typeof readMessages>[];
  readonly leftOut: number;
  /** Models that the log names, most used first. */
  readonly called: readonly CandidateInput[];
}

async function readRequests({ path, catalog }: SavingsOptions): Promise<Requests> {
  if (!(await isLog(path))) {
    const prompts = await readPrompts(path);
    const messages = prompts.slice(0, REQUESTS_MAX).map((text) => readMessages(text));
    return { messages, leftOut: prompts.length - messages.length, called: [] };
  }
  const counter = createModelCounter(catalog);
  const messages: ReturnType<typeof readMessages>[] = [];
  let leftOut = 0;
  for await (const { reading } of readLog(path, undefined)) {
    if (reading.kind !== "call") continue;
    counter.add(reading.call);
    if (reading.call.messages === undefined || messages.length >= REQUESTS_MAX) leftOut += 1;
    else messages.push(readMessages(reading.call.messages));
  }
  return { messages, leftOut, called: counter.list().map((named) => candidateOf(named, catalog)) };
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
  { engine }: Pick<SavingsOptions, "engine">,
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

/** The model that is called now comes first; a model that is named twice counts once. */
function candidatesOf(options: SavingsOptions, called: readonly CandidateInput[]): readonly CandidateInput[] {
  const { catalog, models, now } = options;
  const read = (names: readonly string[]): readonly CandidateInput[] =>
    names.length === 0 ? [] : readCandidates({ llm_providers: names.map((model) => ({ model })) }, catalog);
  const offered = models.length > 0 ? read([...new Set(models)]) : called;
  const [current] = now === undefined ? offered : read([now]);
  if (current === undefined)
    throw new SignalboxError("bad_request", "Which models? Name the candidates with --models, in a list.");
  return [current, ...offered.filter(({ label }) => label !== current.label)];
}

/** @throws SignalboxError bad_request for a file that is not there; invalid_data where it has no request with a text and a price */
export async function estimateSavings(options: SavingsOptions): Promise<SavingsReport> {
  const { messages, leftOut, called } = await readRequests(options);
  const candidates = candidatesOf(options, called);
  const judged: Judged[] = [];
  for (const [at, each] of messages.entries()) {
    const one = judge(options, candidates, each);
    if (one !== undefined) judged.push(one);
    if (at % TURN_REQUESTS === 0) await setImmediate();
  }
  if (judged.length === 0)
    throw new SignalboxError(
      "invalid_data",
      `${options.path} has no request to compare: each needs a text, and the models need prices.`,
    );
  const draws = resample(judged.length);
  const now = candidates[0]?.label ?? "";
  const pairsOf = (way: (one: Judged) => Outcome) =>
    judged.map((one): readonly [Outcome, Outcome] => [one.now, way(one)]);
  return {
    now,
    candidates: candidates.map(({ label }) => label),
    requests: judged.length,
    leftOut: leftOut + messages.length - judged.length,
    rows: [
      rowOf(
        `always ${now}`,
        pairsOf((one) => one.now),
        draws,
      ),
      ...WAYS.map(([name], at) =>
        rowOf(
          name,
          pairsOf(({ now: held, ways }) => ways[at] ?? held),
          draws,
        ),
      ),
    ],
  };
}
