// Calls in Chat Completions: read from a client, written for an upstream.
import { isRecord } from "@signalbox/contracts";

import type { Body } from "../protocols/protocol.ts";
import { countOf, defined, memberOf, recordsOf, textOf } from "../protocols/read-json.ts";
import {
  conversationOf,
  FREE_SCHEMA,
  freeArgs,
  freeDescription,
  isSet,
  jsonArgs,
  refuse,
  resultText,
  safeName,
  textOfParts,
  type Asked,
  type Choice,
  type Item,
  type Message,
  type Part,
  type Thought,
  type Tool,
  type ToolCall,
  type ToolResult,
} from "./form.ts";

const NO_SCHEMA: Body = { type: "object", properties: {} };

function partOf(part: Body): Part[] {
  const { type } = part;
  if (type === "text") return [{ kind: "text", text: textOf(part["text"]) ?? "" }];
  if (type === "refusal") return [{ kind: "refusal", text: textOf(part["refusal"]) ?? "" }];
  if (type === "image_url") {
    const image = part["image_url"];
    const url = textOf(image) ?? textOf(memberOf(image, "url")) ?? refuse("A picture has no URL.");
    return [{ kind: "image", url, detail: textOf(memberOf(image, "detail")) }];
  }
  if (type === "file") {
    const url = textOf(memberOf(part["file"], "file_data"));
    if (url === undefined) refuse("A file is known to one provider alone.");
    return [{ kind: "file", url, name: textOf(memberOf(part["file"], "filename")) }];
  }
  return refuse(`Content of type \`${textOf(type) ?? "?"}\` cannot be translated.`);
}

const partsOf = (content: unknown): readonly Part[] =>
  typeof content === "string" ? [{ kind: "text", text: content }] : recordsOf(content).flatMap(partOf);

/** Sealed thoughts as OpenRouter writes them, else the plain text. */
function thoughtsIn(message: Body): readonly Thought[] {
  const text = textOf(message["reasoning_content"]) ?? textOf(message["reasoning"]) ?? "";
  const details = recordsOf(message["reasoning_details"]).flatMap(sealedIn);
  const isPlain = !details.some((detail) => detail.text !== undefined);
  const [first, ...rest] = details;
  if (first === undefined) return text === "" ? [] : [{ kind: "thought", text, seal: undefined }];
  return isPlain && text !== "" ? [{ ...first, text }, ...rest] : details;
}

export function sealedIn(detail: Body): readonly Thought[] {
  const [data, signature] = [textOf(detail["data"]), textOf(detail["signature"])];
  if (detail["type"] === "reasoning.encrypted" && data !== undefined)
    return [{ kind: "thought", text: undefined, seal: data }];
  return detail["type"] === "reasoning.text" && signature !== undefined
    ? [{ kind: "thought", text: textOf(detail["text"]) ?? "", seal: signature }]
    : [];
}

function callIn(call: Body): ToolCall {
  const id = textOf(call["id"]) ?? "";
  const custom = call["custom"];
  if (isRecord(custom)) {
    const [name, args] = [textOf(custom["name"]) ?? "", textOf(custom["input"]) ?? ""];
    return { kind: "call", id, name: safeName(name), args, isFree: true };
  }
  const called = call["function"];
  const name = safeName(textOf(memberOf(called, "name")) ?? "");
  return { kind: "call", id, name, args: textOf(memberOf(called, "arguments")) ?? "" };
}

/** The items of one message, thoughts first. */
export function itemsIn(message: Body): readonly Item[] {
  const { role, content, tool_call_id: id } = message;
  if (role === "tool") return [{ kind: "result", id: textOf(id) ?? "", parts: partsOf(content) }];
  if (role === "function") return refuse("Functions of the old form cannot be translated.");
  if (role === "system" || role === "developer" || role === "user")
    return [{ kind: "message", role, parts: partsOf(content) }];
  const refusal = textOf(message["refusal"]) ?? "";
  const parts: readonly Part[] = [
    ...partsOf(content).filter((part) => !("text" in part) || part.text !== ""),
    ...(refusal === "" ? [] : [{ kind: "refusal", text: refusal } as const]),
  ];
  return [
    ...thoughtsIn(message),
    ...(parts.length === 0 ? [] : [{ kind: "message", role: "assistant", parts } as const]),
    ...recordsOf(message["tool_calls"]).map(callIn),
  ];
}

