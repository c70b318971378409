import type { Scope } from "@signalbox/contracts";

import type { AccountScope, Page, PageInput } from "./common.ts";

/** An API key. The key itself is shown once and never kept. */
export interface ApiKey {
  readonly id: string;
  readonly accountId: string;
  /** SHA-256 of the whole key, hex. */
  readonly hash: string;
  /** First characters of the key, for display. */
  readonly prefix: string;
  readonly name: string;
  readonly scopes: readonly Scope[];
  /** @unit requests per minute; null = the account's limit */
  readonly rateLimitPerMinute: number | null;
  readonly createdAtMs: number;
  readonly createdBy: string | null;
  readonly expiresAtMs: number | null;
  readonly lastUsedAtMs: number | null;
  readonly revokedAtMs: number | null;
  /** The key that replaces this one; it lives on until `expiresAtMs`. */
  readonly replacedById: string | null;
  /** The member whose key it is; null for keys of the command line. */
  readonly ownerId: string | null;
  /** Who has seen the secret: the person who made the key. */
  readonly makerId: string | null;
  /** The key from which rotation made this one, perhaps over several steps; null where it is the first. */
  /** Addresses and networks that it may be used from; null = any. */
  readonly addresses: readonly string[] | null;
}

export interface ApiKeyUpdate extends AccountScope {
  readonly id: string;
  readonly name?: string | undefined;
  readonly scopes?: readonly Scope[] | undefined;
  readonly rateLimitPerMinute?: number | null | undefined;
  readonly expiresAtMs?: number | null | undefined;
  readonly ownerId?: string | undefined;
  readonly addresses?: readonly string[] | null | undefined;
}

/** Ends keys earlier than they would; never later. */
export interface KeyLifeLimit {
  /** Undefined for every account. */
  readonly accountId: string | undefined;
  /** From its creation. */
  readonly lifeMs: number;
  /** Keys that are too old already live until then. @unit milliseconds since 1970 */
  readonly graceEndMs: number;
}

interface ApiKeyRotation extends AccountScope {
  readonly id: string;
  readonly replacement: ApiKey;
  readonly nowMs: number;
  /** When the old key stops; its own earlier expiry still applies. */
  readonly oldExpiresAtMs: number;
}

export interface ApiKeyRepository {
  create(key: ApiKey): Promise<void>;
  /** For authentication: revoked and expired keys come back too, the caller judges them. */
  findByHash(hash: string): Promise<ApiKey | undefined>;
  find(input: AccountScope & { readonly id: string }): Promise<ApiKey | undefined>;
  /** Newest first. */
  list(input: AccountScope & PageInput & { readonly includeRevoked?: boolean }): Promise<Page<ApiKey>>;
  countActive(input: AccountScope & { readonly nowMs: number }): Promise<number>;
  update(input: ApiKeyUpdate): Promise<ApiKey | undefined>;
  /** Undefined when the old key is missing, revoked, expired, or has a successor: of two rotations one wins. */
  rotate(input: ApiKeyRotation): Promise<ApiKey | undefined>;
  /** Lists over all accounts the keys in use without a successor that end in this time. For background work only. */
  listEnding(input: { readonly fromMs: number; readonly toMs: number }): Promise<readonly ApiKey[]>;
  /** Returns how many keys it shortened. */
  limitLives(limit: KeyLifeLimit): Promise<number>;
  /** Revokes the keys that the person owns or has made. Returns how many ended. */
  revokeByPerson(input: AccountScope & { readonly userId: string; readonly atMs: number }): Promise<number>;
  /** True when this call revoked it. */
  revoke(input: AccountScope & { readonly id: string; readonly atMs: number }): Promise<boolean>;
  /** Notes last uses in one go; later times win. */
  touch(uses: readonly { readonly id: string; readonly lastUsedAtMs: number }[]): Promise<void>;
}
