// One content value of a message in any of the usual chat dialects, taken apart into text and non-text parts.
import { isRecord } from "@signalbox/contracts";
import type { Message } from "../reader/conversation/message.ts";
import { toJsonText } from "./validation.ts";

type Part = Message["parts"][number];
type PartModality = Part["modality"];

const MODALITY_BY_TYPE: ReadonlyMap<string, PartModality> = new Map([
  ["image_url", "image"],
  ["input_image", "image"],
  ["image", "image"],
  ["input_audio", "audio"],
  ["audio", "audio"],
  ["video_url", "video"],
  ["input_video", "video"],
  ["video", "video"],
  ["file", "file"],
  ["input_file", "file"],
  ["document", "file"],
]);
const PARTS_DEPTH_MAX = 4;

/** Providers have calls of their own beside those of functions: `web_search_call`, `server_tool_use`, `custom_tool_call`. */
export const isCallType = (type: string): boolean => type.endsWith("_call") || type.endsWith("tool_use");
export const isResultType = (type: string): boolean =>
  type.endsWith("_call_output") || type.endsWith("tool_result");

/** Types of parts that mean something here; text comes under these names and others. */
export const READ_PART_TYPES: readonly string[] = [
  ..."text input_text output_text refusal thinking redacted_thinking reasoning summary_text".split(" "),
  ...MODALITY_BY_TYPE.keys(),
  ..."tool_use function_call tool_result function_call_output".split(" "),
];

export interface ContentParts {
  text: string;
  parts: Part[];
  toolCallCount: number;
  isToolResult: boolean;
  toolCallJson: string;
}

export function createContentParts(): ContentParts {
  return { text: "", parts: [], toolCallCount: 0, isToolResult: false, toolCallJson: "" };
}

/** Adds `content` to `into`; a value of no known shape adds nothing. */
export function readContent(content: unknown, into: ContentParts, depth = 0): void {
  if (typeof content === "string") {
    into.text = into.text === "" ? content : `${into.text}\n${content}`;
    return;
  }
  if (!Array.isArray(content) || depth > PARTS_DEPTH_MAX) return;
  for (const part of content as readonly unknown[]) {
    if (typeof part === "string") readContent(part, into, depth + 1);
    else if (isRecord(part)) readPart(part, into, depth);
  }
}

export function readPart(part: Readonly<Record<string, unknown>>, into: ContentParts, depth: number): void {
  const type = typeof part["type"] === "string" ? part["type"] : "text";
  const modality = MODALITY_BY_TYPE.get(type);
  if (modality !== undefined) {
    const bytes = sizeOf(part);
    into.parts.push(bytes === undefined ? { modality } : { modality, bytes });
  } else if (isCallType(type)) {
    into.toolCallCount += 1;
    into.toolCallJson += toJsonText(part) ?? "";
  } else if (isResultType(type)) {
    into.isToolResult = true;
    const result = createContentParts();
    readContent(part["content"] ?? part["output"], result, depth + 1);
    into.parts.push(...result.parts);
    into.toolCallJson += result.text;
  } else if (typeof part["text"] === "string") {
    readContent(part["text"], into, depth + 1);
  }
}

/** Bytes of an inline payload (base64 carries three bytes in four characters); undefined for an address. */
function sizeOf(part: Readonly<Record<string, unknown>>): number | undefined {
  for (const value of Object.values(part)) {
    const text = typeof value === "string" ? value : isRecord(value) ? payloadOf(value) : undefined;
    if (text !== undefined && text.length > 256 && !/^https?:/.test(text.slice(0, 8)))
      return Math.floor(text.length * 0.75);
  }
  return undefined;
}

function payloadOf(value: Readonly<Record<string, unknown>>): string | undefined {
  for (const key of ["url", "data", "file_data"]) {
    const text = value[key];
    if (typeof text === "string") return text;
  }
  return undefined;
}
