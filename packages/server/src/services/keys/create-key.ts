import { SignalboxError, type ApiKeyWithSecret, type CreateKey } from "@signalbox/contracts";

import type { ServiceContext } from "../../context/service-context.ts";
import { actorOf, changeAs, changedBy } from "../audit/change.ts";
import { authorise, type Caller } from "../access/authorise.ts";
import { assertMayGive } from "./given-scopes.ts";
import { readAddresses } from "./key-addresses.ts";
import { readExpiry } from "./key-expiry.ts";
import { endOfLife, keyDaysMaxOf } from "./key-life.ts";
import { keyWithOwner } from "./key-wire.ts";
import { newKey } from "./new-key.ts";

/** Every active key is held in memory by every replica. */
const ACTIVE_KEYS_MAX = 20_000;

/**
 * The only answer besides rotation that holds the secret.
 * @throws SignalboxError validation_failed for a longer life than keys have here; conflict beyond 20,000 active keys
 */
export async function createKey(
  context: ServiceContext,
  caller: Caller,
  input: CreateKey,
): Promise<ApiKeyWithSecret> {
  authorise(caller.principal, "keys.manage");
  assertMayGive(caller.principal, input.scopes);
  const { principal } = caller;
  const { accountId } = principal;
  const nowMs = context.clock.nowMs();
  const daysMax = await keyDaysMaxOf(context, context.storage, accountId);
  const personId = principal.kind === "user" ? principal.userId : null;
  const expiresAtMs = readExpiry(input.expires_at, nowMs);
  const { key, secret } = newKey({
    accountId,
    name: input.name,
    scopes: input.scopes,
    rateLimitPerMinute: input.requests_per_minute_max,
    expiresAtMs: endOfLife({ expiresAtMs, createdAtMs: nowMs, daysMax }),
    createdBy: actorOf(principal).name,
    ownerId: personId,
    makerId: personId,
    addresses: readAddresses(input.addresses),
    nowMs,
  });
  await changeAs(context, changedBy(caller), async ({ repositories, note }) => {
    if ((await repositories.apiKeys.countActive({ accountId, nowMs })) >= ACTIVE_KEYS_MAX)
      throw new SignalboxError(
        "conflict",
        `An account holds at most ${ACTIVE_KEYS_MAX} active keys. Revoke some.`,
      );
    await repositories.apiKeys.create(key);
    const { name, prefix, scopes, addresses } = key;
    const details = { name, prefix, scopes, ...(addresses !== null && { addresses }) };
    await note({ action: "key.create", targetId: key.id, details });
  });
  return { ...(await keyWithOwner(context.storage, key, nowMs)), key: secret };
}
