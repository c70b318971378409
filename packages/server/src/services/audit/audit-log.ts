// Lists, exports and purges the audit log.
import type { AuditEntry, AuditQuery, Page } from "@signalbox/contracts";
import type { AuditEntry as StoredEntry } from "@signalbox/storage";
import type { ServiceContext } from "../../context/service-context.ts";
import { authorise, type Caller } from "../access/authorise.ts";
import { readOptionalTimestamp, toIso } from "../timestamps.ts";
import { allPages } from "../accounts/all-pages.ts";

const entryToWire = (entry: StoredEntry): AuditEntry => ({
  id: entry.id,
  at: toIso(entry.atMs),
  actor: { kind: entry.actor.kind, id: entry.actor.id, label: entry.actor.name },
  action: entry.action,
  target: entry.targetId,
  address: entry.ip,
  details: { ...entry.details },
});

/** Newest first. @throws SignalboxError validation_failed */
export async function listAuditLog(
  context: ServiceContext,
  caller: Caller,
  query: AuditQuery,
): Promise<Page<AuditEntry>> {
  authorise(caller.principal, "audit.read");
  const { cursor, limit, action, target, actor, from, to, sign_ins: signIns } = query;
  const { accountId } = caller.principal;
  const page = await context.storage.audit.list({
    accountId,
    cursor,
    limit,
    action,
    signIns,
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

const DAY_MS = 86_400_000;
const ROWS_PER_STEP = 500;

/** Deletes the entries that outlived `retention.auditDays`, in steps that hold the database for a moment each. */
export async function purgeAuditLog(
  { storage, config, clock }: ServiceContext,
  accountId: string,
): Promise<void> {
  const days = config.retention.auditDays;
  if (days === 0) return;
  const step = { accountId, beforeMs: clock.nowMs() - days * DAY_MS, limit: ROWS_PER_STEP };
  while ((await storage.audit.deleteBefore(step)) === ROWS_PER_STEP);
}
