// Owners see how the account's webhook is signed, and try it before they need it.
import { randomUUID } from "node:crypto";

import type { AlertTest, AlertWebhook } from "@signalbox/contracts";

import type { ServiceContext } from "../../context/service-context.ts";
import { authorise, type Caller } from "../access/authorise.ts";
import { readAccountSettings } from "../accounts/settings.ts";
import { SignInThrottle } from "../auth/sign-in-throttle.ts";
import { found } from "../faults.ts";
import { perContext } from "../per-context.ts";
import { toIso } from "../timestamps.ts";
import { webhookSecretOf } from "./account-webhook.ts";
import { postToAccount } from "./notify-alert.ts";

/** In fifteen minutes. */
const TESTS_MAX = 10;

const testThrottle = perContext(
  ({ clock }) => new SignInThrottle(clock, TESTS_MAX, { refusal: "Too many test alerts were asked for." }),
);

async function ownAccount(context: ServiceContext, { principal }: Caller) {
  authorise(principal, "account.update");
  return found(await context.storage.accounts.find(principal.accountId), "account");
}

export async function getAlertWebhook(context: ServiceContext, caller: Caller): Promise<AlertWebhook> {
  const account = await ownAccount(context, caller);
  return {
    url: readAccountSettings(account.settings).alert_webhook_url,
    secret: await webhookSecretOf(context, account.id),
  };
}

/** @throws SignalboxError rate_limited after ten in fifteen minutes */
export async function testAlerts(context: ServiceContext, caller: Caller): Promise<AlertTest> {
  const account = await ownAccount(context, caller);
  testThrottle(context).begin({ email: account.id, address: `account ${account.id}` });
  const alert = {
    id: randomUUID(),
    at: toIso(context.clock.nowMs()),
    kind: "test",
    severity: "info" as const,
    message: "This is a test: alerts of this account come here.",
    value: null,
    label: null,
    field: null,
    key_id: null,
    preference_id: null,
    resolved_at: null,
    acknowledged_at: null,
    muted_until: null,
    handled_by: null,
    note: null,
  };
  const webhook = await postToAccount(context, { account, alert, event: "test", details: {} });
  return {
    webhook_status: typeof webhook === "number" ? webhook : null,
    webhook_fault: typeof webhook === "string" ? webhook : null,
  };
}
