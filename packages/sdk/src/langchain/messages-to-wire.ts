// LangChain's messages and tools as members of a selection request. Payloads of images, audio and files stay behind.
import type { UsageMetadata } from "@langchain/core/messages";
import { convertToOpenAITool, isLangChainTool } from "@langchain/core/utils/function_calling";
import type { BindToolsInput } from "@langchain/core/language_models/chat_models";
import { AIMessage, ToolMessage, type BaseMessage } from "@langchain/core/messages";
import type { MessageWire, ToolWire } from "@signalbox/contracts";
import type { AnswerMetadata } from "../adapters/ask-routed.ts";
import type { ModelUsage } from "../call/chunk-source.ts";

// The facts that a routed message states about its choice. It stays with the message, so that a conversation that the caller
// keeps is linked to its session without any memory here.
const NAMESPACE = "signalbox";

/** The message itself, marked: LangChain adds to the metadata of messages in the same way. */
export function markMessage<M extends BaseMessage>(message: M, metadata: AnswerMetadata): M {
  message.response_metadata = { ...message.response_metadata, [NAMESPACE]: metadata };
  return message;
}

/** The contents of `response_metadata.signalbox` of a message; undefined when it was not routed. */
export function routingOf(message: BaseMessage): AnswerMetadata | undefined {
  const metadata: Readonly<Record<string, unknown>> = message.response_metadata;
  return metadata[NAMESPACE] as AnswerMetadata | undefined;
}

/** The session of the newest message that was chosen through Signalbox. */
export function previousSession(messages: readonly BaseMessage[]): string | undefined {
  const sessions = messages.map((message) => routingOf(message)?.sessionId);
  return sessions.findLast((sessionId) => typeof sessionId === "string");
}

export function readTokens(message: BaseMessage): ModelUsage | undefined {
  // Its type hangs on the structure of the message, which nothing is known of here.
  const usage = Reflect.get(message, "usage_metadata") as UsageMetadata | undefined;
  return usage && { input_tokens: usage.input_tokens, output_tokens: usage.output_tokens };
}

type Content = Exclude<MessageWire["content"], undefined>;
type WirePart = Extract<Content, readonly unknown[]>[number];

const ROLES: Readonly<Record<string, string>> = { human: "user", ai: "assistant" };
const PART_TYPES: Readonly<Record<string, string>> = {
  image: "image_url",
  audio: "input_audio",
  video: "video_url",
};

function toPart(block: { readonly type?: unknown; readonly text?: unknown }): WirePart {
  if (typeof block.text === "string") return { type: "text", text: block.text };
  const type = typeof block.type === "string" ? block.type : "file";
  return { type: PART_TYPES[type] ?? type };
}

function toContent({ content }: BaseMessage): Content {
  return typeof content === "string" ? content : content.map(toPart);
}

function toMessage(message: BaseMessage): MessageWire {
  const role = ROLES[message.type] ?? message.type;
  const plain: MessageWire = { role, content: toContent(message) };
  if (ToolMessage.isInstance(message)) return { ...plain, tool_call_id: message.tool_call_id };
  if (!AIMessage.isInstance(message)) return plain;
  const calls = message.tool_calls ?? [];
  if (calls.length === 0) return plain;
  const toolCalls = calls.map(({ id, name, args }) => ({
    id: id ?? null,
    type: "function",
    function: { name, arguments: JSON.stringify(args) },
  }));
  return { ...plain, tool_calls: toolCalls };
}

export const messagesToWire = (messages: readonly BaseMessage[]): MessageWire[] => messages.map(toMessage);

/** Tools in the form of one provider are sent as they are; the service reads what it knows of them. */
export function toolsToWire(tools: readonly BindToolsInput[]): ToolWire[] {
  return tools.map((tool) => (isLangChainTool(tool) ? convertToOpenAITool(tool) : tool) as ToolWire);
}
