// A link that proves that somebody reads the mail of an address. It is mailed to nobody else, works once, and only its digest
// is kept.
import { SignalboxError } from "@signalbox/contracts";
import type { User } from "@signalbox/storage";

import type { ServiceContext } from "../../../context/service-context.ts";
import { sendMail, isMailVerificationOn } from "../../mail/send-mail.ts";
import { linkTo } from "../links.ts";
import { createSecret, hashSecret } from "../signed-token.ts";

/** @param email the person's own address, or the one that it is to become */
export async function mailVerification(context: ServiceContext, user: User, email: string): Promise<void> {
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
