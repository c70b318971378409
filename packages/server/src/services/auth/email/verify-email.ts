// The end of a link that was mailed: the address is the person's. The person who opens it need not be signed in, and is not
// signed in by it.
import type { Config } from "@signalbox/contracts";
import { SignalboxError, type VerifiedEmail } from "@signalbox/contracts";
import { emailKey, type EmailVerification, type Repositories, type User } from "@signalbox/storage";
import type { ServiceContext } from "../../../context/service-context.ts";
import { sendMail } from "../../mail/send-mail.ts";
import { linkTo } from "../links.ts";
import { createSecret, hashSecret } from "../signed-token.ts";
import { notFound } from "../../faults.ts";
import type { Browser } from "../browser-session.ts";
import { notePerson, OPERATOR } from "../note-person.ts";
import { assertOwnAddress } from "../single-sign-on/required-domains.ts";
import { signInThrottle } from "../sign-in-throttle.ts";
import { setEmail, tellOldAddress } from "./own-email.ts";

/** Without a mail server nobody could be asked. */
export function isMailVerificationOn({ accounts, mail }: Pick<Config, "accounts" | "mail">): boolean {
  return accounts.mailVerification !== "off" && mail.smtpUrl !== "";
}

// A link that proves that somebody reads the mail of an address. It is mailed to nobody else, works once, and only its digest
// is kept.

/** @param email the person's own address, or the one that it is to become */
async function mailVerification(context: ServiceContext, user: User, email: string): Promise<void> {
  const { storage, clock, config } = context;
  const token = createSecret();
  const nowMs = clock.nowMs();
  await storage.emailVerifications.create({
    tokenHash: hashSecret(token),
    userId: user.id,
    email,
    createdAtMs: nowMs,
    expiresAtMs: nowMs + config.accounts.linkTtlS * 1000,
  });
  const hours = Math.max(1, Math.round(config.accounts.linkTtlS / 3600));
  await sendMail(context, {
    to: email,
    subject: "Confirm your address for Signalbox",
    text: `Open this link to confirm that ${email} is your address. It works once, for ${hours} hour(s).\n\n${linkTo(config, "verify", token)}\n\nIf you expected no such mail, ignore it: without the link nothing happens.\n`,
  });
}

/** Answers do not wait for the mail, and a mail that fails is asked for again on the dashboard. */
export function mailInBackground(context: ServiceContext, user: User, email: string): void {
  mailVerification(context, user, email).catch((fault: unknown) => {
    context.logger.error(
      { code: fault instanceof SignalboxError ? fault.code : "internal" },
      "no link to verify an address made",
    );
  });
}

/** For a person who is new here, where addresses must be verified. */
export function askForProof(context: ServiceContext, user: User): void {
  if (user.emailVerifiedAtMs === null && isMailVerificationOn(context.config))
    mailInBackground(context, user, user.email);
}

/** Unknown, used and expired links look alike. */
const spent = (): SignalboxError =>
  new SignalboxError(
    "unauthenticated",
    "This link has been used or has expired. Sign in and ask for another one.",
  );

interface Proof {
  readonly user: User;
  readonly email: string;
  readonly address: string;
}

/** Undefined where the person has the address already. */
async function settle(
  context: ServiceContext,
  repositories: Repositories,
  { user, email, address }: Proof,
): Promise<void> {
  const nowMs = context.clock.nowMs();
  if (emailKey(user.email) !== emailKey(email)) {
    assertOwnAddress(context, user);
    assertOwnAddress(context, { email });
    await setEmail(context, repositories, { user, email, verifiedAtMs: nowMs, address });
    return;
  }
  await repositories.users.update({ id: user.id, emailVerifiedAtMs: nowMs });
  await notePerson(context, repositories, { user, address, action: "user.verify_email" });
}

/** @throws SignalboxError unauthenticated, conflict when somebody else took the address meanwhile, rate_limited */
export async function verifyEmail(
  context: ServiceContext,
  browser: Browser,
  token: string,
): Promise<VerifiedEmail> {
  const { storage, clock } = context;
  const { address } = browser;
  const attempt = { email: "verify", address };
  signInThrottle(context).begin(attempt);
  const tokenHash = hashSecret(token);
  const { user, email } = await storage.transaction(async (repositories) => {
    const link: EmailVerification | undefined = await repositories.emailVerifications.consume({
      tokenHash,
      nowMs: clock.nowMs(),
    });
    const person = link && (await repositories.users.find(link.userId));
    if (link === undefined || person === undefined) throw spent();
    await settle(context, repositories, { user: person, email: link.email, address });
    return { user: person, email: link.email };
  });
  signInThrottle(context).succeed(attempt);
  if (emailKey(user.email) !== emailKey(email)) await tellOldAddress(context, user, email);
  return { email };
}

/** For the command line on the machine itself: the operator vouches for the person. @throws SignalboxError not_found */
export async function vouchForEmail(context: ServiceContext, email: string): Promise<void> {
  const { storage, clock } = context;
  const user = await storage.users.findByEmail(email.trim());
  if (user === undefined) throw notFound("person");
  await storage.transaction(async (repositories) => {
    await repositories.users.update({ id: user.id, emailVerifiedAtMs: clock.nowMs() });
    await repositories.emailVerifications.deleteByUser(user.id);
    await notePerson(context, repositories, { user, by: OPERATOR, action: "user.verify_email" });
  });
}
