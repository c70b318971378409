// Lists, creates, changes, rotates and revokes the keys of an account.

import {
  type KeysQuery,
  type Page,
  SignalboxError,
  type ApiKeyWithSecret,
  type CreateKey,
  type ApiKey,
  type UpdateKey,
  type RotateKey,
  type Scope,
  invalid,
} from "@signalbox/contracts";
import type { ApiKey as StoredKey, Repositories } from "@signalbox/storage";
import type { ServiceContext } from "../../context/service-context.ts";
import { authorise, type Caller } from "../access/authorise.ts";
import { keyToWire, ownersOf, keyWithOwner } from "./key-wire.ts";
import { actorOf, changeAs, changedBy } from "../audit/change.ts";
import { endOfLife, keyDaysMaxOf, assertLife } from "./key-life.ts";
import { newKey, type NewKey } from "./new-key.ts";
import { found, notFound } from "../faults.ts";
import type { Principal } from "../../context/principal.ts";
import { isNetwork } from "../../context/networks.ts";
import { readTimestamp } from "../timestamps.ts";

// Reads and checks what a caller asks of a key: scopes, addresses, the end of its life.

/**
 * The person who makes or rotates a key can use it afterwards, so keys that erase are for those who may erase.
 * @throws SignalboxError forbidden
 */
function assertMayGive(principal: Principal, scopes: readonly Scope[] | undefined): void {
  if (scopes?.includes("privacy") === true) authorise(principal, "privacy.manage");
}

/** @throws SignalboxError validation_failed, naming each text that is no address and no network */
function readAddresses(texts: readonly string[] | null | undefined): readonly string[] | null | undefined {
  if (texts === undefined || texts === null) return texts;
  const addresses = texts.map((text) => text.trim().toLowerCase());
  const faults = addresses.flatMap((address, index) =>
    isNetwork(address)
      ? []
      : [
          {
            location: `body.addresses[${index}]`,
            message: "It is neither an IP address nor a network.",
            fix: "Send one such as 203.0.113.7, 10.0.0.0/8 or 2001:db8::/32.",
          },
        ],
  );
  if (faults.length > 0) throw invalid(faults);
  return addresses;
}

/** Milliseconds, null for never, undefined when nothing was said. @throws SignalboxError validation_failed for the past */
function readExpiry(text: string | null | undefined, nowMs: number): number | null | undefined {
  if (text === undefined || text === null) return text;
  const expiresAtMs = readTimestamp(text, "body.expires_at");
  if (expiresAtMs > nowMs) return expiresAtMs;
  throw invalid([
    {
      location: "body.expires_at",
      message: "It lies in the past.",
      fix: "Send a later time, or null for a key that does not expire.",
    },
  ]);
}

/** Newest first; revoked ones only on request. */
export async function listKeys(
  context: ServiceContext,
  caller: Caller,
  query: KeysQuery,
): Promise<Page<ApiKey>> {
  authorise(caller.principal, "keys.read");
  const { cursor, limit, include_revoked: includeRevoked = false } = query;
  const { accountId } = caller.principal;
  const page = await context.storage.apiKeys.list({ accountId, cursor, limit, includeRevoked });
  const nowMs = context.clock.nowMs();
  const owners = await ownersOf(context.storage, page.items);
  const data = page.items.map((key) => keyToWire(key, nowMs, owners));
  return { data, next_cursor: page.nextCursor };
}

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

const OVERLAP_S_DEFAULT = 3600;

async function refusal({ apiKeys }: Repositories, { accountId, id }: StoredKey): Promise<SignalboxError> {
  const now = await apiKeys.find({ accountId, id });
  return now === undefined || now.revokedAtMs !== null || now.replacedById === null
    ? notFound("key that is still valid")
    : new SignalboxError("conflict", "This key has a successor already. Rotate that one.");
}

/** The members that a successor takes over. */
function inherited(old: StoredKey): Omit<NewKey, "nowMs"> {
  const { accountId, name, scopes, rateLimitPerMinute, expiresAtMs, ownerId, addresses } = old;
  return { accountId, name, scopes, rateLimitPerMinute, expiresAtMs, ownerId, addresses };
}

/**
 * A new key with the same rights, limits, addresses and owner, and the same end unless another was asked for; the old one
 * works for the overlap.
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

/** Revokes a key immediately, on every replica. Revoking is idempotent. @throws SignalboxError not_found */
export async function revokeKey(context: ServiceContext, caller: Caller, id: string): Promise<void> {
  authorise(caller.principal, "keys.manage");
  const { accountId } = caller.principal;
  await changeAs(context, changedBy(caller), async ({ repositories, note }) => {
    const key = found(await repositories.apiKeys.find({ accountId, id }), "key");
    const isNow = await repositories.apiKeys.revoke({ accountId, id, atMs: context.clock.nowMs() });
    if (isNow)
      await note({ action: "key.revoke", targetId: id, details: { name: key.name, prefix: key.prefix } });
  });
}
