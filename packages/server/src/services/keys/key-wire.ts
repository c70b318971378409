import type { ApiKey as ApiKeyWire } from "@signalbox/contracts";
import type { ApiKey, Repositories } from "@signalbox/storage";

import { toIso, toIsoOrNull } from "../timestamps.ts";

function statusOf(key: ApiKey, nowMs: number): ApiKeyWire["status"] {
  if (key.revokedAtMs !== null) return "revoked";
  if (key.expiresAtMs !== null && key.expiresAtMs <= nowMs) return "expired";
  return key.replacedById === null ? "active" : "rotating";
}

/** Addresses of members by id, for the owners of these keys. */
export async function ownersOf(
  { users }: Pick<Repositories, "users">,
  keys: readonly Pick<ApiKey, "ownerId">[],
): Promise<ReadonlyMap<string, string>> {
  const ids = [...new Set(keys.map(({ ownerId }) => ownerId).filter((id) => id !== null))];
  const found = await Promise.all(ids.map((id) => users.find(id)));
  return new Map(found.filter((user) => user !== undefined).map(({ id, email }) => [id, email]));
}

export async function keyWithOwner(
  repositories: Pick<Repositories, "users">,
  key: ApiKey,
  nowMs: number,
): Promise<ApiKeyWire> {
  return keyToWire(key, nowMs, await ownersOf(repositories, [key]));
}

export function keyToWire(key: ApiKey, nowMs: number, owners: ReadonlyMap<string, string>): ApiKeyWire {
  return {
    id: key.id,
    name: key.name,
    prefix: key.prefix,
    scopes: [...key.scopes],
    status: statusOf(key, nowMs),
    requests_per_minute_max: key.rateLimitPerMinute,
    created_at: toIso(key.createdAtMs),
    created_by: key.createdBy,
    owner_id: key.ownerId,
    owner_email: owners.get(key.ownerId ?? "") ?? null,
    addresses: key.addresses === null ? null : [...key.addresses],
    expires_at: toIsoOrNull(key.expiresAtMs),
    last_used_at: toIsoOrNull(key.lastUsedAtMs),
    revoked_at: toIsoOrNull(key.revokedAtMs),
    replaced_by: key.replacedById,
  };
}
