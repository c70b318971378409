// Whose messages are answers: those that a client sends back with its next turn.
import type { Message } from "./message.ts";

export const ANSWERING_ROLES: ReadonlySet<string> = new Set(["assistant", "ai", "model", "chatbot"]);

/** Messages of the turn just before: all that stood before the last answer, which may have come in several messages. */
export function countBefore(messages: readonly Message[]): number {
  let at = messages.findLastIndex(({ role }) => ANSWERING_ROLES.has(role));
  while (at > 0 && ANSWERING_ROLES.has(messages[at - 1]?.role ?? "")) at -= 1;
  return Math.max(0, at);
}