export function readTools(body: Body): readonly Tool[] {
  return recordsOf(body["tools"]).flatMap(({ type, function: called, custom }): Tool[] => {
    const tool = type === "custom" ? custom : called;
    const name = textOf(memberOf(tool, "name"));
    if (!isRecord(tool) || name === undefined) return [];
    const description = textOf(tool["description"]);
    const common = { name: safeName(name), own: { name }, description };
    const grammar = memberOf(memberOf(tool["format"], "grammar"), "definition");
    const syntax = memberOf(memberOf(tool["format"], "grammar"), "syntax");
    if (type === "custom")
      return [
        {
          ...common,
          schema: undefined,
          ...(grammar !== undefined && { grammar: { type: "grammar", syntax, definition: grammar } }),
        },
      ];
    const schema = isRecord(tool["parameters"]) ? tool["parameters"] : NO_SCHEMA;
    return [{ ...common, schema, ...(typeof tool["strict"] === "boolean" && { strict: tool["strict"] }) }];
  });
}

const nameIn = (choice: unknown): string | undefined =>
  textOf(memberOf(memberOf(choice, "function") ?? memberOf(choice, "custom"), "name"));

function choiceIn(choice: unknown): Choice | undefined {
  if (choice === "auto" || choice === "none" || choice === "required") return choice;
  const name = nameIn(choice);
  return name === undefined ? undefined : { name: safeName(name) };
}

/** Refuses calls for kinds of answers that the other protocols lack. */
function refuseForeign(body: Body): void {
  const { n, logprobs, functions, web_search_options: search, modalities } = body;
  if (typeof n === "number" && n > 1) refuse("`n` above 1 cannot be translated.");
  if (logprobs === true) refuse("`logprobs` cannot be translated.");
  if (functions !== undefined) refuse("`functions` cannot be translated; use `tools`.");
  if (search !== undefined) refuse("`web_search_options` cannot be translated.");
  if (Array.isArray(modalities) && modalities.includes("audio")) refuse("Audio cannot be translated.");
}

const OPENAI_MEMBERS = ["service_tier", "user", "safety_identifier"] as const;

export const openaiIn = (body: Body): Body =>
  Object.fromEntries(OPENAI_MEMBERS.flatMap((name) => (isSet(body[name]) ? [[name, body[name]]] : [])));

function formatIn(format: unknown): Asked["format"] {
  const type = memberOf(format, "type");
  if (type === "json_object") return {};
  const schema = memberOf(format, "json_schema");
  if (type !== "json_schema" || !isRecord(schema)) return undefined;
  return { schema: schema["schema"], name: schema["name"], strict: schema["strict"] };
}

export const stopsIn = (stop: unknown): readonly string[] | undefined => {
  const stops = [stop].flat().filter((each) => typeof each === "string" && each !== "");
  return stops.length === 0 ? undefined : (stops as string[]);
};

export function readRequest(body: Body): Asked {
  refuseForeign(body);
  const choice = body["tool_choice"];
  const some = memberOf(choice, "allowed_tools");
  const names = new Set(recordsOf(memberOf(some, "tools")).map((tool) => safeName(nameIn(tool) ?? "")));
  const effort = textOf(body["reasoning_effort"]);
  const isParallel = body["parallel_tool_calls"];
  return {
    model: body["model"],
    items: recordsOf(body["messages"]).flatMap(itemsIn),
    tools: readTools(body).filter(({ name }) => some === undefined || names.has(name)),
    choice: choiceIn(some === undefined ? choice : memberOf(some, "mode")),
    isParallel: typeof isParallel === "boolean" ? isParallel : undefined,
    limit: countOf(body["max_completion_tokens"]) ?? countOf(body["max_tokens"]),
    temperature: body["temperature"] ?? undefined,
    topP: body["top_p"] ?? undefined,
    stops: stopsIn(body["stop"]),
    effort,
    thinks: effort !== undefined && effort !== "none",
    showsThoughts: false,
    format: formatIn(body["response_format"]),
    verbosity: body["verbosity"] ?? undefined,
    isStream: body["stream"] === true,
    cacheKey: textOf(body["prompt_cache_key"]),
    openai: openaiIn(body),
  };
}

function writePart(part: Part): Body {
  if (part.kind === "image")
    return { type: "image_url", image_url: defined({ url: part.url, detail: part.detail }) };
  if (part.kind === "file")
    return { type: "file", file: defined({ file_data: part.url, filename: part.name ?? "file" }) };
  return { type: "text", text: part.text };
}

/** One text is a string: not every server takes parts. */
function writeContent(parts: readonly Part[]): unknown {
  const [first] = parts;
  return first !== undefined && parts.length === 1 && "text" in first ? first.text : parts.map(writePart);
}

