// Conversations of several turns with what they cost, what routing saved in them, and how often the model changed.
import type { DecisionRecord } from "@signalbox/engine";
import { readRecord } from "@signalbox/engine/internals";
import type { DecisionRow, ChainSums } from "@signalbox/storage";
import {
  readKeptTags,
  SESSION_DECISIONS_MAX,
  type Session,
  type Sessions,
  type SessionsQuery,
} from "@signalbox/contracts";
import type { ServiceContext } from "../../context/service-context.ts";
import { authorise, type Caller } from "../access/authorise.ts";
import { readNames } from "../decisions/reading/decision-names.ts";
import { previewOf } from "../decisions/reading/preview-of.ts";
import { createGiveWay } from "../give-way.ts";
import { readOptionalTimestamp, toIso } from "../timestamps.ts";

// Sums over the turns of one session.
interface TurnSums {
  turns: number;
  readonly models: Map<string, number>;
  readonly roles: Map<string, number>;
  /** Label picked, by the session id of the decision. */
  readonly picks: Map<string, string>;
  switches: number;
  escalations: number;
  inputTokens: number;
  cachedTokens: number;
  /** Turns in which pick and best candidate both have a price. */
  compared: number;
  savedUsd: number;
}

const noTurns = (): TurnSums => ({
  turns: 0,
  models: new Map(),
  roles: new Map(),
  picks: new Map(),
  switches: 0,
  escalations: 0,
  inputTokens: 0,
  cachedTokens: 0,
  compared: 0,
  savedUsd: 0,
});

/** Expected dollars of the candidate with the highest estimated success; null where its price is unknown. */
function bestUsd(ranking: DecisionRecord["ranking"]): number | null {
  const best = ranking.reduce<DecisionRecord["ranking"][number] | undefined>(
    (most, candidate) => (most === undefined || candidate.success > most.success ? candidate : most),
    undefined,
  );
  return best?.usd ?? null;
}

/** @param sums changed in place */
function addTurn(sums: TurnSums, row: DecisionRow): void {
  const { ranking, session } = readRecord(row.record);
  const pick = ranking.find(({ label }) => label === row.label);
  sums.turns += 1;
  sums.models.set(row.label, (sums.models.get(row.label) ?? 0) + 1);
  if (row.callRole !== null) sums.roles.set(row.callRole, (sums.roles.get(row.callRole) ?? 0) + 1);
  sums.picks.set(row.sessionId, row.label);
  sums.inputTokens += pick?.inputTokens ?? row.inputTokens;
  sums.cachedTokens += pick?.cachedInputTokens ?? 0;
  if (session.action === "switched") {
    sums.switches += 1;
    const before = ranking.find(({ label }) => label === session.previousLabel);
    if (before === undefined || before.success < row.success) sums.escalations += 1;
  }
  const best = bestUsd(ranking);
  if (best === null || row.usd === null) return;
  sums.compared += 1;
  sums.savedUsd += best - row.usd;
}

const SPAN_MS = 7 * 86_400_000;
/** Whole rows of one session that are read; agents go on for thousands of turns. */
const TURNS_READ_MAX = 200;

interface ReadSession {
  readonly sums: TurnSums;
  readonly first: DecisionRow;
  readonly last: DecisionRow;
}

async function readSession(
  context: ServiceContext,
  accountId: string,
  chainId: string,
): Promise<ReadSession | undefined> {
  const chains = [{ chainId, subjectDigest: undefined }];
  const sums = noTurns();
  let first: DecisionRow | undefined;
  let last: DecisionRow | undefined;
  const giveWay = createGiveWay();
  const sessions = { sessionIds: [], chains };
  for await (const row of context.storage.decisions.stream({ accountId, sessions, limit: TURNS_READ_MAX })) {
    first ??= row;
    last = row;
    addTurn(sums, row);
    const pause = giveWay();
    if (pause !== undefined) await pause;
  }
  return first === undefined || last === undefined ? undefined : { sums, first, last };
}

async function reportedOf(
  { storage }: ServiceContext,
  accountId: string,
  picks: ReadonlyMap<string, string>,
): Promise<number | null> {
  const reports = await storage.feedback.listBySessions({ accountId, sessionIds: [...picks.keys()] });
  const values = reports.flatMap(({ sessionId, label, value, withdrawnAtMs }) =>
    picks.get(sessionId) === label && withdrawnAtMs === null && value !== null ? [value] : [],
  );
  return values.length === 0 ? null : values.reduce((sum, value) => sum + value, 0) / values.length;
}

const sharesOf = (counts: ReadonlyMap<string, number>): Session["models"] =>
  [...counts].toSorted(([, a], [, b]) => b - a).map(([name, turns]) => ({ name, turns }));

async function toWire(
  context: ServiceContext,
  accountId: string,
  chain: ChainSums,
): Promise<Session | undefined> {
  const read = await readSession(context, accountId, chain.chainId);
  // It was erased meanwhile.
  if (read === undefined) return undefined;
  const { sums, first, last } = read;
  const nameOf = await readNames(context, [last]);
  return {
    chain_id: chain.chainId,
    last_session_id: last.sessionId,
    first_at: toIso(chain.firstMs),
    last_at: toIso(chain.lastMs),
    turns: chain.turns,
    models: sharesOf(sums.models),
    roles: sharesOf(sums.roles),
    switches: sums.switches,
    escalations: sums.escalations,
    input_tokens: sums.inputTokens,
    cached_tokens: sums.cachedTokens,
    usd: chain.usd,
    priced: chain.pricedTurns,
    saved_usd: sums.compared === 0 ? null : sums.savedUsd,
    reported: await reportedOf(context, accountId, sums.picks),
    ...nameOf({ key_id: last.keyId, preference_id: last.preferenceId }),
    tags: readKeptTags(last.tags) ?? null,
    preview: previewOf(first.text ?? undefined),
    truncated: sums.turns < chain.turns,
  };
}

/** @throws SignalboxError validation_failed */
export async function listSessions(
  context: ServiceContext,
  caller: Caller,
  query: SessionsQuery,
): Promise<Sessions> {
  authorise(caller.principal, "decisions.read");
  const { accountId } = caller.principal;
  const toMs = readOptionalTimestamp(query.to, "query.to") ?? context.clock.nowMs() + 1;
  const fromMs = readOptionalTimestamp(query.from, "query.from") ?? toMs - SPAN_MS;
  const span = { accountId, fromMs, toMs, keyId: query.key_id };
  const { chains, countedFromMs } = await context.storage.decisions.sumChains({
    ...span,
    turnsMin: query.turns_min ?? 2,
    order: query.sort ?? "latest",
    limit: query.limit ?? 50,
    rowsMax: SESSION_DECISIONS_MAX,
  });
  const data: Session[] = [];
  for (const chain of chains) {
    const session = await toWire(context, accountId, chain);
    if (session !== undefined) data.push(session);
  }
  const countedFrom = countedFromMs === null ? null : toIso(countedFromMs);
  return { from: toIso(fromMs), to: toIso(toMs), data, counted_from: countedFrom };
}
