// Messages from their wire form, in any of the usual chat dialects: bare strings, parts, tool calls, tool results.
import { isRecord, NO_MESSAGES, type MessageWire, type SelectRequestWire } from "@signalbox/contracts";
import type { Message } from "../reader/conversation/message.ts";
import { toJsonText, ITEMS_A_LOOK, UNBOUNDED, type Reading, addFault } from "./reading.ts";
import { userMessage } from "../reader/conversation/message.ts";
import type { Faults } from "./reading.ts";

// One content value of a message in any of the usual chat dialects, taken apart into text and non-text parts.
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
  ["media", "file"],
  ["computer_screenshot", "image"],
]);
const PARTS_DEPTH_MAX = 4;

/** Providers have calls of their own beside those of functions: `web_search_call`, `server_tool_use`, `custom_tool_call`. */
const isCallType = (type: string): boolean =>
  type.endsWith("_call") || type.endsWith("tool_use") || type === "tool_invocation";
const isResultType = (type: string): boolean => type.endsWith("_call_output") || type.endsWith("tool_result");

/** Google names a part by the member that holds it. */
const HOLDERS: ReadonlyMap<string, string> = new Map([
  ["functionCall", "function_call"],
  ["function_call", "function_call"],
  ["functionResponse", "tool_result"],
  ["function_response", "tool_result"],
  ["inlineData", "file"],
  ["inline_data", "file"],
  ["fileData", "file"],
  ["file_data", "file"],
]);

/** Types of parts that mean something here; text comes under these names and others. */
export const READ_PART_TYPES: readonly string[] = [
  ..."text input_text output_text refusal thinking redacted_thinking reasoning summary_text".split(" "),
  ...MODALITY_BY_TYPE.keys(),
  ..."tool_use function_call tool_result function_call_output tool-call tool-result".split(" "),
];

interface ContentParts {
  text: string;
  parts: Part[];
  toolCallCount: number;
  isToolResult: boolean;
  toolCallJson: string;
}

function createContentParts(): ContentParts {
  return { text: "", parts: [], toolCallCount: 0, isToolResult: false, toolCallJson: "" };
}

