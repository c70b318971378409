// The router's pick beside the baseline for each request, with what the engine expects of both.
import { setImmediate } from "node:timers/promises";

import {
  SignalboxError,
  type ModelCatalog,
  type PreferencePolicy,
  type Tradeoff,
} from "@signalbox/contracts";
import { plainInput, type CandidateInput, type Engine } from "@signalbox/engine";
import { decideAmong, readCandidates } from "@signalbox/engine/internals";
import type { GatewaySettings } from "@signalbox/gateway";

import type { PastRequest } from "./read-requests.ts";

export interface Pair {
  readonly request: PastRequest;
  /** Labels of gateway candidates. */
  readonly pick: string;
  readonly baseline: string;
  /** Same model and effort: a tie that costs nothing. */
  readonly isSame: boolean;
  readonly field: string;
  readonly operation: string;
  /** Guessed chance that the pick is at least as good. @range 0..1 */
  readonly guess: number;
  /** Expected dollars. */
  readonly usd: { readonly pick: number; readonly baseline: number };
  readonly inputTokens: number;
  /** Expected of both answers together. @unit tokens */
  readonly outputTokens: number;
  /** Wait for the slower one. @unit seconds */
  readonly seconds: number;
}

export interface PairOptions {
  readonly engine: Engine;
  readonly catalog: ModelCatalog;
  readonly settings: GatewaySettings;
  /** Labels of candidates that the router may pick; the baseline among them. */
  readonly offered: readonly string[];
  readonly baseline: string;
  readonly tradeoff: Tradeoff | undefined;
  readonly policy: PreferencePolicy | undefined;
}

const TURN_REQUESTS = 10;
const SECONDS_UNKNOWN = 20;
/** Estimates tell requests apart less well than their range says, so the chance of a loss is drawn towards its usual size. */
const LOSS_SCALE = 0.35;

export const candidatesFor = ({ settings, catalog, offered }: PairOptions): readonly CandidateInput[] =>
  readCandidates(
    {
      llm_providers: offered.flatMap(
        (label) => settings.candidates.find((each) => each.label === label)?.wire ?? [],
      ),
    },
    catalog,
  );

const preferenceOf = (policy: PreferencePolicy | undefined) =>
  policy === undefined ? {} : { preference: { id: "file", version: 1, policy } };

function pairOf(
  request: PastRequest,
  options: PairOptions,
  candidates: readonly CandidateInput[],
): Pair | string {
  const { engine, baseline: name, tradeoff, policy } = options;
  const { messages, tools } = request;
  const asked = { messages, tools, candidates, tradeoff, ...preferenceOf(policy) };
  const outlook = engine.lookAhead(plainInput(asked));
  const baseline = outlook.estimated.find(({ label }) => label === name);
  if (baseline === undefined) return "the baseline cannot serve it";
  const { chosen } = decideAmong(outlook, { tradeoff });
  const [a, b] = [chosen.candidate, baseline.candidate];
  const isSame =
    chosen.label === name ||
    (a.modelId !== undefined && a.modelId === b.modelId && a.mode?.mode === b.mode?.mode);
  const { task, field } = outlook.encoding;
  const tokensOf = ({ usage: { output } }: typeof chosen): number => output.visibleMean + output.hiddenMean;
  return {
    request,
    pick: chosen.label,
    baseline: name,
    isSame,
    field,
    operation: task.operation,
    guess: 1 - LOSS_SCALE * Math.sqrt(baseline.success * (1 - chosen.success)),
    usd: { pick: chosen.bill.usd ?? 0, baseline: baseline.bill.usd ?? 0 },
    inputTokens: Math.max(chosen.usage.inputTokens, baseline.usage.inputTokens),
    outputTokens: tokensOf(chosen) + tokensOf(baseline),
    seconds: Math.max(chosen.latency.seconds ?? SECONDS_UNKNOWN, baseline.latency.seconds ?? SECONDS_UNKNOWN),
  };
}

/** @returns pairs, and why the other requests have none */
export async function planPairs(
  requests: readonly PastRequest[],
  options: PairOptions,
): Promise<{ readonly pairs: readonly Pair[]; readonly leftOut: Readonly<Record<string, number>> }> {
  const candidates = candidatesFor(options);
  const pairs: Pair[] = [];
  const leftOut: Record<string, number> = {};
  for (const [at, request] of requests.entries()) {
    let pair: Pair | string;
    try {
      pair = pairOf(request, options, candidates);
    } catch (error) {
      if (!(error instanceof SignalboxError)) throw error;
      pair = "no candidate can serve it";
    }
    if (typeof pair === "string") leftOut[pair] = (leftOut[pair] ?? 0) + 1;
    else pairs.push(pair);
    if (at % TURN_REQUESTS === 0) await setImmediate();
  }
  return { pairs, leftOut };
}
