// An invitation is accepted once. A person who is known here proves it with their password and joins; others are created.
import { SignalboxError, type AcceptInvite } from "@signalbox/contracts";
import type { Invite, SignInMethod, User } from "@signalbox/storage";

import type { ServiceContext } from "../../context/service-context.ts";
import { changeAs } from "../audit/change.ts";
import { startSession, type Browser, type SignedInBrowser } from "./browser-session.ts";
import { assertPassword, hashPassword } from "./passwords.ts";
import { hashSecret } from "./signed-token.ts";
import { checkSecondFactor } from "./second-factor/check-second-factor.ts";
import { checkCredentials, methodOf } from "./sign-in.ts";
import { newUser } from "./sign-up.ts";
import { assertNoSingleSignOn } from "./single-sign-on/required-domains.ts";
import { signInThrottle } from "./sign-in-throttle.ts";
import { found } from "../faults.ts";

const closed = (): SignalboxError =>
  new SignalboxError("unauthenticated", "This invitation has been used or has expired. Ask for a new one.");

/** @throws SignalboxError unauthenticated, rate_limited */
export async function findInvite(
  context: ServiceContext,
  browser: Browser,
  tokenHash: string,
): Promise<Invite> {
  const attempt = { email: "invite", address: browser.address };
  signInThrottle(context).begin(attempt);
  const invite = await context.storage.invites.findOpen({ tokenHash, nowMs: context.clock.nowMs() });
  if (invite === undefined) throw closed();
  signInThrottle(context).succeed(attempt);
  return invite;
}

interface Joining {
  readonly invite: Invite;
  readonly user: User;
  readonly isNew: boolean;
  readonly signedInBy: SignInMethod;
  readonly browser: Browser;
}

export function join(context: ServiceContext, joining: Joining): Promise<SignedInBrowser> {
  const { invite, user, isNew, signedInBy, browser } = joining;
  const { accountId, tokenHash } = invite;
  const actor = { kind: "user", id: user.id, name: user.email } as const;
  return changeAs(context, { accountId, actor, address: browser.address }, async ({ repositories, note }) => {
    if (isNew) await repositories.users.create(user);
    const nowMs = context.clock.nowMs();
    const membership = await repositories.invites.accept({ tokenHash, userId: user.id, nowMs });
    if (membership === undefined) throw closed();
    const account = found(await repositories.accounts.find(accountId), "account");
    await note({ action: "member.join", targetId: user.id, details: { role: membership.role } });
    const identified = { user, account, role: membership.role };
    return startSession(context, { repositories, identified, browser, signedInBy });
  });
}

/** @throws SignalboxError unauthenticated for a used link or a known person's wrong password; forbidden where single sign-on is required */
export async function acceptInvite(
  context: ServiceContext,
  browser: Browser,
  input: AcceptInvite,
): Promise<SignedInBrowser> {
  const { password, name } = input;
  const invite = await findInvite(context, browser, hashSecret(input.token));
  const { email } = invite;
  await assertNoSingleSignOn(context, email);
  if ((await context.storage.users.findByEmail(email)) !== undefined) {
    const user = await checkCredentials(context, { ...browser, email, password });
    const attempt = { repositories: context.storage, userId: user.id, code: input.code };
    const proof = await checkSecondFactor(context, attempt);
    return join(context, { invite, user, isNew: false, signedInBy: methodOf("password", proof), browser });
  }
  const charsMin = context.config.accounts.passwordCharsMin;
  assertPassword({ location: "body.password", password, email, charsMin });
  const passwordHash = await hashPassword(password);
  const user = newUser({ email, name, passwordHash }, context.clock.nowMs());
  // The link was shown to the owner too, so it does not prove that the person reads the mail of the address.
  return join(context, { invite, user, isNew: true, signedInBy: "password", browser });
}
