// The headers of Standard Webhooks: the receiver recomputes the signature over id, time and body, and refuses old ones.
import { createHmac } from "node:crypto";

const PREFIX = "whsec_";

const keyOf = (secret: string): Buffer =>
  secret.startsWith(PREFIX) ? Buffer.from(secret.slice(PREFIX.length), "base64") : Buffer.from(secret);

interface WebhookMessage {
  readonly id: string;
  /** @unit seconds since 1970 */
  readonly atS: number;
  readonly body: string;
}

export function webhookHeaders({ id, atS, body }: WebhookMessage, secret: string): Record<string, string> {
  const headers = { "webhook-id": id, "webhook-timestamp": String(atS) };
  const digest = createHmac("sha256", keyOf(secret)).update(`${id}.${atS}.${body}`).digest("base64");
  return { ...headers, "webhook-signature": `v1,${digest}` };
}
