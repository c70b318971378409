// An open tool loop: the model asked for a tool and has not yet answered the user with its result.
import type { Message } from "./message.ts";

/** True when the conversation ends in a tool call or in a tool result, with no new user turn after it. */
export function isToolLoopOpen(messages: readonly Message[]): boolean {
  const last = messages.at(-1);
  if (last === undefined) return false;
  if (last.isToolResult) return last.role !== "user" || last.text.trim() === "" || hasCallBefore(messages);
  return last.toolCallCount > 0;
}

/** A result in a user message (one dialect does that) answers the call of the message just before it. */
function hasCallBefore(messages: readonly Message[]): boolean {
  return (messages.at(-2)?.toolCallCount ?? 0) > 0;
}
