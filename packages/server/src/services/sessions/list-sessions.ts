// Conversations of several turns with what they were expected to cost, what was billed, and how often the model changed.
import { readRecord } from "@signalbox/engine/internals";
import type { ChainSums, DecisionRow, Feedback } from "@signalbox/storage";
import {
  readKeptTags,
  SESSION_DECISIONS_MAX,
  type Session,
  type Sessions,
  type SessionsQuery,
} from "@signalbox/contracts";
import type { ServiceContext } from "../../context/service-context.ts";
import { authorise, type Caller } from "../access/authorise.ts";
import { readNames, type DecisionNames } from "../decisions/reading/decision-names.ts";
import { previewOf } from "../decisions/reading/preview-of.ts";
import { createGiveWay } from "../give-way.ts";
import { readOptionalTimestamp, toIso } from "../timestamps.ts";

// Sums over the turns of one session.
interface TurnSums {
  turns: number;
  readonly models: Map<string, number>;
  readonly roles: Map<string, number>;
  /** Label picked and expected dollars, by the session id of the decision. */
  readonly picks: Map<string, Pick<DecisionRow, "label" | "usd">>;
  switches: number;
  escalations: number;
  inputTokens: number;
  cachedTokens: number;
  readonly first: DecisionRow;
  last: DecisionRow;
}

const noTurns = (first: DecisionRow): TurnSums => ({
  turns: 0,
  models: new Map(),
  roles: new Map(),
  picks: new Map(),
  switches: 0,
  escalations: 0,
  inputTokens: 0,
  cachedTokens: 0,
  first,
  last: first,
});

/** @param sums changed in place */
function addTurn(sums: TurnSums, row: DecisionRow): void {
  const { ranking, session } = readRecord(row.record);
  const pick = ranking.find(({ label }) => label === row.label);
  sums.turns += 1;
  sums.last = row;
  sums.models.set(row.label, (sums.models.get(row.label) ?? 0) + 1);
  if (row.callRole !== null) sums.roles.set(row.callRole, (sums.roles.get(row.callRole) ?? 0) + 1);
  sums.picks.set(row.sessionId, row);
  sums.inputTokens += pick?.inputTokens ?? row.inputTokens;
  sums.cachedTokens += pick?.cachedInputTokens ?? 0;
  if (session.action !== "switched") return;
  sums.switches += 1;
  const before = ranking.find(({ label }) => label === session.previousLabel);
  if (before === undefined || before.success < row.success) sums.escalations += 1;
}

const SPAN_MS = 7 * 86_400_000;
/** Whole rows of one session that are read; agents continue for thousands of turns. */
const TURNS_READ_MAX = 200;

/** The turns of all these sessions, in one pass over the journal. */
async function readTurns(
  context: ServiceContext,
  accountId: string,
  chains: readonly ChainSums[],
): Promise<ReadonlyMap<string, TurnSums>> {
  const byChain = new Map<string, TurnSums>();
  if (chains.length === 0) return byChain;
  const giveWay = createGiveWay();
  const sessions = {
    sessionIds: [],
    chains: chains.map(({ chainId }) => ({ chainId, subjectDigest: undefined })),
  };
  for await (const row of context.storage.decisions.stream({
    accountId,
    sessions,
    limit: SESSION_DECISIONS_MAX,
  })) {
    const sums = byChain.get(row.chainId) ?? noTurns(row);
    byChain.set(row.chainId, sums);
    if (sums.turns < TURNS_READ_MAX) addTurn(sums, row);
    const pause = giveWay();
    if (pause !== undefined) await pause;
  }
  return byChain;
}

const REPORTS_AT_ONCE = 1_000;

interface Reports {
  /** Mean of what was reported of the picks; null without reports. */
  readonly reported: number | null;
  readonly billed: Session["billed"];
}

type ReportsBySession = ReadonlyMap<string, readonly Feedback[]>;

async function readReports(
  { storage }: ServiceContext,
  accountId: string,
  sessionIds: readonly string[],
): Promise<ReportsBySession> {
  const reports: Feedback[] = [];
  for (let start = 0; start < sessionIds.length; start += REPORTS_AT_ONCE) {
    const ids = sessionIds.slice(start, start + REPORTS_AT_ONCE);
    reports.push(...(await storage.feedback.listBySessions({ accountId, sessionIds: ids })));
  }
  return Map.groupBy(reports, ({ sessionId }) => sessionId);
}

function reportsOf(picks: TurnSums["picks"], bySession: ReportsBySession): Reports {
  const billed = { decisions: 0, usd: 0, expected_usd: 0 };
  const values: number[] = [];
  for (const [sessionId, { label, usd: expected }] of picks) {
    const own = bySession.get(sessionId) ?? [];
    const report = own.find((one) => one.label === label && one.withdrawnAtMs === null);
    if (report === undefined) continue;
    if (report.value !== null) values.push(report.value);
    if (report.usage.usd === undefined || expected === null) continue;
    billed.decisions += 1;
    billed.usd += report.usage.usd;
    billed.expected_usd += expected;
  }
  const sum = values.reduce((total, value) => total + value, 0);
  return { reported: values.length === 0 ? null : sum / values.length, billed };
}

const sharesOf = (counts: ReadonlyMap<string, number>): Session["models"] =>
  [...counts].toSorted(([, a], [, b]) => b - a).map(([name, turns]) => ({ name, turns }));

interface ReadSession {
  readonly chain: ChainSums;
  readonly sums: TurnSums;
  readonly reports: Reports;
  readonly names: DecisionNames;
}

function toWire({ chain, sums, reports, names }: ReadSession): Session {
  const { first, last } = sums;
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
    ...reports,
    ...names,
    field: first.field,
    operation: first.operation,
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
  const turns = await readTurns(context, accountId, chains);
  const all = [...turns.values()];
  const bySession = await readReports(
    context,
    accountId,
    all.flatMap(({ picks }) => [...picks.keys()]),
  );
  const nameOf = await readNames(
    context,
    all.map(({ last }) => last),
  );
  // A session that was erased meanwhile has no turns.
  const data = chains.flatMap((chain): Session[] => {
    const sums = turns.get(chain.chainId);
    if (sums === undefined) return [];
    const { keyId, preferenceId } = sums.last;
    const names = nameOf({ key_id: keyId, preference_id: preferenceId });
    return [toWire({ chain, sums, reports: reportsOf(sums.picks, bySession), names })];
  });
  const countedFrom = countedFromMs === null ? null : toIso(countedFromMs);
  return { from: toIso(fromMs), to: toIso(toMs), data, counted_from: countedFrom };
}
