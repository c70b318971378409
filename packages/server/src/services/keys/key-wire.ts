import type { ApiKey as ApiKeyWire } from "@signalbox/contracts";
import type { ApiKey } from "@signalbox/storage";

import { toIso, toIsoOrNull } from "../timestamps.ts";

function statusOf(key: ApiKey, nowMs: number): ApiKeyWire["status"] {
  if (key.revokedAtMs !== null) return "revoked";
  if (key.expiresAtMs !== null && key.expiresAtMs <= nowMs) return "expired";
  return key.replacedById === null ? "active" : "rotating";
}

export function keyToWire(key: ApiKey, nowMs: number): ApiKeyWire {
  return {
    id: key.id,
    name: key.name,
    prefix: key.prefix,
    scopes: [...key.scopes],
    status: statusOf(key, nowMs),
    requests_per_minute_max: key.rateLimitPerMinute,
    created_at: toIso(key.createdAtMs),
    created_by: key.createdBy,
    expires_at: toIsoOrNull(key.expiresAtMs),
    last_used_at: toIsoOrNull(key.lastUsedAtMs),
    revoked_at: toIsoOrNull(key.revokedAtMs),
    replaced_by: key.replacedById,
  };
}
