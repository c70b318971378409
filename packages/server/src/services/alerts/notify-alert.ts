// Tells people outside the dashboard that an alert opened or closed: the webhook of the installation, and those whom the
// account wants mailed. A failure is logged and never stops the watch.
import type { Alert } from "@signalbox/storage";

import type { ServiceContext } from "../../context/service-context.ts";
import { readAccountSettings } from "../accounts/settings.ts";
import { addressOf } from "../auth/links.ts";
import { sendMail } from "../mail/send-mail.ts";
import { alertToWire } from "./alert-wire.ts";
import { webhookHeaders } from "./sign-webhook.ts";

const WEBHOOK_TIMEOUT_MS = 5_000;

export type AlertEvent = "opened" | "closed";

async function post(context: ServiceContext, alert: Alert, event: AlertEvent): Promise<void> {
  const { alertWebhookUrl: url, alertWebhookSecret: secret } = context.config.learning;
  if (url === "") return;
  const { accountId, kind, details } = alert;
  const body = JSON.stringify({ kind, event, account_id: accountId, ...details, alert: alertToWire(alert) });
  const message = { id: `${alert.id}.${event}`, atS: Math.floor(context.clock.nowMs() / 1000), body };
  try {
    const response = await fetch(url, {
      method: "POST",
      headers: { "content-type": "application/json", ...webhookHeaders(message, secret) },
      body,
      signal: AbortSignal.timeout(WEBHOOK_TIMEOUT_MS),
    });
    if (!response.ok) context.logger.warn({ status: response.status }, "the alert webhook refused an alert");
  } catch (cause) {
    context.logger.warn({ cause }, "the alert webhook could not be reached");
  }
}

async function mail(context: ServiceContext, alert: Alert, event: AlertEvent): Promise<void> {
  const account = await context.storage.accounts.find(alert.accountId);
  if (account === undefined) return;
  const { message } = alertToWire(alert);
  for (const to of readAccountSettings(account.settings).alert_emails)
    await sendMail(context, {
      to,
      subject: `Signalbox alert ${event}: ${alert.kind}`,
      text: `${message}\n\n${addressOf(context.config)}/health\n\nAccount: ${account.name}\n`,
    });
}

/** Says nothing of what is muted. */
export async function notifyAlert(context: ServiceContext, alert: Alert, event: AlertEvent): Promise<void> {
  if ((alert.mutedUntilMs ?? 0) > context.clock.nowMs()) return;
  await Promise.all([post(context, alert, event), mail(context, alert, event)]);
}
