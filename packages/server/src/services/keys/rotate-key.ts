import type { ApiKeyWithSecret, RotateKey } from "@signalbox/contracts";

import type { ServiceContext } from "../../context/service-context.ts";
import { actorOf, changeAs, changedBy } from "../audit/change.ts";
import { authorise, type Caller } from "../auth/authorise.ts";
import { found, notFound } from "../faults.ts";
import { keyToWire } from "./key-wire.ts";
import { newKey } from "./new-key.ts";

const OVERLAP_S_DEFAULT = 3600;

/** A new key with the same rights; the old one works for the overlap. @throws SignalboxError not_found, also when revoked */
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
    const { name, scopes, rateLimitPerMinute } = old;
    const createdBy = actorOf(caller.principal).name;
    const { key, secret } = newKey({ accountId, name, scopes, rateLimitPerMinute, createdBy, nowMs });
    const oldExpiresAtMs = nowMs + overlapS * 1000;
    const rotated = await repositories.apiKeys.rotate({ accountId, id, replacement: key, oldExpiresAtMs });
    if (rotated === undefined) throw notFound("key that is still valid");
    await note({ action: "key.rotate", targetId: id, details: { replaced_by: key.id, overlap_s: overlapS } });
    return { ...keyToWire(key, nowMs), key: secret };
  });
}
