import type { AuditEntry, AuditQuery, Page } from "@signalbox/contracts";
import type { ListedEntry } from "@signalbox/storage";

import type { ServiceContext } from "../../context/service-context.ts";
import { authorise, type Caller } from "../access/authorise.ts";
import { readOptionalTimestamp, toIso } from "../timestamps.ts";

export const entryToWire = (entry: ListedEntry): AuditEntry => ({
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
