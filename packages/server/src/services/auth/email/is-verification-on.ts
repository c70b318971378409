import type { Config } from "@signalbox/contracts";

/** Without a mail server nobody could be asked. */
export function isMailVerificationOn({ accounts, mail }: Pick<Config, "accounts" | "mail">): boolean {
  return accounts.mailVerification !== "off" && mail.smtpUrl !== "";
}
