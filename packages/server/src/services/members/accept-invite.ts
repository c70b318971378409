// An invitation is accepted once. A person who is known here proves it with their password and joins; others are created.
import { SignalboxError, type AcceptInvite } from "@signalbox/contracts";
import type { Invite, User } from "@signalbox/storage";

import type { ServiceContext } from "../../context/service-context.ts";
import { changeAs } from "../audit/change.ts";
import { startSession, type Browser, type SignedInBrowser } from "../auth/browser-session.ts";
import { assertPassword } from "../auth/password-rules.ts";
import { hashPassword } from "../auth/password.ts";
import { hashSecret } from "../auth/secret.ts";
import { checkSecondFactor, type SecondProof } from "../auth/second-factor/check-second-factor.ts";
import { checkCredentials, methodOf } from "../auth/sign-in.ts";
import { newUser } from "../auth/sign-up.ts";
import { signInThrottle } from "../auth/throttles.ts";
import { found } from "../faults.ts";

const closed = (): SignalboxError =>
  new SignalboxError("unauthenticated", "This invitation has been used or has expired. Ask for a new one.");

async function findInvite(context: ServiceContext, browser: Browser, tokenHash: string): Promise<Invite> {
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
  readonly proof?: SecondProof | undefined;
  readonly browser: Browser;
}

function join(context: ServiceContext, joining: Joining): Promise<SignedInBrowser> {
  const { invite, user, isNew, proof, browser } = joining;
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
    const signedInBy = methodOf("password", proof);
    return startSession(context, { repositories, identified, browser, signedInBy });
  });
}

/** @throws SignalboxError unauthenticated for a used link or a known person's wrong password */
export async function acceptInvite(
  context: ServiceContext,
  browser: Browser,
  input: AcceptInvite,
): Promise<SignedInBrowser> {
  const { password, name } = input;
  const invite = await findInvite(context, browser, hashSecret(input.token));
  const { email } = invite;
  if ((await context.storage.users.findByEmail(email)) !== undefined) {
    const user = await checkCredentials(context, { email, password, address: browser.address });
    const attempt = { repositories: context.storage, userId: user.id, code: input.code };
    const proof = await checkSecondFactor(context, attempt);
    return join(context, { invite, user, isNew: false, proof, browser });
  }
  const charsMin = context.config.accounts.passwordCharsMin;
  assertPassword({ location: "body.password", password, email, charsMin });
  const passwordHash = await hashPassword(password);
  const user = newUser({ email, name, passwordHash }, context.clock.nowMs());
  return join(context, { invite, user, isNew: true, browser });
}
