// The live tail: new decisions of an account as they are journalled, by any replica. Read from the journal in short
// steps, because commits of several replicas have no common order; an overlap catches what committed late.
import { SignalboxError, type DecisionSummary } from "@signalbox/contracts";

import type { Principal } from "../../../context/principal.ts";
import type { ServiceContext } from "../../../context/service-context.ts";
import { authorise, type Caller } from "../../access/authorise.ts";
import { isStillAllowed } from "../../auth/sessions.ts";
import { createHoldings } from "../../../context/holdings.ts";
import { perContext } from "../../per-context.ts";
import { withFeedback } from "./list-decisions.ts";

const POLL_MS = 500;
const OVERLAP_MS = 5000;
const STEP_ROWS = 100;
/** Short enough that a reader notices a dead line within seconds. */
const BEAT_MS = 2000;
/** A revoked key or an ended session hears nothing after this. */
const CHECK_MS = 1000;
/** Accounts that can follow before no stream is left. */
const ACCOUNTS_AT_LEAST = 5;

const openStreams = perContext(({ config: { limits } }) => ({
  count: 0,
  accounts: createHoldings(() => Math.ceil(limits.streamsMax / ACCOUNTS_AT_LEAST)),
}));

/** A decision, or a sign that the connection still lives. */
export type TailEvent =
  | { readonly kind: "decision"; readonly decision: DecisionSummary }
  | { readonly kind: "beat" };

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const finish = (): void => {
      clearTimeout(timer);
      signal.removeEventListener("abort", finish);
      resolve();
    };
    const timer = setTimeout(finish, ms);
    signal.addEventListener("abort", finish, { once: true });
  });
}

interface Tail {
  readonly principal: Principal;
  readonly startedAtMs: number;
  newestAtMs: number;
  /** Session ids already sent, with their times; pruned to the overlap. */
  readonly sent: Map<string, number>;
  /** Ends the account's claim to this stream. */
  readonly giveBack: () => void;
}

/** Oldest first. One bounded query, however much was decided: beyond 100 a step the older ones are in the list only. */
async function readNext(context: ServiceContext, tail: Tail): Promise<readonly DecisionSummary[]> {
  const { principal, startedAtMs, sent } = tail;
  const { accountId } = principal;
  const fromMs = Math.max(startedAtMs, tail.newestAtMs - OVERLAP_MS);
  const { items } = await context.storage.decisions.list({ accountId, fromMs, limit: STEP_ROWS });
  const fresh = items.filter((row) => !sent.has(row.sessionId)).reverse();
  for (const row of fresh) sent.set(row.sessionId, row.createdAtMs);
  tail.newestAtMs = Math.max(tail.newestAtMs, fresh.at(-1)?.createdAtMs ?? 0);
  for (const [sessionId, atMs] of sent) if (atMs < tail.newestAtMs - OVERLAP_MS) sent.delete(sessionId);
  return withFeedback(context, fresh);
}

async function* follow(context: ServiceContext, tail: Tail, signal: AbortSignal): AsyncGenerator<TailEvent> {
  const streams = openStreams(context);
  let quietMs = 0;
  let sinceCheckMs = 0;
  try {
    yield { kind: "beat" };
    while (!signal.aborted) {
      const decisions = await readNext(context, tail);
      for (const decision of decisions) yield { kind: "decision", decision };
      quietMs = decisions.length > 0 ? 0 : quietMs + POLL_MS;
      if (quietMs >= BEAT_MS) {
        quietMs = 0;
        yield { kind: "beat" };
      }
      await pause(POLL_MS, signal);
      sinceCheckMs += POLL_MS;
      if (sinceCheckMs < CHECK_MS) continue;
      if (!(await isStillAllowed(context, tail.principal))) return;
      sinceCheckMs = 0;
    }
  } finally {
    streams.count -= 1;
    tail.giveBack();
  }
}

function tooMany(): SignalboxError {
  const detail = `Too many live views are open. Close one, or raise \`limits.streamsMax\`.`;
  return new SignalboxError("overloaded", detail, { retryAfterS: 10 });
}

/** Ends when the signal aborts. @throws SignalboxError overloaded beyond `limits.streamsMax`, or an account's share of them */
export function followDecisions(
  context: ServiceContext,
  caller: Caller,
  signal: AbortSignal,
): AsyncGenerator<TailEvent> {
  authorise(caller.principal, "decisions.read");
  const streams = openStreams(context);
  if (streams.count >= context.config.limits.streamsMax) throw tooMany();
  const giveBack = streams.accounts.take(caller.principal.accountId);
  if (giveBack === undefined) throw tooMany();
  streams.count += 1;
  const { principal } = caller;
  const nowMs = context.clock.nowMs();
  const sent = new Map<string, number>();
  return follow(context, { principal, startedAtMs: nowMs, newestAtMs: nowMs, sent, giveBack }, signal);
}
