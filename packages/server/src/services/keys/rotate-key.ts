import { SignalboxError, type ApiKeyWithSecret, type RotateKey } from "@signalbox/contracts";
import type { ApiKey, Repositories } from "@signalbox/storage";

import type { ServiceContext } from "../../context/service-context.ts";
import { actorOf, changeAs, changedBy } from "../audit/change.ts";
import { authorise, type Caller } from "../access/authorise.ts";
import { found, notFound } from "../faults.ts";
import { keyToWire } from "./key-wire.ts";
import { newKey } from "./new-key.ts";

const OVERLAP_S_DEFAULT = 3600;

async function refusal({ apiKeys }: Repositories, { accountId, id }: ApiKey): Promise<SignalboxError> {
  const now = await apiKeys.find({ accountId, id });
  return now === undefined || now.revokedAtMs !== null || now.replacedById === null
    ? notFound("key that is still valid")
    : new SignalboxError("conflict", "This key has a successor already. Rotate that one.");
}

/**
 * A new key with the same rights, limits and expiry; the old one works for the overlap.
 * @throws SignalboxError not_found, also when revoked or expired; conflict when it has a successor
 */
export async function rotateKey(
  context: ServiceContext,
  caller: Caller,
  input: RotateKey & { readonly id: string },
): Promise<ApiKeyWithSecret> {
  authorise(caller.principal, "keys.manage");
  const { accountId } = caller.principal;
  const { id, overlap_s: overlapS = OVERLAP_S_DEFAULT } = input;
  const nowMs = context.clock.nowMs();
  return changeAs(context, changedBy(caller), async ({ repositories, note }) => {
    const old = found(await repositories.apiKeys.find({ accountId, id }), "key");
    const { name, scopes, rateLimitPerMinute, expiresAtMs } = old;
    const rights = { name, scopes, rateLimitPerMinute, expiresAtMs };
    const { key, secret } = newKey({
      accountId,
      ...rights,
      createdBy: actorOf(caller.principal).name,
      nowMs,
    });
    const oldExpiresAtMs = nowMs + overlapS * 1000;
    const rotation = { accountId, id, replacement: key, nowMs, oldExpiresAtMs };
    if ((await repositories.apiKeys.rotate(rotation)) === undefined) throw await refusal(repositories, old);
    await note({ action: "key.rotate", targetId: id, details: { replaced_by: key.id, overlap_s: overlapS } });
    return { ...keyToWire(key, nowMs), key: secret };
  });
}
