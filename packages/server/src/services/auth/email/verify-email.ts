// The end of a link that was mailed: the address is the person's. The person who opens it need not be signed in, and is not
// signed in by it.
import { SignalboxError, type VerifiedEmail } from "@signalbox/contracts";
import { emailKey, type EmailVerification, type Repositories, type User } from "@signalbox/storage";
import type { ServiceContext } from "../../../context/service-context.ts";
import { hashSecret } from "../signed-token.ts";
import { notFound } from "../../faults.ts";
import type { Browser } from "../browser-session.ts";
import { notePerson, OPERATOR } from "../note-person.ts";
import { assertOwnAddress } from "../single-sign-on/required-domains.ts";
import { signInThrottle } from "../sign-in-throttle.ts";
import { setEmail, tellOldAddress } from "./own-email.ts";

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
