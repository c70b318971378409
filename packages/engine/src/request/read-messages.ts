// Messages from their wire form, in any of the usual chat dialects: bare strings, parts, tool calls, tool results.
import type { MessageWire, SelectRequestWire } from "@signalbox/contracts";

import { userMessage } from "../reader/conversation/message.ts";
import type { Message } from "../reader/conversation/message.ts";
import { createContentParts, readContent, readPart } from "./read-parts.ts";
import type { Faults } from "./validation.ts";
import { addFault, toJsonText } from "./validation.ts";

const TOOL_ROLES: ReadonlySet<string> = new Set(["tool", "function"]);
/** Roles that clients send; any other is taken as it is. */
export const MESSAGE_ROLES: readonly string[] = [
  ..."system developer user human assistant ai model chatbot".split(" "),
  ...TOOL_ROLES,
];
/** Items of a conversation without a role: one dialect has no messages for thoughts, calls and their results. */
const ITEM_ROLES: ReadonlyMap<string, string> = new Map([
  ["function_call", "assistant"],
  ["function_call_output", "tool"],
  ["reasoning", "assistant"],
]);
export const ITEM_TYPES_WITHOUT_ROLE: readonly string[] = [...ITEM_ROLES.keys()];

/** The schema has checked every value; a fault is a conversation that says nothing. */
export function collectMessages(wire: SelectRequestWire["messages"], faults: Faults): Message[] {
  const messages = typeof wire === "string" ? [userMessage(wire)] : wire.map(readMessage);
  if (typeof wire !== "string" && !wire.some(hasText) && messages.every(isEmptyMessage))
    addFault(faults, {
      location: "messages",
      message: "The conversation says nothing.",
      fix: "Send at least one message with content.",
    });
  return messages;
}

/** An empty text is a text: people do send it, and get a pick in which nothing could be read. */
function hasText(wire: MessageWire | string): boolean {
  return typeof wire === "string" || typeof wire.content === "string";
}

function isEmptyMessage(message: Message): boolean {
  return (
    message.parts.length === 0 &&
    message.toolCallCount === 0 &&
    !message.isToolResult &&
    message.text.trim() === ""
  );
}

function itemRoleOf({ type }: MessageWire & { readonly type?: unknown }): string | undefined {
  return typeof type === "string" ? ITEM_ROLES.get(type) : undefined;
}

function readMessage(wire: MessageWire | string): Message {
  if (typeof wire === "string") return userMessage(wire);
  const { role: named, content, tool_calls: calls } = wire;
  const itemRole = itemRoleOf(wire);
  const role = named === undefined || named === null || named === "" ? (itemRole ?? "user") : named;
  const read = createContentParts();
  if (itemRole === undefined) readContent(content, read);
  else readPart(wire, read, 0);
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
