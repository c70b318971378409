import type { ApiKey, KeysQuery, Page } from "@signalbox/contracts";

import type { ServiceContext } from "../../context/service-context.ts";
import { authorise, type Caller } from "../access/authorise.ts";
import { keyToWire, ownersOf } from "./key-wire.ts";

/** Newest first; revoked ones only on request. */
export async function listKeys(
  context: ServiceContext,
  caller: Caller,
  query: KeysQuery,
): Promise<Page<ApiKey>> {
  authorise(caller.principal, "keys.read");
  const { cursor, limit, include_revoked: includeRevoked = false } = query;
  const { accountId } = caller.principal;
  const page = await context.storage.apiKeys.list({ accountId, cursor, limit, includeRevoked });
  const nowMs = context.clock.nowMs();
  const owners = await ownersOf(context.storage, page.items);
  const data = page.items.map((key) => keyToWire(key, nowMs, owners));
  return { data, next_cursor: page.nextCursor };
}
