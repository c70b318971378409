// Addresses of people: which ones are accepted, and how a person changes their own.
import { invalid, SignalboxError, type ChangeEmail } from "@signalbox/contracts";
import { emailKey, type User } from "@signalbox/storage";

import type { ServiceContext } from "../../context/service-context.ts";
import { authorise } from "../access/authorise.ts";
import { found } from "../faults.ts";
import { sendMail } from "../mail/send-mail.ts";
import { assertPasswordIfAny } from "./providers/password.ts";
import { notePerson } from "../audit/change.ts";
import type { PersonCaller } from "./own-sessions.ts";
import { mailThrottle, toMailbox } from "./sign-in-throttle.ts";
import { assertOwnAddress } from "./required-domains.ts";

/**
 * An address that looks like another one: "ⅴictim" or "ｖictim" beside "victim". Mail systems tell them apart; people who read a
 * list of members do not.
 * @throws SignalboxError validation_failed
 */
export function assertPlainAddress(email: string): void {
  const plain = email.normalize("NFKC");
  if (plain === email.normalize("NFC")) return;
  throw invalid([
    {
      location: "body.email",
      message: "It holds characters that only look like ordinary letters or digits.",
      fix: `Write it in ordinary ones: ${plain}.`,
    },
  ]);
}

/** Limits changes by person and by mailbox: each sends a mail, and tells whether a person here has the address. */
function countChange(context: ServiceContext, userId: string, email: string): void {
  const throttle = mailThrottle(context);
  throttle.begin({ email: userId, address: `person ${userId}` });
  throttle.begin(toMailbox(email));
}

/** Informs the old address, in case a stranger made the change. The answer does not wait for the mail. */
function tellOldAddress(context: ServiceContext, user: User, email: string): void {
  void sendMail(context, {
    to: user.email,
    subject: "Your address for Signalbox was changed",
    text: `You sign in to Signalbox as ${email} from now on. If it was not you who changed it, ask the operator of the installation for help.\n`,
  });
}

/**
 * Changes the caller's own address immediately; it counts as not proved until a reset link or single sign-on proves it.
 * @throws SignalboxError forbidden for a wrong password, or where single sign-on is required; conflict when another person has
 *   the address; rate_limited
 */
export async function changeEmail(
  context: ServiceContext,
  caller: PersonCaller,
  input: ChangeEmail,
): Promise<void> {
  const { principal, address } = caller;
  authorise(principal, "sessions.own");
  const user = found(await context.storage.users.find(principal.userId), "person");
  const email = input.email.trim();
  assertPlainAddress(email);
  assertOwnAddress(context, user);
  assertOwnAddress(context, { email });
  await assertPasswordIfAny(context, { principal, address: address ?? "" }, input.password);
  countChange(context, user.id, email);
  await context.storage.transaction(async (repositories) => {
    const other = await repositories.users.findByEmail(email);
    if (other !== undefined && other.id !== user.id)
      throw new SignalboxError("conflict", "Another person here has this address already.");
    await repositories.users.update({ id: user.id, email, emailVerifiedAtMs: null });
    // They were sent to the old address, which may be another person's tomorrow.
    await repositories.passwordResets.deleteByUser(user.id);
    const details = { to: email };
    await notePerson(context, repositories, { user, address, action: "user.change_email", details });
  });
  if (emailKey(user.email) !== emailKey(email)) tellOldAddress(context, user, email);
}