/** A sealed thought in the form that OpenRouter and its clients send back. */
export const writeDetail = ({ text, seal }: Thought, index: number): Body =>
  text === undefined
    ? { type: "reasoning.encrypted", data: seal, index }
    : { type: "reasoning.text", text, signature: seal, index };

const writeCall = (call: ToolCall, name: string): Body => ({
  id: call.id,
  type: "function",
  function: { name, arguments: call.isFree === true ? freeArgs(call.args) : jsonArgs(call.args) },
});

/** The model's turn as one message; no member says in which order its text and its calls came. */
export function writeTurn(items: readonly Item[], nameOf: (name: string) => string): Body {
  const parts = items.flatMap((item) => (item.kind === "message" ? item.parts : []));
  const text = textOfParts(parts.filter(({ kind }) => kind === "text"));
  const refusal = textOfParts(parts.filter(({ kind }) => kind === "refusal"));
  const thoughts = items.filter((item): item is Thought => item.kind === "thought");
  const thought = thoughts.map((each) => each.text ?? "").join("");
  const sealed = thoughts.filter(({ seal }) => seal !== undefined);
  const calls = items.flatMap((item) => (item.kind === "call" ? [writeCall(item, nameOf(item.name))] : []));
  return {
    role: "assistant",
    content: text === "" ? null : text,
    ...(refusal !== "" && { refusal }),
    ...(thought !== "" && { reasoning_content: thought }),
    ...(sealed.length > 0 && { reasoning_details: sealed.map(writeDetail) }),
    ...(calls.length > 0 && { tool_calls: calls }),
  };
}

const isVisual = (part: Part): boolean => part.kind === "image" || part.kind === "file";

/** Results of tools are text in Chat; their pictures follow in the words of a user. */
function writePersonTurn(items: readonly Item[]): Body[] {
  const results = items.filter((item): item is ToolResult => item.kind === "result");
  const visual = results.flatMap(({ parts }) => parts.filter(isVisual));
  return [
    ...results.map((result) => ({ role: "tool", tool_call_id: result.id, content: resultText(result) })),
    ...(visual.length === 0
      ? []
      : [
          {
            role: "user",
            content: [{ type: "text", text: "Shown by the tools:" }, ...visual.map(writePart)],
          },
        ]),
    ...items
      .filter((item): item is Message => item.kind === "message" && item.parts.length > 0)
      .map(({ role, parts }) => ({ role, content: writeContent(parts) })),
  ];
}

const asIs = (name: string): string => name;

function writeMessages(items: readonly Item[]): Body[] {
  const { system, turns } = conversationOf(items);
  return [
    ...(system === "" ? [] : [{ role: "system", content: system }]),
    ...turns.flatMap((turn) => {
      if (!turn.isModel) return writePersonTurn(turn.items);
      return turn.items.every(({ kind }) => kind === "thought") ? [] : [writeTurn(turn.items, asIs)];
    }),
  ];
}

const writeTool = (tool: Tool): Body => ({
  type: "function",
  function: defined({
    name: tool.name,
    description: tool.schema === undefined ? freeDescription(tool) : tool.description,
    parameters: tool.schema ?? FREE_SCHEMA,
    strict: tool.strict,
  }),
});

function writeFormat({ format }: Asked): Body | undefined {
  if (format === undefined) return undefined;
  const { schema, name, strict } = format;
  if (schema === undefined) return { type: "json_object" };
  return { type: "json_schema", json_schema: defined({ name: name ?? "answer", schema, strict }) };
}

const writeChoice = (choice: Choice | undefined): unknown =>
  typeof choice === "object" ? { type: "function", function: choice } : choice;

/** OpenAI's most. */
export const STOPS_MAX = 4;

export function writeRequest(asked: Asked): Body {
  const { tools, isStream } = asked;
  const hasTools = tools.length > 0;
  return defined<Body>({
    model: asked.model,
    messages: writeMessages(asked.items),
    tools: hasTools ? tools.map(writeTool) : undefined,
    tool_choice: hasTools ? writeChoice(asked.choice) : undefined,
    parallel_tool_calls: hasTools ? asked.isParallel : undefined,
    max_tokens: asked.limit,
    temperature: asked.temperature,
    top_p: asked.topP,
    stop: asked.stops?.slice(0, STOPS_MAX),
    reasoning_effort: asked.effort,
    response_format: writeFormat(asked),
    verbosity: asked.verbosity,
    stream: isStream ? true : undefined,
    stream_options: isStream ? { include_usage: true } : undefined,
    ...asked.openai,
  });
}
