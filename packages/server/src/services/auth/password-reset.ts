// Reset links: asked for by anyone, sent to nobody but the mailbox or the operator's terminal, good once.
import { SignalboxError, type ResetPassword } from "@signalbox/contracts";
import type { User } from "@signalbox/storage";

import type { ServiceContext } from "../../context/service-context.ts";
import { isMailConfigured, sendMail } from "../mail/send-mail.ts";
import { notFound } from "../faults.ts";
import type { Browser, SignedInBrowser } from "./browser-session.ts";
import { linkTo } from "./links.ts";
import { assertPassword, hashPassword } from "./passwords.ts";
import { createSecret, hashSecret } from "./signed-token.ts";
import { checkSecondFactor } from "./second-factor/check-second-factor.ts";
import { startSessionOf } from "./sign-in.ts";
import { assertNoSingleSignOn } from "./single-sign-on/required-domains.ts";
import { requestThrottle, signInThrottle } from "./sign-in-throttle.ts";

async function createLink(context: ServiceContext, user: User): Promise<string> {
  const { storage, clock, config } = context;
  const token = createSecret();
  const nowMs = clock.nowMs();
  await storage.passwordResets.create({
    tokenHash: hashSecret(token),
    userId: user.id,
    createdAtMs: nowMs,
    expiresAtMs: nowMs + config.accounts.linkTtlS * 1000,
  });
  return linkTo(config, "reset", token);
}

/** For the command line on the machine itself. @throws SignalboxError not_found; forbidden where single sign-on is required */
export async function createResetLink(context: ServiceContext, email: string): Promise<string> {
  const user = await context.storage.users.findByEmail(email.trim());
  if (user === undefined) throw notFound("person");
  await assertNoSingleSignOn(context, user.email);
  return createLink(context, user);
}

async function mailLink(context: ServiceContext, email: string): Promise<void> {
  const user = await context.storage.users.findByEmail(email.trim());
  if (user === undefined) return;
  const link = await createLink(context, user);
  const hours = Math.max(1, Math.round(context.config.accounts.linkTtlS / 3600));
  await sendMail(context, {
    to: user.email,
    subject: "Reset your Signalbox password",
    text: `Open this link to choose a new password. It works once, for ${hours} hour(s).\n\n${link}\n\nIf you did not ask for it, ignore this mail: nothing has changed.\n`,
  });
}

/**
 * Answers the same for every address of a domain, and does not wait for the mail: the time tells nothing either.
 * @throws SignalboxError forbidden where single sign-on is required of the domain
 */
export async function requestReset(context: ServiceContext, browser: Browser, email: string): Promise<void> {
  requestThrottle(context).begin({ email, address: browser.address });
  await assertNoSingleSignOn(context, email);
  if (!isMailConfigured(context)) return;
  mailLink(context, email).catch((fault: unknown) => {
    context.logger.error(
      { code: fault instanceof SignalboxError ? fault.code : "internal" },
      "no reset link made",
    );
  });
}

/** Sets the password, signs the person out everywhere, and in here. @throws SignalboxError unauthenticated */
export async function resetPassword(
  context: ServiceContext,
  browser: Browser,
  input: ResetPassword,
): Promise<SignedInBrowser> {
  const { storage, clock, config } = context;
  const attempt = { email: "reset", address: browser.address };
  signInThrottle(context).begin(attempt);
  const { password } = input;
  const charsMin = config.accounts.passwordCharsMin;
  assertPassword({ location: "body.password", password, email: "", charsMin });
  const passwordHash = await hashPassword(password);
  const reset = await storage.transaction(async (repositories) => {
    const tokenHash = hashSecret(input.token);
    const userId = await repositories.passwordResets.consume({ tokenHash, nowMs: clock.nowMs() });
    if (userId === undefined) return undefined;
    const owner = await repositories.users.find(userId);
    if (owner === undefined) return undefined;
    await assertNoSingleSignOn(context, owner.email, repositories);
    // A wrong code leaves the link as it was.
    const proof = await checkSecondFactor(context, { repositories, userId, code: input.code });
    await repositories.browserSessions.deleteByUser({ userId });
    // The link came by mail, or from the operator, who vouches for the person.
    const emailVerifiedAtMs = clock.nowMs();
    const user = await repositories.users.update({ id: userId, passwordHash, emailVerifiedAtMs });
    return user === undefined ? undefined : { user, proof };
  });
  if (reset === undefined)
    throw new SignalboxError("unauthenticated", "This link has been used or has expired. Ask for a new one.");
  signInThrottle(context).succeed(attempt);
  return startSessionOf(context, { ...reset, browser, by: "reset link" });
}
