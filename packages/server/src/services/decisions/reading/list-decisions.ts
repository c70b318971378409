import type {
  DecisionsExportQuery,
  DecisionSummary as DecisionSummaryWire,
  DecisionsQuery,
  Page,
} from "@signalbox/contracts";
import type { DecisionFilter, DecisionSummary } from "@signalbox/storage";

import type { ServiceContext } from "../../../context/service-context.ts";
import { authorise, type Caller } from "../../access/authorise.ts";
import { readTimestamp } from "../../timestamps.ts";
import { decisionToWire } from "./decision-wire.ts";

/** Decisions of one account with what was reported about them, however many there are in one query. */
export async function withFeedback(
  context: ServiceContext,
  decisions: readonly DecisionSummary[],
): Promise<DecisionSummaryWire[]> {
  const [first] = decisions;
  if (first === undefined) return [];
  const sessionIds = decisions.map(({ sessionId }) => sessionId);
  const reports = await context.storage.feedback.listBySessions({ accountId: first.accountId, sessionIds });
  const bySession = Map.groupBy(reports, ({ sessionId }) => sessionId);
  return decisions.map((decision) => decisionToWire(decision, bySession.get(decision.sessionId) ?? []));
}

const readTime = (text: string | undefined, location: string): number | undefined =>
  text === undefined ? undefined : readTimestamp(text, location);

const readId = (id: string | undefined): string | null | undefined => (id === "none" ? null : id);

/** @throws SignalboxError validation_failed */
export function readFilter(caller: Caller, query: DecisionsExportQuery): DecisionFilter {
  const { label, field, language, operation, degraded, explored, rejected, priced, feedback, q } = query;
  return {
    accountId: caller.principal.accountId,
    label,
    field,
    language,
    degraded,
    explored,
    rejected,
    operation,
    priced,
    feedback,
    q,
    usdMin: query.usd_min,
    usdMax: query.usd_max,
    preferenceId: readId(query.preference_id),
    preferenceVersion: query.preference_version,
    keyId: readId(query.key_id),
    fromMs: readTime(query.from, "query.from"),
    toMs: readTime(query.to, "query.to"),
  };
}

/** Newest first. A search looks at a bounded number of rows a page, so a page may be short and still have a next one. */
export async function listDecisions(
  context: ServiceContext,
  caller: Caller,
  query: DecisionsQuery,
): Promise<Page<DecisionSummaryWire>> {
  authorise(caller.principal, "decisions.read");
  const { cursor, limit } = query;
  const filter = readFilter(caller, query);
  const page = await context.storage.decisions.list({ ...filter, cursor, limit });
  return { data: await withFeedback(context, page.items), next_cursor: page.nextCursor };
}
