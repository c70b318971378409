// The decisions behind a query as a table, whole, however many they are: one page of rows in memory at a time.
import type { DecisionsExportQuery, DecisionSummary } from "@signalbox/contracts";

import type { ServiceContext } from "../../../context/service-context.ts";
import { authorise, type Caller } from "../../access/authorise.ts";
import { readFilter, withFeedback } from "./list-decisions.ts";

const PAGE_ROWS = 200;

export const EXPORT_COLUMNS = [
  "session_id",
  "created_at",
  "label",
  "model_id",
  "field",
  "language",
  "operation",
  "call_role",
  "difficulty",
  "success",
  "spread",
  "usd",
  "seconds",
  "degraded",
  "explored",
  "candidate_count",
  "rejected_count",
  "decide_us",
  "turn",
  "chain_id",
  "preference_id",
  "preference_version",
  "key_id",
  "feedback_value",
] as const satisfies readonly (keyof DecisionSummary)[];

/** Newest first. Checked before the first page is read, so that a refusal is still a separate answer. */
export function exportDecisions(
  context: Pick<ServiceContext, "storage">,
  caller: Caller,
  query: DecisionsExportQuery,
): AsyncIterable<DecisionSummary> {
  authorise(caller.principal, "decisions.read");
  const filter = readFilter(caller, query);
  return (async function* pages() {
    let cursor: string | undefined;
    do {
      const page = await context.storage.decisions.list({ ...filter, cursor, limit: PAGE_ROWS });
      yield* await withFeedback(context, page.items);
      cursor = page.nextCursor ?? undefined;
    } while (cursor !== undefined);
  })();
}
