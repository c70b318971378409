// LangChain's messages and tools as members of a selection request. Payloads of images, audio and files stay behind.
import { convertToOpenAITool, isLangChainTool } from "@langchain/core/utils/function_calling";
import type { BindToolsInput } from "@langchain/core/language_models/chat_models";
import { AIMessage, ToolMessage, type BaseMessage } from "@langchain/core/messages";
import type { MessageWire, ToolWire } from "@signalbox/contracts";

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
