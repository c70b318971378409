import { SignalboxError, type ApiKey, type UpdateKey } from "@signalbox/contracts";

import type { ServiceContext } from "../../context/service-context.ts";
import { changeAs, changedBy } from "../audit/change.ts";
import { authorise, type Caller } from "../access/authorise.ts";
import { found } from "../faults.ts";
import { assertMayGive } from "./given-scopes.ts";
import { readAddresses } from "./key-addresses.ts";
import { readExpiry } from "./key-expiry.ts";
import { assertLife, keyDaysMaxOf } from "./key-life.ts";
import { keyWithOwner } from "./key-wire.ts";

/** @throws SignalboxError not_found, also for an owner who is no member; validation_failed; conflict when it is revoked */
export async function updateKey(
  context: ServiceContext,
  caller: Caller,
  input: UpdateKey & { readonly id: string },
): Promise<ApiKey> {
  authorise(caller.principal, "keys.manage");
  const { accountId } = caller.principal;
  const nowMs = context.clock.nowMs();
  const { id, name, scopes, owner_id: ownerId } = input;
  const change = {
    name,
    scopes,
    rateLimitPerMinute: input.requests_per_minute_max,
    expiresAtMs: readExpiry(input.expires_at, nowMs),
    addresses: readAddresses(input.addresses),
    ownerId,
  };
  return changeAs(context, changedBy(caller), async ({ repositories, note }) => {
    const before = found(await repositories.apiKeys.find({ accountId, id }), "key");
    if (before.revokedAtMs !== null)
      throw new SignalboxError("conflict", "This key is revoked, which cannot be undone. Create a new one.");
    assertMayGive(caller.principal, scopes ?? before.scopes);
    const daysMax = await keyDaysMaxOf(context, repositories, accountId);
    assertLife({ ...change, createdAtMs: before.createdAtMs, daysMax });
    if (ownerId !== undefined)
      found(await repositories.memberships.find({ accountId, userId: ownerId }), "member");
    const key = found(await repositories.apiKeys.update({ accountId, id, ...change }), "key");
    const said = Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined));
    await note({ action: "key.update", targetId: id, details: said });
    return keyWithOwner(repositories, key, nowMs);
  });
}
