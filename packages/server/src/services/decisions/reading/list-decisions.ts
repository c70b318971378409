import { areTags, invalid, readKeptTags, readTagList, SORTED_DECISIONS_MAX } from "@signalbox/contracts";
import type {
  DecisionsExportQuery,
  DecisionsFilter,
  DecisionSummary as DecisionSummaryWire,
  DecisionsQuery,
  ListedDecision,
  Page,
  Tags,
} from "@signalbox/contracts";
import type { DecisionFilter, DecisionSummary } from "@signalbox/storage";

import type { ServiceContext } from "../../../context/service-context.ts";
import { authorise, type Caller } from "../../access/authorise.ts";
import { readOptionalTimestamp } from "../../timestamps.ts";
import { decisionToWire } from "./decision-wire.ts";
import { readNames } from "./decision-names.ts";
import { previewOf } from "./preview-of.ts";

/** Decisions of one account with what was reported about them, however many there are in one query. */
export async function withFeedback(
  context: Pick<ServiceContext, "storage">,
  decisions: readonly DecisionSummary[],
): Promise<DecisionSummaryWire[]> {
  const [first] = decisions;
  if (first === undefined) return [];
  const sessionIds = decisions.map(({ sessionId }) => sessionId);
  const reports = await context.storage.feedback.listBySessions({ accountId: first.accountId, sessionIds });
  const bySession = Map.groupBy(reports, ({ sessionId }) => sessionId);
  return decisions.map((decision) => decisionToWire(decision, bySession.get(decision.sessionId) ?? []));
}

const readId = (id: string | undefined): string | null | undefined => (id === "none" ? null : id);

function readTags(text: string | undefined): Tags | undefined {
  if (text === undefined) return undefined;
  const tags = readTagList(text, "tags");
  if (!areTags(tags)) throw invalid(tags);
  return readKeptTags(tags);
}

/** Which decisions, without when. @throws SignalboxError validation_failed where the tags cannot be read */
export function filterOf(accountId: string, query: DecisionsFilter): DecisionFilter {
  const { label, field, language, operation, refused, degraded, explored, rejected, priced, feedback, q } =
    query;
  return {
    accountId,
    label,
    field,
    language,
    refused,
    degraded,
    explored,
    rejected,
    operation,
    tags: readTags(query.tags),
    callRole: query.call_role,
    priced,
    feedback,
    q,
    usdMin: query.usd_min,
    usdMax: query.usd_max,
    preferenceId: readId(query.preference_id),
    preferenceVersion: query.preference_version,
    keyId: readId(query.key_id),
    sessions:
      query.chain_id === undefined
        ? undefined
        : { sessionIds: [], chains: [{ chainId: query.chain_id, subjectDigest: undefined }] },
  };
}

/** @throws SignalboxError validation_failed */
export function readFilter(caller: Caller, query: DecisionsExportQuery): DecisionFilter {
  return {
    ...filterOf(caller.principal.accountId, query),
    fromMs: readOptionalTimestamp(query.from, "query.from"),
    toMs: readOptionalTimestamp(query.to, "query.to"),
  };
}

/** Characters of a decision that are read for its preview: a page of long conversations would be megabytes. */
const TEXT_CHARS_MAX = 16_000;

const SORTS = { usd: "usd", seconds: "seconds", success: "success", decide_us: "decideUs" } as const;

function readPage(context: ServiceContext, filter: DecisionFilter, query: DecisionsQuery) {
  const { cursor, limit, sort = "newest" } = query;
  const { decisions } = context.storage;
  if (sort === "newest") return decisions.list({ ...filter, cursor, limit });
  const toMs = filter.toMs ?? context.clock.nowMs() + 1;
  const rowsMax = SORTED_DECISIONS_MAX;
  return decisions.listSorted({ ...filter, toMs, cursor, limit, sort: SORTS[sort], rowsMax });
}

/** Newest first, or as asked. A search looks at a bounded number of rows a page, so a page may be short and still have a next one. */
export async function listDecisions(
  context: ServiceContext,
  caller: Caller,
  query: DecisionsQuery,
): Promise<Page<ListedDecision>> {
  authorise(caller.principal, "decisions.read");
  const page = await readPage(context, readFilter(caller, query), query);
  const data = await withFeedback(context, page.items);
  const { accountId } = caller.principal;
  const sessionIds = data.map((decision) => decision.session_id);
  const [texts, nameOf] = await Promise.all([
    context.storage.decisions.listTexts({ accountId, sessionIds, charsMax: TEXT_CHARS_MAX }),
    readNames(context, page.items),
  ]);
  return {
    data: data.map((row) =>
      Object.assign(row, nameOf(row), { preview: previewOf(texts.get(row.session_id)) }),
    ),
    next_cursor: page.nextCursor,
  };
}
