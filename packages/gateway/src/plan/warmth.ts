// The price of a change of model in prompt cache: a cheaper model that has to read a long conversation again may cost more than an
// expensive one that has it cached.
import { pricesOf, type Prices } from "../bill/price-call.ts";
import type { SessionState } from "../sessions/session-book.ts";
import type { GatewayContext } from "./gateway-context.ts";

/** A guess of calls and tokens must say that staying is a good deal cheaper. */
const STAYS_BELOW = 0.8;
/** How long providers keep a prompt that is not read again. @unit milliseconds */
const WARM_MS = 300_000;
/** Calls of a turn where the session has shown none, and the bounds of what it shows. */
const CALLS_USUAL = 5;
const CALLS_MAX = 20;
/** Growth of the conversation with each further call of a turn, and length of an answer. @unit tokens */
const STEP_TOKENS = 1_500;
const ANSWER_TOKENS = 300;

/** Dollars of a turn of so many calls over a conversation of which a part is cached. */
function turnUsd(prices: Prices, tokens: number, cached: number, calls: number): number | undefined {
  const { inputUsdPerMTok: fresh, outputUsdPerMTok: output } = prices;
  if (fresh === undefined || output === undefined) return undefined;
  const read = prices.cachedUsdPerMTok ?? fresh;
  const write = prices.cacheWriteUsdPerMTok ?? fresh;
  const further = calls - 1;
  const perMillion =
    (tokens - cached) * write +
    cached * read +
    further * (tokens * read + STEP_TOKENS * write) +
    (further * (further - 1) * STEP_TOKENS * read) / 2 +
    calls * ANSWER_TOKENS * output;
  return perMillion / 1e6;
}

export interface Change {
  readonly from: string;
  readonly to: string;
  /** Length of the conversation. @unit tokens */
  readonly tokens: number;
}

/** Whether the next turn costs less with the model of the last one, whose cache is warm, than with a cheaper one. */
export function isDearerToLeave(
  { catalog, settings, nowMs }: Pick<GatewayContext, "catalog" | "settings" | "nowMs">,
  before: SessionState,
  { from, to, tokens }: Change,
): boolean {
  const priced = { catalog, candidates: settings.candidates };
  const [stay, leave] = [pricesOf(priced, from), pricesOf(priced, to)];
  // A session goes to a more expensive model for its ability.
  if ((leave.outputUsdPerMTok ?? 0) >= (stay.outputUsdPerMTok ?? 0)) return false;
  const cachedBy = (label: string): number => {
    const warm = before.warm[label];
    return warm === undefined || nowMs() - warm.atMs > WARM_MS ? 0 : Math.min(warm.tokens, tokens);
  };
  const calls = Math.min(CALLS_MAX, Math.max(1, Math.round(before.callsPerTurn ?? CALLS_USUAL)));
  const [stayUsd, leaveUsd] = [
    turnUsd(stay, tokens, cachedBy(from), calls),
    turnUsd(leave, tokens, cachedBy(to), calls),
  ];
  return stayUsd !== undefined && leaveUsd !== undefined && stayUsd < STAYS_BELOW * leaveUsd;
}
