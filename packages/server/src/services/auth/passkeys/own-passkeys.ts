// A person's own passkeys: made, named, removed. Everybody's own affair, so no role is asked for.
import { randomUUID } from "node:crypto";

import {
  SignalboxError,
  type Page,
  type Passkey as PasskeyWire,
  type PasskeyOptions,
  type RegisterPasskey,
} from "@signalbox/contracts";
import type { Passkey } from "@signalbox/storage";

import type { ServiceContext } from "../../../context/service-context.ts";
import { authorise } from "../../access/authorise.ts";
import { changeAs, changedBy } from "../../audit/change.ts";
import { found, notFound } from "../../faults.ts";
import { toIso, toIsoOrNull } from "../../timestamps.ts";
import { assertPasswordIfAny } from "../change-password.ts";
import type { PersonCaller } from "../own-sessions.ts";
import { assertNoSingleSignOn } from "../single-sign-on/required-domains.ts";
import {
  createChallenge,
  useChallenge,
  type Purpose,
  ALGORITHMS,
  loadWebAuthn,
  relyingPartyOf,
  verifyRegistration,
} from "./verify.ts";

const PASSKEYS_MAX = 20;

const purposeOf = ({ principal }: PersonCaller): Purpose => `register ${principal.browserSessionId}`;

const toWire = (passkey: Passkey): PasskeyWire => ({
  id: passkey.id,
  name: passkey.name,
  created_at: toIso(passkey.createdAtMs),
  last_used_at: toIsoOrNull(passkey.lastUsedAtMs),
});

export async function listPasskeys(
  { storage }: ServiceContext,
  { principal }: PersonCaller,
): Promise<Page<PasskeyWire>> {
  authorise(principal, "sessions.own");
  const passkeys = await storage.passkeys.listByUser(principal.userId);
  return { data: passkeys.map(toWire), next_cursor: null };
}

/** @throws SignalboxError validation_failed, forbidden for a wrong password, conflict */
export async function startPasskey(
  context: ServiceContext,
  caller: PersonCaller,
  password: string | undefined,
): Promise<PasskeyOptions> {
  const { principal } = caller;
  authorise(principal, "sessions.own");
  const { id: rpID } = relyingPartyOf(context);
  await assertNoSingleSignOn(context, principal.email);
  await assertPasswordIfAny(context, { principal, address: caller.address ?? "" }, password);
  const known = await context.storage.passkeys.listByUser(principal.userId);
  if (known.length >= PASSKEYS_MAX)
    throw new SignalboxError("conflict", `A person has at most ${PASSKEYS_MAX} passkeys. Remove one.`);
  const { generateRegistrationOptions } = await loadWebAuthn();
  const options = await generateRegistrationOptions({
    rpName: "Signalbox",
    rpID,
    userName: principal.email,
    userID: new TextEncoder().encode(principal.userId),
    challenge: Uint8Array.from(await createChallenge(context, purposeOf(caller))),
    attestationType: "none",
    supportedAlgorithmIDs: ALGORITHMS,
    excludeCredentials: known.map(({ credentialId: id, transports }) => ({
      id,
      transports: [...transports],
    })),
    authenticatorSelection: { residentKey: "required", userVerification: "required" },
  });
  return { options: { ...options } };
}

const refused = (): SignalboxError =>
  new SignalboxError("forbidden", "The passkey was not confirmed, or took too long. Start again.");

/** @throws SignalboxError forbidden; conflict when it is registered already */
export async function registerPasskey(
  context: ServiceContext,
  caller: PersonCaller,
  { name, credential }: RegisterPasskey,
): Promise<PasskeyWire> {
  const { userId, browserSessionId } = caller.principal;
  authorise(caller.principal, "sessions.own");
  const made = await verifyRegistration(context, credential, purposeOf(caller));
  if (made === undefined) throw refused();
  const { challenge, ...parts } = made;
  const createdAtMs = context.clock.nowMs();
  const passkey = { ...parts, id: randomUUID(), userId, name, createdAtMs, lastUsedAtMs: null };
  return changeAs(context, changedBy(caller), async ({ repositories, note }) => {
    if (!(await useChallenge(context, repositories, challenge))) throw refused();
    await repositories.passkeys.create(passkey);
    await repositories.browserSessions.setMethod({ id: browserSessionId, signedInBy: "passkey" });
    await note({ action: "passkey.create", targetId: passkey.id, details: { name } });
    return toWire(passkey);
  });
}

/** @throws SignalboxError not_found, also for another person's */
export async function renamePasskey(
  context: ServiceContext,
  caller: PersonCaller,
  input: { readonly id: string; readonly name: string },
): Promise<PasskeyWire> {
  const { userId } = caller.principal;
  authorise(caller.principal, "sessions.own");
  return toWire(found(await context.storage.passkeys.rename({ userId, ...input }), "passkey"));
}

/** Signs every other browser out. @throws SignalboxError not_found, also for another person's */
export async function removePasskey(
  context: ServiceContext,
  caller: PersonCaller,
  id: string,
): Promise<void> {
  const { userId, browserSessionId } = caller.principal;
  authorise(caller.principal, "sessions.own");
  await changeAs(context, changedBy(caller), async ({ repositories, note }) => {
    const name = (await repositories.passkeys.listByUser(userId)).find((one) => one.id === id)?.name;
    if (name === undefined || !(await repositories.passkeys.delete({ userId, id })))
      throw notFound("passkey");
    // Somebody with the device may be signed in with it elsewhere.
    await repositories.browserSessions.deleteByUser({ userId, exceptId: browserSessionId });
    await note({ action: "passkey.delete", targetId: id, details: { name } });
  });
}
