import type { AuditEntry } from "@signalbox/contracts";

import type { ServiceContext } from "../../context/service-context.ts";
import { authorise, type Caller } from "../access/authorise.ts";
import { allPages } from "../accounts/all-pages.ts";
import { entryToWire } from "./list-audit-log.ts";

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
