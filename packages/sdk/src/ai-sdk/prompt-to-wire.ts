// The prompt of a language model call as messages of a selection request. Bytes of files stay behind: the choice needs to
// know that there is an image, never the image.
import type { MessageWire, ToolWire } from "@signalbox/contracts";

import type { CallOptions } from "./language-model.ts";

type PromptMessage = CallOptions["prompt"][number];
type Part = Exclude<PromptMessage["content"], string>[number];
type ToolResultPart = Extract<Part, { type: "tool-result" }>;
type WirePart = Extract<MessageWire["content"], readonly unknown[]>[number];

const PART_TYPES: readonly (readonly [prefix: string, type: string])[] = [
  ["image", "image_url"],
  ["audio", "input_audio"],
  ["video", "video_url"],
];

function filePart(mediaType: string): WirePart {
  const known = PART_TYPES.find(([prefix]) => mediaType.startsWith(prefix));
  return { type: known?.[1] ?? "file" };
}

function contentParts(parts: readonly Part[]): WirePart[] {
  return parts.flatMap((part): WirePart[] => {
    if (part.type === "text") return [{ type: "text", text: part.text }];
    return part.type === "file" ? [filePart(part.mediaType)] : [];
  });
}

function toolCalls(parts: readonly Part[]): object[] {
  return parts.flatMap((part) =>
    part.type === "tool-call"
      ? [
          {
            id: part.toolCallId,
            type: "function",
            function: { name: part.toolName, arguments: JSON.stringify(part.input) },
          },
        ]
      : [],
  );
}

function resultText({ output }: ToolResultPart): string {
  if (output.type === "text" || output.type === "error-text") return output.value;
  if (output.type === "execution-denied") return output.reason ?? "denied";
  if (output.type !== "content") return JSON.stringify(output.value);
  return output.value.flatMap((item) => (item.type === "text" ? [item.text] : [])).join("\n");
}

function toolMessages(parts: readonly Part[]): MessageWire[] {
  return parts.flatMap((part): MessageWire[] =>
    part.type === "tool-result"
      ? [{ role: "tool", tool_call_id: part.toolCallId, content: resultText(part) }]
      : [],
  );
}

function toMessages(message: PromptMessage): MessageWire[] {
  if (message.role === "system") return [{ role: "system", content: message.content }];
  if (message.role === "user") return [{ role: "user", content: contentParts(message.content) }];
  if (message.role === "tool") return toolMessages(message.content);
  const calls = toolCalls(message.content);
  const answer: MessageWire = { role: "assistant", content: contentParts(message.content) };
  // Tools that the provider ran by itself leave their results in the assistant's own turn.
  return [calls.length === 0 ? answer : { ...answer, tool_calls: calls }, ...toolMessages(message.content)];
}

export function promptToMessages(prompt: CallOptions["prompt"]): MessageWire[] {
  return prompt.flatMap(toMessages);
}

/** Function tools only: those of a provider are known to it by name and say nothing to anybody else. */
export function toolsToWire(tools: CallOptions["tools"]): ToolWire[] {
  return (tools ?? []).flatMap((tool): ToolWire[] =>
    tool.type === "function"
      ? [
          {
            name: tool.name,
            description: tool.description ?? null,
            parameters: tool.inputSchema as Record<string, unknown>,
          },
        ]
      : [],
  );
}

/** As the service reads it: models known not to keep to a schema are left out. */
export function responseFormatOf({ responseFormat }: CallOptions): object | undefined {
  if (responseFormat?.type !== "json") return undefined;
  return { type: responseFormat.schema === undefined ? "json_object" : "json_schema" };
}
