import { invalid } from "@signalbox/contracts";
import { emailKey, type Repositories } from "@signalbox/storage";

import type { ServiceContext } from "../../context/service-context.ts";
import { allPages } from "../accounts/all-pages.ts";

interface Asked {
  readonly accountId: string;
  readonly emails: readonly string[] | undefined;
}

/**
 * Checks the addresses for alerts. Where strangers may open accounts, mail goes to members only: the service must not write to
 * whom they please.
 */
export async function assertAlertEmails(
  { config }: ServiceContext,
  { memberships }: Repositories,
  { accountId, emails = [] }: Asked,
): Promise<void> {
  if (config.accounts.signUp !== "open" || emails.length === 0) return;
  const known = new Set<string>();
  for await (const { email } of allPages((page) => memberships.list({ accountId, ...page })))
    known.add(emailKey(email));
  const strangers = emails.filter((email) => !known.has(emailKey(email)));
  if (strangers.length === 0) return;
  throw invalid([
    {
      location: "body.settings.alert_emails",
      message: `${strangers.join(", ")}: not an address of a member.`,
      fix: "Invite them first; this installation lets anyone open accounts, so it mails members only.",
    },
  ]);
}
