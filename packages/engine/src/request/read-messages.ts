// Messages from their wire form. Tolerant of dialects (parts, tool calls, tool results), strict about what cannot be read.
import { isRecord, SELECT_LIMITS } from "@signalbox/contracts";

import type { Message } from "../conversation/message.ts";
import { createContentParts, readContent } from "./read-parts.ts";
import type { Faults } from "./validation.ts";
import { addFault, assertNoFaults, toJsonText } from "./validation.ts";

const TOOL_ROLES: ReadonlySet<string> = new Set(["tool", "function"]);

/**
 * Reads the `messages` field: a bare string is one user message.
 * @throws SignalboxError validation_failed with every fault when the conversation is empty or a message has no shape.
 */
export function readMessages(wire: unknown): Message[] {
  const faults: Faults = [];
  const messages = collectMessages(wire, faults);
  assertNoFaults(faults);
  return messages;
}

export function collectMessages(wire: unknown, faults: Faults): Message[] {
  const list: readonly unknown[] | undefined =
    typeof wire === "string" ? [{ role: "user", content: wire }] : Array.isArray(wire) ? wire : undefined;
  if (list === undefined) {
    addFault(faults, {
      location: "messages",
      message: "The conversation must be a string or an array of messages.",
      fix: 'Send `[{ "role": "user", "content": "..." }]`.',
    });
    return [];
  }
  if (list.length > SELECT_LIMITS.messagesMax) {
    addFault(faults, {
      location: "messages",
      message: `There are ${list.length} messages; at most ${SELECT_LIMITS.messagesMax} are read.`,
      fix: "Drop or summarise the oldest turns.",
    });
    return [];
  }
  const messages: Message[] = [];
  for (let i = 0; i < list.length; i += 1) {
    const message = readMessage(list[i], i, faults);
    if (message !== undefined) messages.push(message);
  }
  if (faults.length === 0 && messages.every(isEmptyMessage)) {
    addFault(faults, {
      location: "messages",
      message: "The conversation says nothing.",
      fix: "Send at least one message with content.",
    });
  }
  return messages;
}

function isEmptyMessage(message: Message): boolean {
  return (
    message.parts.length === 0 &&
    message.toolCallCount === 0 &&
    !message.isToolResult &&
    message.text.trim() === ""
  );
}

function readMessage(wire: unknown, index: number, faults: Faults): Message | undefined {
  if (typeof wire === "string")
    return { role: "user", text: wire, parts: [], toolCallCount: 0, isToolResult: false };
  if (!isRecord(wire)) {
    addFault(faults, {
      location: `messages[${index}]`,
      message: "A message must be an object.",
      fix: 'Send `{ "role": "user", "content": "..." }`.',
    });
    return undefined;
  }
  const role = typeof wire["role"] === "string" && wire["role"] !== "" ? wire["role"] : "user";
  const content = wire["content"];
  if (content !== undefined && content !== null && typeof content !== "string" && !Array.isArray(content)) {
    addFault(faults, {
      location: `messages[${index}].content`,
      message: "The content must be a string, an array of parts, or null beside tool_calls.",
      fix: "Send the text of the turn as a string.",
    });
    return undefined;
  }
  return buildMessage(role, wire);
}

function buildMessage(role: string, wire: Readonly<Record<string, unknown>>): Message {
  const read = createContentParts();
  readContent(wire["content"], read);
  const calls = wire["tool_calls"];
  if (Array.isArray(calls) && calls.length > 0) {
    read.toolCallCount += calls.length;
    read.toolCallJson += toJsonText(calls) ?? "";
  }
  const message = {
    role,
    text: read.text,
    parts: read.parts,
    toolCallCount: read.toolCallCount,
    isToolResult: read.isToolResult || TOOL_ROLES.has(role),
  };
  return read.toolCallJson === "" ? message : { ...message, toolCallJson: read.toolCallJson };
}
