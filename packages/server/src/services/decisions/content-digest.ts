import { createHmac } from "node:crypto";

import type { Message } from "@signalbox/engine";

/**
 * HMAC-SHA-256 of the conversation under the account's own key, hex: equal conversations of one account can be
 * recognised, nothing can be read back, and digests of two accounts never match.
 */
export function digestContent(messages: readonly Message[], digestKey: string): string {
  const digest = createHmac("sha256", digestKey);
  for (const message of messages) {
    // A NUL between role and text keeps two splits of one text apart.
    digest.update(`${message.role}\u0000${message.text}\u0000`);
  }
  return digest.digest("hex");
}
