import { type RecoveryCodes, type SecondFactorSecret, SignalboxError } from "@signalbox/contracts";
import type { Repositories, SecondFactor as StoredFactor } from "@signalbox/storage";
import type { ServiceContext } from "../../context/service-context.ts";
import { authorise } from "../access/authorise.ts";
import { changeAs, changedBy, notePerson, OPERATOR } from "../audit/change.ts";
import type { PersonCaller } from "./own-sessions.ts";
import { assertPasswordOf } from "./providers/password.ts";
import {
  createRecoveryCodes,
  createTotpSecret,
  hashRecoveryCode,
  proveSecondFactor,
  showTotpSecret,
  stepOfCode,
  wrongCode,
} from "./second-factor.ts";
import { codeThrottle } from "./sign-in-throttle.ts";
import { found, notFound } from "../faults.ts";

// A person's own second factor: proposed, confirmed by a first code, ended by a code. Everybody's own affair, so no role
// is asked for; the organisation only says whether it requires one.

/** A secret that counts from its first code on. @throws SignalboxError forbidden for a wrong password, conflict */
export async function startSecondFactor(
  context: ServiceContext,
  caller: PersonCaller,
  password: string,
): Promise<SecondFactorSecret> {
  const { principal } = caller;
  authorise(principal, "sessions.own");
  await assertPasswordOf(context, principal, { password, address: caller.address ?? "" });
  const secret = await createTotpSecret();
  const { userId, email } = principal;
  const createdAtMs = context.clock.nowMs();
  const factor = { userId, secret, lastStep: 0, createdAtMs, confirmedAtMs: null };
  if (!(await context.storage.secondFactors.propose(factor)))
    throw new SignalboxError("conflict", "The second factor is on already. Turn it off first to change it.");
  return { secret, ...(await showTotpSecret(secret, email)) };
}

async function renew(repositories: Repositories, userId: string): Promise<RecoveryCodes> {
  const codes = createRecoveryCodes();
  const codeHashes = codes.map(hashRecoveryCode);
  await repositories.secondFactors.replaceRecoveryCodes({ userId, codeHashes });
  return { recovery_codes: [...codes] };
}

/** Turns it on, and signs every other browser out. @throws SignalboxError not_found, conflict, forbidden */
export async function confirmSecondFactor(
  context: ServiceContext,
  caller: PersonCaller,
  code: string,
): Promise<RecoveryCodes> {
  const { userId, browserSessionId } = caller.principal;
  authorise(caller.principal, "sessions.own");
  const { secret } = found(await context.storage.secondFactors.find(userId), "second factor");
  const atMs = context.clock.nowMs();
  const counted = { email: userId, address: userId };
  codeThrottle(context).begin(counted);
  const step = await stepOfCode(secret, code.replaceAll(/\s/g, ""), atMs);
  if (step === undefined) throw wrongCode("forbidden");
  codeThrottle(context).succeed(counted);
  return changeAs(context, changedBy(caller), async ({ repositories, note }) => {
    if (!(await repositories.secondFactors.confirm({ userId, secret, step, atMs })))
      throw new SignalboxError("conflict", "The second factor is on already.");
    await repositories.browserSessions.deleteByUser({ userId, exceptId: browserSessionId });
    await repositories.browserSessions.setMethod({ id: browserSessionId, signedInBy: "second factor" });
    await note({ action: "second_factor.enable", targetId: userId });
    return renew(repositories, userId);
  });
}

/** The second factor that is on. */
async function findOwn(context: ServiceContext, userId: string): Promise<StoredFactor> {
  const factor = await context.storage.secondFactors.find(userId);
  const isOn = factor !== undefined && factor.confirmedAtMs !== null;
  return found(isOn ? factor : undefined, "second factor");
}

/** Signs every other browser out. @throws SignalboxError not_found, forbidden for a wrong code, rate_limited */
export async function endSecondFactor(
  context: ServiceContext,
  caller: PersonCaller,
  code: string,
): Promise<void> {
  const { userId, browserSessionId: id } = caller.principal;
  authorise(caller.principal, "sessions.own");
  const factor = await findOwn(context, userId);
  await changeAs(context, changedBy(caller), async ({ repositories, note }) => {
    const fault = "forbidden";
    const details = { by: await proveSecondFactor(context, factor, { repositories, userId, code, fault }) };
    await repositories.secondFactors.delete(userId);
    await repositories.browserSessions.deleteByUser({ userId, exceptId: id });
    await repositories.browserSessions.setMethod({ id, signedInBy: "password" });
    await note({ action: "second_factor.disable", targetId: userId, details });
  });
}

/** Ten new codes in place of all earlier ones; every other browser is signed out. @throws SignalboxError not_found, forbidden, rate_limited */
export async function renewRecoveryCodes(
  context: ServiceContext,
  caller: PersonCaller,
  code: string,
): Promise<RecoveryCodes> {
  const { userId, browserSessionId } = caller.principal;
  authorise(caller.principal, "sessions.own");
  const factor = await findOwn(context, userId);
  return changeAs(context, changedBy(caller), async ({ repositories, note }) => {
    await proveSecondFactor(context, factor, { repositories, userId, code, fault: "forbidden" });
    await repositories.browserSessions.deleteByUser({ userId, exceptId: browserSessionId });
    await note({ action: "second_factor.renew_codes", targetId: userId });
    return renew(repositories, userId);
  });
}

/**
 * For the command line on the machine itself: the person is signed out, and signs in by password alone again. Not for owners, because a person
 * may belong to another organisation too, whose door it would open.
 * @throws SignalboxError not_found, also for a person without a second factor
 */
export async function resetSecondFactor(context: ServiceContext, email: string): Promise<void> {
  const { storage } = context;
  const user = await storage.users.findByEmail(email.trim());
  if (user === undefined) throw notFound("person");
  await storage.transaction(async (repositories) => {
    if (!(await repositories.secondFactors.delete(user.id))) throw notFound("second factor");
    await repositories.browserSessions.deleteByUser({ userId: user.id });
    await notePerson(context, repositories, { user, by: OPERATOR, action: "second_factor.reset" });
  });
}
