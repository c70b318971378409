// The webhook that an account's owners name in its settings. Its posts are signed under a secret that is derived from the
// account's oldest digest key, so that nothing more has to be kept, and rotating the keys changes no receiver.
import { createHmac } from "node:crypto";

import { invalid } from "@signalbox/contracts";

import type { ServiceContext } from "../../context/service-context.ts";
import { isPrivateHost } from "./send-webhook.ts";

export async function webhookSecretOf({ digestKeys }: ServiceContext, accountId: string): Promise<string> {
  const keys = await digestKeys.of(accountId);
  const oldest = keys.at(-1) ?? keys[0];
  return `whsec_${createHmac("sha256", oldest).update("alert webhook").digest("base64")}`;
}

function faultOf(text: string, allowsPrivate: boolean): { message: string; fix: string } | undefined {
  const url = URL.parse(text);
  if (url === null || !["http:", "https:"].includes(url.protocol))
    return { message: "It is not an address.", fix: "Send one that begins with `https://`, or null." };
  if (url.username !== "" || url.password !== "")
    return { message: "It holds a name or a password.", fix: "Check the signature of the posts instead." };
  if (allowsPrivate) return undefined;
  if (url.protocol !== "https:") return { message: "It is not encrypted.", fix: "Send an `https` address." };
  return isPrivateHost(url)
    ? {
        message: "It is an address of a private network.",
        fix: "Send a public one, or let the operator turn `alerts.privateWebhooks` on.",
      }
    : undefined;
}

/** @param url undefined and null are always right @throws SignalboxError invalid_request */
export function assertWebhookUrl({ config }: ServiceContext, url: string | null | undefined): void {
  const fault = typeof url === "string" ? faultOf(url, config.alerts.privateWebhooks) : undefined;
  if (fault !== undefined) throw invalid([{ location: "body.settings.alert_webhook_url", ...fault }]);
}
