// The dollars of the rest of a session: the next call warm or cold, all later ones warm.
// @source stay = N * warm(pinned); go = cold(new) + (N - 1) * warm(new)
import type { CandidatePrices } from "../candidates/candidate.ts";
import { expectedBill } from "../cost/expected-bill.ts";
import type { Usage } from "../cost/expected-bill.ts";
import type { SessionState } from "./session-state.ts";

export interface SessionHorizon {
  /** Tokens that the provider's cache holds now, by label; colder and shorter ones are left out. */
  readonly warmTokens: ReadonlyMap<string, number>;
  /** Tokens that later turns find warm, with any model. */
  readonly laterWarmTokens: number;
  /** The session's own model still has its prompt warm. */
  readonly isCacheWarm: boolean;
  /** Expected turns still to come, this one included. @range 1.. */
  readonly expectedTurns: number;
}

/** Providers cache no shorter prompt than this. */
const CACHED_TOKENS_MIN = 1_024;
/**
 * A later turn may call for another model again, so nobody serves "the rest": in replayed traffic, looking further
 * ahead than this cost more, and looking less far too.
 */
const TURNS_AHEAD = 4;
/** A conversation with tools continues for longer: each call and each result is a turn. */
const TOOL_TURNS_FACTOR = 2;

export function createHorizon(session: SessionState, cacheTtlS: number, hasTools: boolean): SessionHorizon {
  const warmTokens = new Map<string, number>();
  const keepWarm = (label: string, tokens: number, idleS: number): void => {
    if (idleS <= cacheTtlS && tokens >= CACHED_TOKENS_MIN) warmTokens.set(label, tokens);
  };
  for (const { label, inputTokens, idleS } of session.warm ?? []) keepWarm(label, inputTokens, idleS);
  keepWarm(session.previousLabel, session.warmInputTokens, session.idleS ?? 0);
  return {
    warmTokens,
    laterWarmTokens: session.warmInputTokens >= CACHED_TOKENS_MIN ? session.warmInputTokens : 0,
    isCacheWarm: warmTokens.has(session.previousLabel),
    expectedTurns: hasTools ? TURNS_AHEAD * TOOL_TURNS_FACTOR : TURNS_AHEAD,
  };
}

/** Input tokens that this call finds in the prompt cache of `label`'s provider. */
export function cachedTokensOf(
  horizon: SessionHorizon | undefined,
  label: string,
  inputTokens: number,
): number {
  return Math.min(horizon?.warmTokens.get(label) ?? 0, inputTokens);
}

/** Fresh input that this call leaves in the cache for the turns to come; none outside a session, where nobody knows of later turns. */
export function writtenTokensOf(
  horizon: SessionHorizon | undefined,
  inputTokens: number,
  cachedTokens: number,
): number {
  return horizon === undefined || inputTokens < CACHED_TOKENS_MIN ? 0 : inputTokens - cachedTokens;
}

interface SessionCandidate {
  readonly prices: CandidatePrices;
  /** Usage of this call, cached tokens included. */
  readonly usage: Usage;
}

/** Mean dollars of a turn over the horizon when `label` serves all of it; undefined when its price is unknown. */
export function sessionUsdOf(
  horizon: SessionHorizon,
  { prices, usage }: SessionCandidate,
): number | undefined {
  const first = expectedBill(prices, usage).usd;
  const cachedInputTokens = Math.min(horizon.laterWarmTokens, usage.inputTokens);
  const writtenInputTokens = writtenTokensOf(horizon, usage.inputTokens, cachedInputTokens);
  const warm = expectedBill(prices, { ...usage, cachedInputTokens, writtenInputTokens }).usd;
  if (first === undefined || warm === undefined) return undefined;
  return (first + (horizon.expectedTurns - 1) * warm) / horizon.expectedTurns;
}
