// Tells people outside the dashboard that an alert opened or closed, through the webhook of the account. A failure is logged and
// never stops the watch.
import type { Alert as AlertWire } from "@signalbox/contracts";
import type { Account, Alert } from "@signalbox/storage";

import type { ServiceContext } from "../../context/service-context.ts";
import { readAccountSettings } from "../accounts/settings.ts";
import { webhookSecretOf } from "./account-webhook.ts";
import { alertToWire } from "./update-alert.ts";
import { sendWebhook } from "./send-webhook.ts";
import { webhookHeaders } from "./sign-webhook.ts";

type AlertEvent = "opened" | "closed" | "test";

/** An alert on its way to the people of its account. */
interface Notice {
  readonly account: Account;
  readonly alert: AlertWire;
  readonly event: AlertEvent;
  /** Members of the alert's details that the body repeats beside it. */
  readonly details: Readonly<Record<string, unknown>>;
}

/** @returns the status that the receiver answered, or why it could not be asked; undefined when the account names none */
export async function postToAccount(
  context: ServiceContext,
  { account, alert, event, details }: Notice,
): Promise<number | string | undefined> {
  const url = readAccountSettings(account.settings).alert_webhook_url;
  if (url === null) return undefined;
  const secret = await webhookSecretOf(context, account.id);
  const { privateWebhooks: allowsPrivate } = context.config.alerts;
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

/** Skips muted alerts. */
export async function notifyAlert(context: ServiceContext, alert: Alert, event: AlertEvent): Promise<void> {
  if ((alert.mutedUntilMs ?? 0) > context.clock.nowMs()) return;
  const account = await context.storage.accounts.find(alert.accountId);
  if (account === undefined) return;
  await postToAccount(context, { account, alert: alertToWire(alert), event, details: alert.details });
}
