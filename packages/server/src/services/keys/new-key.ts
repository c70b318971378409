import { randomUUID } from "node:crypto";

import { DEFAULT_SCOPES, type Scope } from "@signalbox/contracts";
import type { ApiKey } from "@signalbox/storage";

import { createSecret, hashSecret } from "../auth/signed-link.ts";

const PREFIX_CHARS = 10;

export interface NewKey {
  readonly accountId: string;
  readonly name: string;
  readonly scopes?: readonly Scope[] | undefined;
  readonly rateLimitPerMinute?: number | null | undefined;
  readonly expiresAtMs?: number | null | undefined;
  readonly createdBy?: string | null | undefined;
  readonly ownerId?: string | null | undefined;
  readonly makerId?: string | null | undefined;
  readonly addresses?: readonly string[] | null | undefined;
  readonly nowMs: number;
}

/** A key and its secret, `sk_` + 256 random bits. The secret is shown once and never stored. */
export function newKey(input: NewKey): { readonly key: ApiKey; readonly secret: string } {
  const secret = createSecret("sk_");
  const key: ApiKey = {
    id: randomUUID(),
    accountId: input.accountId,
    hash: hashSecret(secret),
    prefix: secret.slice(0, PREFIX_CHARS),
    name: input.name,
    scopes: input.scopes ?? DEFAULT_SCOPES,
    rateLimitPerMinute: input.rateLimitPerMinute ?? null,
    createdAtMs: input.nowMs,
    createdBy: input.createdBy ?? null,
    expiresAtMs: input.expiresAtMs ?? null,
    lastUsedAtMs: null,
    revokedAtMs: null,
    replacedById: null,
    ownerId: input.ownerId ?? null,
    makerId: input.makerId ?? null,
    addresses: input.addresses ?? null,
  };
  return { key, secret };
}
