import { SignalboxError, type ApiKeyWithSecret, type RotateKey } from "@signalbox/contracts";
import type { ApiKey, Repositories } from "@signalbox/storage";

import type { ServiceContext } from "../../context/service-context.ts";
import { actorOf, changeAs, changedBy } from "../audit/change.ts";
import { authorise, type Caller } from "../access/authorise.ts";
import { found, notFound } from "../faults.ts";
import { assertMayGive } from "./given-scopes.ts";
import { readExpiry } from "./key-expiry.ts";
import { assertLife, keyDaysMaxOf } from "./key-life.ts";
import { keyWithOwner } from "./key-wire.ts";
import { lineageOf } from "../../context/key-lineage.ts";
import { newKey, type NewKey } from "./new-key.ts";

const OVERLAP_S_DEFAULT = 3600;

async function refusal({ apiKeys }: Repositories, { accountId, id }: ApiKey): Promise<SignalboxError> {
  const now = await apiKeys.find({ accountId, id });
  return now === undefined || now.revokedAtMs !== null || now.replacedById === null
    ? notFound("key that is still valid")
    : new SignalboxError("conflict", "This key has a successor already. Rotate that one.");
}

/** What a successor takes over; its lineage is what budgets follow. */
function inherited(old: ApiKey): Omit<NewKey, "nowMs"> {
  const { accountId, name, scopes, rateLimitPerMinute, expiresAtMs, ownerId, addresses } = old;
  return {
    accountId,
    name,
    scopes,
    rateLimitPerMinute,
    expiresAtMs,
    ownerId,
    addresses,
    lineageId: lineageOf(old),
  };
}

/**
 * A new key with the same rights, limits, addresses, owner and budget, and the same end unless another was asked for; the old
 * one works for the overlap.
 * @throws SignalboxError not_found, also when revoked or expired; validation_failed; conflict when it has a successor
 */
export async function rotateKey(
  context: ServiceContext,
  caller: Caller,
  input: RotateKey & { readonly id: string },
): Promise<ApiKeyWithSecret> {
  authorise(caller.principal, "keys.manage");
  const { principal } = caller;
  const { accountId } = principal;
  const { id, overlap_s: overlapS = OVERLAP_S_DEFAULT } = input;
  const nowMs = context.clock.nowMs();
  const expiresAtMs = readExpiry(input.expires_at, nowMs);
  return changeAs(context, changedBy(caller), async ({ repositories, note }) => {
    const old = found(await repositories.apiKeys.find({ accountId, id }), "key");
    assertMayGive(principal, old.scopes);
    const daysMax = await keyDaysMaxOf(context, repositories, accountId);
    assertLife({ expiresAtMs, createdAtMs: nowMs, daysMax });
    const { key, secret } = newKey({
      ...inherited(old),
      ...(expiresAtMs !== undefined && { expiresAtMs }),
      createdBy: actorOf(principal).name,
      makerId: principal.kind === "user" ? principal.userId : null,
      nowMs,
    });
    const oldExpiresAtMs = nowMs + overlapS * 1000;
    const rotation = { accountId, id, replacement: key, nowMs, oldExpiresAtMs };
    if ((await repositories.apiKeys.rotate(rotation)) === undefined) throw await refusal(repositories, old);
    await note({ action: "key.rotate", targetId: id, details: { replaced_by: key.id, overlap_s: overlapS } });
    return { ...(await keyWithOwner(repositories, key, nowMs)), key: secret };
  });
}
