// A person's own address: proved by a link, asked for again, changed. The new address counts when its link is opened, so that
// nobody takes over one that they cannot read.
import { SignalboxError, type ChangeEmail, type ChangedEmail } from "@signalbox/contracts";
import { emailKey, type Repositories, type User } from "@signalbox/storage";

import type { UserPrincipal } from "../../../context/principal.ts";
import type { ServiceContext } from "../../../context/service-context.ts";
import { authorise } from "../../access/authorise.ts";
import { found } from "../../faults.ts";
import { isMailConfigured, sendMail } from "../../mail/send-mail.ts";
import type { PersonCaller } from "../own-sessions.ts";
import { assertPasswordIfAny } from "../change-password.ts";
import { notePerson } from "../note-person.ts";
import { assertOwnAddress } from "../single-sign-on/required-domains.ts";
import { mailThrottle } from "../sign-in-throttle.ts";
import { isVerified } from "../user-wire.ts";
import { assertPlainAddress } from "./plain-address.ts";
import { mailInBackground } from "./verification-link.ts";

/** Neither one person nor many may fill a mailbox. @throws SignalboxError rate_limited */
function countMail(context: ServiceContext, userId: string, email: string): void {
  const throttle = mailThrottle(context);
  throttle.begin({ email: userId, address: `person ${userId}` });
  throttle.begin({ email, address: `mailbox ${emailKey(email)}` });
}

const ownUser = async ({ storage }: ServiceContext, { userId }: UserPrincipal): Promise<User> =>
  found(await storage.users.find(userId), "person");

/** Another link to the address that waits for one. @throws SignalboxError conflict, rate_limited */
export async function resendVerification(context: ServiceContext, caller: PersonCaller): Promise<void> {
  const { principal } = caller;
  authorise(principal, "sessions.own");
  if (!isMailConfigured(context))
    throw new SignalboxError("conflict", "This installation sends no mail. Ask its operator to verify you.");
  const user = await ownUser(context, principal);
  const nowMs = context.clock.nowMs();
  const open = await context.storage.emailVerifications.findByUser({ userId: user.id, nowMs });
  const email = open?.email ?? user.email;
  if (isVerified(user) && emailKey(email) === emailKey(user.email))
    throw new SignalboxError("conflict", "Your address is verified already.");
  countMail(context, user.id, email);
  mailInBackground(context, user, email);
}

interface NewAddress {
  readonly user: User;
  readonly email: string;
  /** Null where the address was not proved. */
  readonly verifiedAtMs: number | null;
  readonly address: string | undefined;
}

/** @throws SignalboxError conflict when somebody else has it */
export async function setEmail(
  context: ServiceContext,
  repositories: Repositories,
  { user, email, verifiedAtMs: emailVerifiedAtMs, address }: NewAddress,
): Promise<void> {
  const other = await repositories.users.findByEmail(email);
  if (other !== undefined && other.id !== user.id)
    throw new SignalboxError("conflict", "Somebody else has this address here already.");
  await repositories.users.update({ id: user.id, email, emailVerifiedAtMs });
  // They were sent to the old address, which may be another person's tomorrow.
  await repositories.passwordResets.deleteByUser(user.id);
  const details = { to: email };
  await notePerson(context, repositories, { user, address, action: "user.change_email", details });
}

/** To the old address, in case it was somebody else who did it. */
export async function tellOldAddress(context: ServiceContext, user: User, email: string): Promise<void> {
  await sendMail(context, {
    to: user.email,
    subject: "Your address for Signalbox was changed",
    text: `You sign in to Signalbox as ${email} from now on. If it was not you who changed it, ask the operator of the installation for help.\n`,
  });
}

/**
 * Changes one's own address. Where mail is sent the answer is the same whether or not somebody has the address: only its mailbox
 * learns more.
 * @throws SignalboxError forbidden for a wrong password, or where the provider says the address; rate_limited
 */
export async function changeEmail(
  context: ServiceContext,
  caller: PersonCaller,
  input: ChangeEmail,
): Promise<ChangedEmail> {
  const { principal, address } = caller;
  authorise(principal, "sessions.own");
  const user = await ownUser(context, principal);
  const email = input.email.trim();
  assertPlainAddress(email);
  assertOwnAddress(context, user);
  assertOwnAddress(context, { email });
  await assertPasswordIfAny(context, { principal, address: address ?? "" }, input.password);
  countMail(context, user.id, email);
  if (!isMailConfigured(context)) {
    await context.storage.transaction((repositories) =>
      setEmail(context, repositories, { user, email, verifiedAtMs: null, address }),
    );
    return { is_changed: true };
  }
  mailInBackground(context, user, email);
  return { is_changed: false };
}
