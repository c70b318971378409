// Who a key belongs to, answered from memory. A revoked or changed key leaves memory through the storage's
// invalidations, which other replicas hear too; an unknown key is remembered as such until a key is created.
import { hash } from "node:crypto";

import type { ApiKey, Storage } from "@signalbox/storage";

import type { KeyFinder } from "../../../context/ports.ts";
import type { Clock } from "../../../context/clock.ts";
import { createLastKnown, type LastKnown, type LastKnownOptions } from "../../../context/last-known.ts";
import { createAddressCheck } from "../../../context/networks.ts";
import type { KeyPrincipal } from "../../../context/principal.ts";

const KEY_FORM = /^sk_[A-Za-z0-9_-]{16,200}$/;
const REMEMBERED_MAX = 100_000;
const UNKNOWN_MAX = 10_000;

interface Remembered {
  readonly principal: KeyPrincipal;
  /** @unit milliseconds since 1970; Infinity = never */
  readonly expiresAtMs: number;
}

export interface CachedKeyFinder extends KeyFinder {
  /** Writes the last uses that were noted since the last call. */
  flushUses(): Promise<void>;
  close(): void;
}

function toRemembered(key: ApiKey): Remembered | undefined {
  if (key.revokedAtMs !== null) return undefined;
  const principal: KeyPrincipal = {
    kind: "key",
    accountId: key.accountId,
    keyId: key.id,
    scopes: new Set(key.scopes),
    requestsPerMinute: key.rateLimitPerMinute ?? 0,
    admits: key.addresses === null ? undefined : createAddressCheck(key.addresses),
  };
  return { principal, expiresAtMs: key.expiresAtMs ?? Infinity };
}

/** Drops the oldest entry first; a Map keeps the order of insertion. */
function keepBounded(entries: Map<string, unknown> | Set<string>, max: number): void {
  if (entries.size < max) return;
  const oldest = entries.keys().next();
  if (oldest.done !== true) entries.delete(oldest.value);
}

interface KeyFinderOptions {
  readonly storage: Storage;
  readonly clock: Clock;
  /** Answers that memory may give while the database is away. Default nothing. */
  readonly absence?: Pick<LastKnownOptions, "awayMs" | "isAway">;
}

const NEVER_AWAY = { awayMs: 0, isAway: () => false };

/** @param forget drops one key from memory, or all */
function followChanges(
  storage: Storage,
  lastKnown: LastKnown<Remembered | undefined>,
  forget: (digest: string | null) => void,
): () => void {
  return storage.onInvalidate(({ topic, id, accountId }) => {
    if (topic === "keys") {
      forget(id);
      if (id === null) lastKnown.forgetAll();
      else lastKnown.forget(id);
    }
    if (topic === "account" && accountId !== null) {
      forget(null);
      lastKnown.forgetAll();
    }
    if (topic === "all") {
      forget(null);
      lastKnown.doubt();
    }
  });
}

export function createKeyFinder({ storage, clock, absence }: KeyFinderOptions): CachedKeyFinder {
  const lastKnown = createLastKnown<Remembered | undefined>({
    max: REMEMBERED_MAX,
    ...(absence ?? NEVER_AWAY),
  });
  const known = new Map<string, Remembered>();
  const unknown = new Set<string>();
  let generation = 0;
  const uses = new Map<string, number>();

  const forget = (digest: string | null): void => {
    generation += 1;
    if (digest === null) known.clear();
    else known.delete(digest);
    unknown.clear();
  };
  const stop = followChanges(storage, lastKnown, forget);
  const admit = (entry: Remembered | undefined): KeyPrincipal | undefined => {
    const nowMs = clock.nowMs();
    if (entry === undefined || entry.expiresAtMs <= nowMs) return undefined;
    uses.set(entry.principal.keyId, nowMs);
    return entry.principal;
  };
  const read = async (digest: string): Promise<Remembered | undefined> => {
    const seen = generation;
    const key = await storage.apiKeys.findByHash(digest);
    const entry = key === undefined ? undefined : toRemembered(key);
    if (entry === undefined) lastKnown.forget(digest);
    // A change that arrived while the row was read makes the row suspect: use it once, remember nothing.
    if (seen === generation && entry === undefined) {
      keepBounded(unknown, UNKNOWN_MAX);
      unknown.add(digest);
    } else if (seen === generation && entry !== undefined) {
      keepBounded(known, REMEMBERED_MAX);
      known.set(digest, entry);
      lastKnown.keep(digest, entry);
    }
    return entry;
  };
  const load = (digest: string): KeyPrincipal | undefined | Promise<KeyPrincipal | undefined> => {
    const entry = lastKnown.readOr(digest, () => read(digest));
    return entry instanceof Promise ? entry.then(admit) : admit(entry);
  };

  return {
    findKey: (secret) => {
      if (!KEY_FORM.test(secret)) return undefined;
      const digest = hash("sha256", secret, "hex");
      const entry = known.get(digest);
      if (entry !== undefined) return admit(entry);
      return unknown.has(digest) ? undefined : load(digest);
    },
    flushUses: async () => {
      const noted = Array.from(uses, ([id, lastUsedAtMs]) => ({ id, lastUsedAtMs }));
      uses.clear();
      if (noted.length > 0) await storage.apiKeys.touch(noted);
    },
    close: stop,
  };
}
