// Totals of calls: sums since the start, and the last calls of each session for status lines. No text of any call.
import type { CallRole } from "@signalbox/contracts";
import { createBoundedMap } from "@signalbox/engine/internals";

import type { Usage } from "../protocols/protocol.ts";
import type { Memory } from "../sessions/memory.ts";
import type { LimitShare } from "./plan-limits.ts";
import type { SessionIds } from "../sessions/session-id.ts";

/** How a call came to its model. */
export type PlanKind = "decided" | "pinned" | "held" | "escalated" | "own_model";

export interface CallEntry {
  /** @unit milliseconds since 1970 */
  readonly atMs: number;
  readonly protocol: string;
  /** The name that the client gave. */
  readonly named: string;
  /** Baseline of the saving; undefined if the client named no real model. */
  readonly baseline: string | undefined;
  readonly label: string;
  readonly role: CallRole;
  readonly kind: PlanKind;
  readonly reason: string | undefined;
  readonly status: number;
  /** The answer broke off. */
  readonly isCut: boolean;
  /** The gateway marked the prompt for the provider's cache, which the client had not. */
  readonly isMarked: boolean;
  readonly usage: Usage;
  /** @unit USD; undefined = unknown */
  readonly usd: number | undefined;
  readonly baselineUsd: number | undefined;
  /** @unit seconds */
  readonly seconds: number;
  readonly failedOver: readonly string[];
  /** The limits of the plan that the call was made under; undefined where it is paid by the token. */
  readonly plan: readonly LimitShare[] | undefined;
}

export interface Totals {
  readonly calls: number;
  /** Calls whose dollars are known. */
  readonly priced: number;
  readonly usd: number;
  /** Calls with both prices, so that a saving is known. */
  readonly compared: number;
  readonly savedUsd: number;
  readonly ownModel: number;
  /** Calls under a plan, which costs the same with or without them, and their tokens. */
  readonly planCalls: number;
  readonly planTokens: number;
}

/** Totals and the latest call of a session. */
interface SessionLog {
  readonly totals: Totals;
  /** The last call of a main turn, or the first call while there is none. */
  readonly last: CallEntry | undefined;
}

export interface CallLog {
  note(entry: CallEntry, session: Pick<SessionIds, "stated" | "caller">): void;
  totals(): Totals;
  /** The newest first. */
  recent(): readonly CallEntry[];
  /** Each caller sees its own calls alone. A status line shows no key: it sees those of an id that one caller uses. */
  session(stated: string, asker: Pick<SessionIds, "caller" | "showsKey">): SessionLog;
}

const RECENT_MAX = 50;
const SESSIONS_MAX = 2_000;
/** Callers of one id whose calls are kept apart; those of further ones are not shown. */
const CALLERS_MAX = 16;

const NOTHING: Totals = {
  calls: 0,
  priced: 0,
  usd: 0,
  compared: 0,
  savedUsd: 0,
  ownModel: 0,
  planCalls: 0,
  planTokens: 0,
};
const NO_CALLS: SessionLog = { totals: NOTHING, last: undefined };

export const savedOf = ({ usd, baselineUsd }: Pick<CallEntry, "usd" | "baselineUsd">): number | undefined =>
  usd === undefined || baselineUsd === undefined ? undefined : baselineUsd - usd;

/** Read and written. */
export const tokensOf = ({ inputTokens = 0, outputTokens = 0 }: Usage): number => inputTokens + outputTokens;

function addTo(totals: Totals, entry: CallEntry): Totals {
  const saved = savedOf(entry);
  return {
    calls: totals.calls + 1,
    priced: totals.priced + (entry.usd === undefined ? 0 : 1),
    usd: totals.usd + (entry.usd ?? 0),
    compared: totals.compared + (saved === undefined ? 0 : 1),
    savedUsd: totals.savedUsd + (saved ?? 0),
    ownModel: totals.ownModel + (entry.kind === "own_model" ? 1 : 0),
    planCalls: totals.planCalls + (entry.plan === undefined ? 0 : 1),
    planTokens: totals.planTokens + (entry.plan === undefined ? 0 : tokensOf(entry.usage)),
  };
}

/** @param memory totals of the runs before */
export function createCallLog(memory: Pick<Memory, "totals" | "noteTotals">): CallLog {
  let all: Totals = { ...NOTHING, ...memory.totals };
  const recent: CallEntry[] = [];
  const sessions = createBoundedMap<Map<string, SessionLog>>(SESSIONS_MAX);
  return {
    note: (entry, { stated, caller }) => {
      all = addTo(all, entry);
      memory.noteTotals({ ...all });
      recent.unshift(entry);
      if (recent.length > RECENT_MAX) recent.pop();
      if (stated === undefined) return;
      const callers = sessions.get(stated) ?? new Map<string, SessionLog>();
      const { totals, last } = callers.get(caller) ?? NO_CALLS;
      const shown = entry.role === "main" || last === undefined ? entry : last;
      if (callers.has(caller) || callers.size < CALLERS_MAX)
        callers.set(caller, { totals: addTo(totals, entry), last: shown });
      sessions.set(stated, callers);
    },
    totals: () => all,
    recent: () => recent,
    session: (stated, { caller, showsKey }) => {
      const callers = sessions.get(stated);
      const only = showsKey || callers?.size !== 1 ? undefined : [...callers.values()][0];
      return callers?.get(caller) ?? only ?? NO_CALLS;
    },
  };
}
