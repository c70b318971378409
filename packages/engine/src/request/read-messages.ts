// Messages from their wire form, in any of the usual chat dialects: bare strings, parts, tool calls, tool results.
import { NO_MESSAGES, type MessageWire, type SelectRequestWire } from "@signalbox/contracts";

import { userMessage } from "../reader/conversation/message.ts";
import type { Message } from "../reader/conversation/message.ts";
import { createContentParts, isCallType, isResultType, readContent, readPart } from "./read-parts.ts";
import { ITEMS_A_LOOK, UNBOUNDED, type Reading } from "./reading.ts";
import type { Faults } from "./validation.ts";
import { addFault, toJsonText } from "./validation.ts";

const TOOL_ROLES: ReadonlySet<string> = new Set(["tool", "function"]);
/** Roles that clients send; any other is taken as it is. */
export const MESSAGE_ROLES: readonly string[] = [
  ..."system developer user human assistant ai model chatbot".split(" "),
  ...TOOL_ROLES,
];
/** Kinds of items that have no role; a member of the conversation without one is otherwise the user's. */
export const ITEM_TYPES_WITHOUT_ROLE = ["function_call", "function_call_output", "reasoning"] as const;

type TurnWire = MessageWire | string;

/** What a request says, in the members of the three protocols. */
export type ConversationWire = Pick<SelectRequestWire, "messages" | "input" | "system" | "instructions">;

const TWICE = {
  location: "input",
  message: "The conversation is there twice, as `messages` and as `input`.",
  fix: "Send one of them.",
};

/** What stands before the conversation, and its turns in their order. */
function turnsOf(wire: ConversationWire): TurnWire[] {
  const { system, instructions, messages, input } = wire;
  const before = [system ?? "", instructions ?? ""]
    .filter((content) => content !== "")
    .map((content) => ({ role: "system", content }));
  const said = messages ?? input ?? [];
  return [...before, ...(typeof said === "string" ? [said] : said)];
}

/** The schema has checked every value; a fault is a conversation that is not there, is there twice, or says nothing. */
export function collectMessages(
  wire: ConversationWire,
  faults: Faults,
  reading: Reading = UNBOUNDED,
): Message[] {
  const said = wire.messages ?? wire.input ?? undefined;
  if (said === undefined) addFault(faults, NO_MESSAGES);
  if ((wire.messages ?? undefined) !== undefined && (wire.input ?? undefined) !== undefined)
    addFault(faults, TWICE);
  const messages = turnsOf(wire).flatMap((turn, index) => {
    if (index % ITEMS_A_LOOK === 0) reading.check(() => `messages[${index}]`);
    return readTurn(turn) ?? [];
  });
  if (Array.isArray(said) && !said.some(hasText) && messages.every(isEmptyMessage))
    addFault(faults, {
      location: wire.messages === said ? "messages" : "input",
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

/** Undefined for a message. Of the other items only calls, results and thoughts say something; what they say has no role. */
function itemRoleOf(wire: MessageWire): "assistant" | "tool" | "nobody" | undefined {
  const { type } = wire as { readonly type?: unknown };
  if (typeof type !== "string" || type === "message") return undefined;
  if (isResultType(type)) return "tool";
  if (isCallType(type) || type === "reasoning") return "assistant";
  const hasSaid = wire.content !== undefined || wire.tool_calls !== undefined || "text" in wire;
  return hasSaid || typeof wire.role === "string" ? undefined : "nobody";
}

function readTurn(wire: TurnWire): Message | undefined {
  if (typeof wire === "string") return userMessage(wire);
  const { role: named, content, tool_calls: calls } = wire;
  const itemRole = itemRoleOf(wire);
  if (itemRole === "nobody") return undefined;
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