/** Adds `content` to `into`; a value of no known shape adds nothing. */
function readContent(content: unknown, into: ContentParts, depth = 0): void {
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

type PartWire = Readonly<Record<string, unknown>>;

/** The AI SDK writes `tool-call` where others write `tool_call`. */
function typeOf(part: PartWire): string {
  const { type } = part;
  if (typeof type === "string") return type.includes("-") ? type.replaceAll("-", "_") : type;
  for (const name in part) {
    const held = isRecord(part[name]) ? HOLDERS.get(name) : undefined;
    if (held !== undefined) return held;
  }
  return "text";
}

const MEDIA = ["image", "audio", "video"] as const;

/** A file is what its media type says: the AI SDK and Google send pictures as files. */
function mediaOf(part: PartWire): PartModality {
  for (const place of [part, ...Object.values(part)]) {
    if (!isRecord(place)) continue;
    const type = place["mediaType"] ?? place["mimeType"] ?? place["mime_type"];
    const media = typeof type === "string" ? MEDIA.find((each) => type.startsWith(each)) : undefined;
    if (media !== undefined) return media;
  }
  return "file";
}

const TEXT_URL = /^data:(?:text\/[\w.+-]{1,60}|application\/(?:json|xml|yaml|x-ndjson))(?:;[\w=-]{1,40})*,/;

/** The text of a data URL; undefined for anything else. */
function textOfUrl(url: unknown): string | undefined {
  const head = typeof url === "string" ? TEXT_URL.exec(url.slice(0, 200))?.[0] : undefined;
  if (head === undefined || typeof url !== "string") return undefined;
  const body = url.slice(head.length);
  if (!head.endsWith(";base64,")) return body;
  try {
    return new TextDecoder().decode(Uint8Array.from(atob(body), (unit) => unit.charCodeAt(0)));
  } catch {
    return undefined;
  }
}

/** A file of text is text: Anthropic's `source` of text, and data URLs of a text's media type. */
function textOfFile(part: PartWire): string | undefined {
  const { source, file } = part;
  if (isRecord(source) && source["type"] === "text" && typeof source["data"] === "string")
    return source["data"];
  const held = isRecord(file) ? file : part;
  return textOfUrl(held["file_data"] ?? held["data"] ?? held["url"]);
}

function isCoarse(part: PartWire): boolean {
  const { image_url: held } = part;
  return part["detail"] === "low" || (isRecord(held) && held["detail"] === "low");
}

function readPart(part: PartWire, into: ContentParts, depth: number): void {
  const type = typeOf(part);
  const named = MODALITY_BY_TYPE.get(type);
  const written = named === "file" ? textOfFile(part) : undefined;
  if (written !== undefined) readContent(written, into, depth + 1);
  else if (named !== undefined) {
    const modality = named === "file" ? mediaOf(part) : named;
    const bytes = sizeOf(part);
    into.parts.push({
      modality,
      ...(bytes === undefined ? {} : { bytes }),
      ...(isCoarse(part) ? { detail: "low" } : {}),
    });
  } else if (isResultType(type)) {
    into.isToolResult = true;
    const result = createContentParts();
    readResult(resultOf(part), result, depth + 1);
    into.parts.push(...result.parts);
    into.toolCallJson += result.text;
  } else if (isCallType(type) || "toolCallId" in part) {
    into.toolCallCount += 1;
    into.toolCallJson += toJsonText(part) ?? "";
  } else {
    const text = part["text"] ?? part["refusal"];
    if (typeof text === "string") readContent(text, into, depth + 1);
  }
}

function resultOf(part: PartWire): unknown {
  const held = part["functionResponse"] ?? part["function_response"];
  return (
    part["content"] ?? part["output"] ?? part["result"] ?? (isRecord(held) ? held["response"] : undefined)
  );
}

/** A result is text, parts, the AI SDK's `{ type, value }`, or any other JSON, which the model gets as its text. */
function readResult(result: unknown, into: ContentParts, depth: number): void {
  if (result === undefined || result === null || depth > PARTS_DEPTH_MAX) return;
  if (isRecord(result) && "value" in result) readResult(result["value"], into, depth + 1);
  else if (isRecord(result) && MODALITY_BY_TYPE.has(typeOf(result))) readPart(result, into, depth);
  else {
    readContent(result, into, depth);
    const isRead = typeof result === "string" || into.text !== "" || into.parts.length > 0;
    if (!isRead) into.text = toJsonText(result) ?? "";
  }
}

/** Bytes of an inline payload (base64 carries three bytes in four characters); undefined for an address. */
function sizeOf(part: PartWire): number | undefined {
  for (const value of Object.values(part)) {
    const text = typeof value === "string" ? value : isRecord(value) ? payloadOf(value) : undefined;
    if (text !== undefined && text.length > 256 && !/^https?:/.test(text.slice(0, 8)))
      return Math.floor(text.length * 0.75);
  }
  return undefined;
}

function payloadOf(value: PartWire): string | undefined {
  for (const key of ["url", "data", "file_data"]) {
    const text = value[key];
    if (typeof text === "string") return text;
  }
  return undefined;
}

const TOOL_ROLES: ReadonlySet<string> = new Set(["tool", "function"]);
/** Roles that clients send; any other is taken as it is. */
export const MESSAGE_ROLES: readonly string[] = [
  ..."system developer user human assistant ai model chatbot".split(" "),
  ...TOOL_ROLES,
];
/** Kinds of items that have no role; a member of the conversation without one is otherwise the user's. */
export const ITEM_TYPES_WITHOUT_ROLE = ["function_call", "function_call_output", "reasoning"] as const;

type TurnWire = MessageWire | string;

/** The conversation of a request, in the members of the three protocols. */
type ConversationWire = Pick<SelectRequestWire, "messages" | "input" | "system" | "instructions">;

const TWICE = {
  location: "input",
  message: "The conversation is there twice, as `messages` and as `input`.",
  fix: "Send one of them.",
};

/** The turns before the conversation, then its own in order. */
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
  if (typeof wire === "string") return true;
  const content = contentOf(wire);
  return (
    typeof content === "string" ||
    (content ?? []).some((part) => typeof part === "string" || typeof part.text === "string")
  );
}

/** User interfaces send both: the parts say all, the content may be empty. */
const contentOf = ({ content, parts }: MessageWire): MessageWire["content"] =>
  content === undefined || content === null || (content === "" && Array.isArray(parts)) ? parts : content;

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
  const hasSaid = contentOf(wire) !== undefined || wire.tool_calls !== undefined || "text" in wire;
  return hasSaid || typeof wire.role === "string" ? undefined : "nobody";
}

function readTurn(wire: TurnWire): Message | undefined {
  if (typeof wire === "string") return userMessage(wire);
  const { role: named, tool_calls: calls } = wire;
  const itemRole = itemRoleOf(wire);
  if (itemRole === "nobody") return undefined;
  const role = named === undefined || named === null || named === "" ? (itemRole ?? "user") : named;
  const read = createContentParts();
  if (itemRole === undefined) readContent(contentOf(wire), read);
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
