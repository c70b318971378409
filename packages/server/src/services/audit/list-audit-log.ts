import type { AuditEntry, AuditQuery, Page } from "@signalbox/contracts";

import type { ServiceContext } from "../../context/service-context.ts";
import { authorise, type Caller } from "../access/authorise.ts";
import { toIso } from "../timestamps.ts";

/** Newest first. */
export async function listAuditLog(
  context: ServiceContext,
  caller: Caller,
  query: AuditQuery,
): Promise<Page<AuditEntry>> {
  authorise(caller.principal, "audit.read");
  const { cursor, limit, action, target } = query;
  const { accountId } = caller.principal;
  const page = await context.storage.audit.list({ accountId, cursor, limit, action, targetId: target });
  const data = page.items.map(({ id, atMs, actor, action, targetId, details, ip }) => ({
    id,
    at: toIso(atMs),
    actor: { kind: actor.kind, id: actor.id, label: actor.name },
    action,
    target: targetId,
    address: ip,
    details: { ...details },
  }));
  return { data, next_cursor: page.nextCursor };
}
