// Tells people outside the dashboard that an alert opened or closed: the webhook of the installation, that of the account, and
// those whom the account wants mailed. A failure is logged and never stops the watch.
import type { Alert as AlertWire } from "@signalbox/contracts";
import type { Account, Alert } from "@signalbox/storage";

import type { ServiceContext } from "../../context/service-context.ts";
import { readAccountSettings } from "../accounts/settings.ts";
import { addressOf } from "../auth/signed-link.ts";
import { sendMail } from "../mail/send-mail.ts";
import { webhookSecretOf } from "./account-webhook.ts";
import { alertToWire } from "./update-alert.ts";
import { sendWebhook, type Webhook } from "./send-webhook.ts";
import { webhookHeaders } from "./sign-webhook.ts";

type AlertEvent = "opened" | "closed" | "test";

/** An alert on its way to the people of its account. */
interface Notice {
  readonly account: Account;
  readonly alert: AlertWire;
  readonly event: AlertEvent;
  /** Members of the alert's details that stand beside it in the body. */
  readonly details: Readonly<Record<string, unknown>>;
}

interface Receiver extends Pick<Webhook, "url" | "allowsPrivate"> {
  readonly secret: string;
}

/** @returns the status that the receiver answered, or why it could not be asked; undefined when none is set */
async function post(
  context: ServiceContext,
  { account, alert, event, details }: Notice,
  { url, secret, allowsPrivate }: Receiver,
): Promise<number | string | undefined> {
  if (url === "") return undefined;
  const body = JSON.stringify({ kind: alert.kind, event, account_id: account.id, ...details, alert });
  // Copies of an installation share the ids of what was open when they parted: a receiver that keeps ids acts once.
  const message = { id: `${alert.id}.${event}`, atS: Math.floor(context.clock.nowMs() / 1000), body };
  try {
    const status = await sendWebhook({ url, headers: webhookHeaders(message, secret), body, allowsPrivate });
    if (status < 200 || status > 299) context.logger.warn({ status }, "an alert webhook refused an alert");
    return status;
  } catch (cause) {
    context.logger.warn({ cause }, "an alert webhook could not be reached");
    return cause instanceof Error ? cause.message : String(cause);
  }
}

function postToInstallation(context: ServiceContext, notice: Notice): ReturnType<typeof post> {
  const { alertWebhookUrl: url, alertWebhookSecret: secret } = context.config.learning;
  return post(context, notice, { url, secret, allowsPrivate: true });
}

export async function postToAccount(context: ServiceContext, notice: Notice): ReturnType<typeof post> {
  const url = readAccountSettings(notice.account.settings).alert_webhook_url ?? "";
  if (url === "") return undefined;
  const secret = await webhookSecretOf(context, notice.account.id);
  return post(context, notice, { url, secret, allowsPrivate: context.config.alerts.privateWebhooks });
}

/** @returns how many mails the mail server took, of how many */
export async function mail(
  context: ServiceContext,
  { account, alert, event }: Notice,
): Promise<{ readonly taken: number; readonly of: number }> {
  const { alert_emails: emails } = readAccountSettings(account.settings);
  let taken = 0;
  for (const to of emails) {
    const isTaken = await sendMail(context, {
      to,
      subject: `Signalbox alert ${event}: ${alert.kind}`,
      text: `${alert.message}\n\n${addressOf(context.config)}/health\n\nAccount: ${account.name}\n`,
    });
    if (isTaken) taken += 1;
  }
  return { taken, of: emails.length };
}

/** Says nothing of what is muted. */
export async function notifyAlert(context: ServiceContext, alert: Alert, event: AlertEvent): Promise<void> {
  if ((alert.mutedUntilMs ?? 0) > context.clock.nowMs()) return;
  const account = await context.storage.accounts.find(alert.accountId);
  if (account === undefined) return;
  const notice = { account, alert: alertToWire(alert), event, details: alert.details };
  await Promise.all([
    postToInstallation(context, notice),
    postToAccount(context, notice),
    mail(context, notice),
  ]);
}
