import type { DecisionSummary as DecisionSummaryWire, DecisionsQuery, Page } from "@signalbox/contracts";
import type { DecisionSummary } from "@signalbox/storage";

import type { ServiceContext } from "../../runtime/service-context.ts";
import { authorise, type Caller } from "../auth/authorise.ts";
import { readTimestamp } from "../timestamps.ts";
import { decisionToWire } from "./decision-wire.ts";

/** Decisions with what was reported about them. */
export function withFeedback(
  context: ServiceContext,
  decisions: readonly DecisionSummary[],
): Promise<DecisionSummaryWire[]> {
  return Promise.all(
    decisions.map(async (decision) => {
      const { accountId, sessionId } = decision;
      return decisionToWire(decision, await context.storage.feedback.listBySession({ accountId, sessionId }));
    }),
  );
}

const readTime = (text: string | undefined, location: string): number | undefined =>
  text === undefined ? undefined : readTimestamp(text, location);

/** Newest first. A search looks at a bounded number of rows a page, so a page may be short and still have a next one. */
export async function listDecisions(
  context: ServiceContext,
  caller: Caller,
  query: DecisionsQuery,
): Promise<Page<DecisionSummaryWire>> {
  authorise(caller.principal, "decisions.read");
  const { accountId } = caller.principal;
  const { cursor, limit, label, field, degraded, q } = query;
  const page = await context.storage.decisions.list({
    accountId,
    cursor,
    limit,
    label,
    field,
    degraded,
    q,
    preferenceId: query.preference_id,
    keyId: query.key_id,
    fromMs: readTime(query.from, "query.from"),
    toMs: readTime(query.to, "query.to"),
  });
  return { data: await withFeedback(context, page.items), next_cursor: page.nextCursor };
}
