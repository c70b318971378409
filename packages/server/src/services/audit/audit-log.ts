// Lists, exports and shortens the audit log.
import type { AuditEntry, AuditQuery, Page } from "@signalbox/contracts";
import type { ListedEntry } from "@signalbox/storage";
import type { ServiceContext } from "../../context/service-context.ts";
import { authorise, type Caller } from "../access/authorise.ts";
import { readOptionalTimestamp, toIso } from "../timestamps.ts";
import { allPages } from "../accounts/all-pages.ts";
import { changeAs } from "./change.ts";

const entryToWire = (entry: ListedEntry): AuditEntry => ({
  id: entry.id,
  at: toIso(entry.atMs),
  actor: { kind: entry.actor.kind, id: entry.actor.id, label: entry.actor.name },
  action: entry.action,
  target: entry.targetId,
  address: entry.ip,
  details: { ...entry.details },
  seq: entry.seq,
  seal: entry.digest,
});

/** Newest first. @throws SignalboxError validation_failed */
export async function listAuditLog(
  context: ServiceContext,
  caller: Caller,
  query: AuditQuery,
): Promise<Page<AuditEntry>> {
  authorise(caller.principal, "audit.read");
  const { cursor, limit, action, target, actor, from, to } = query;
  const { accountId } = caller.principal;
  const page = await context.storage.audit.list({
    accountId,
    cursor,
    limit,
    action,
    targetId: target,
    actorId: actor,
    fromMs: readOptionalTimestamp(from, "query.from"),
    toMs: readOptionalTimestamp(to, "query.to"),
  });
  const data = page.items.map(entryToWire);
  return { data, next_cursor: page.nextCursor };
}

/** Newest first. @throws SignalboxError forbidden before the first entry */
export function exportAuditLog(
  { storage }: Pick<ServiceContext, "storage">,
  caller: Caller,
): AsyncGenerator<AuditEntry> {
  authorise(caller.principal, "audit.read");
  const { accountId } = caller.principal;
  return (async function* () {
    for await (const entry of allPages((page) => storage.audit.list({ accountId, ...page })))
      yield entryToWire(entry);
  })();
}

// Audit entries have days of their own: they are read when something went wrong long ago. What goes is the oldest part of the
// chain; an entry names the seal it ended with, so that the rest can still be checked from its first entry on.
const DAY_MS = 86_400_000;
const ROWS_PER_STEP = 500;

export const TRUNCATION = "audit.truncate";

interface Truncation {
  readonly accountId: string;
  /** @unit milliseconds since 1970 */
  readonly beforeMs: number;
  readonly pauseMs: number;
}

async function truncateSealed(context: ServiceContext, truncation: Truncation): Promise<number> {
  const { accountId } = truncation;
  const actor = { kind: "system", id: null, name: "retention" } as const;
  const by = { accountId, actor, address: undefined };
  return changeAs(context, by, async ({ repositories, note }) => {
    const pace = { nowMs: context.clock.nowMs(), limit: ROWS_PER_STEP };
    const { rows, through } = await repositories.audit.truncate({ ...truncation, ...pace });
    if (through !== undefined)
      await note({ action: TRUNCATION, details: { entries: rows, seq: through.seq, seal: through.digest } });
    return rows;
  });
}

export async function truncateAuditLog(context: ServiceContext, accountId: string): Promise<void> {
  const days = context.config.retention.auditDays;
  if (days === 0) return;
  const beforeMs = context.clock.nowMs() - days * DAY_MS;
  // Once a day: the entry that notes a truncation is itself truncated some day.
  let removed = await truncateSealed(context, { accountId, beforeMs, pauseMs: DAY_MS });
  while (removed === ROWS_PER_STEP)
    removed = await truncateSealed(context, { accountId, beforeMs, pauseMs: 0 });
}
