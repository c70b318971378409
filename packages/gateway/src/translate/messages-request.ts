// Calls in Messages: read from a client, written for an upstream.
import { createHash } from "node:crypto";

import { isRecord, modeOfBudget } from "@signalbox/contracts";

import type { Body } from "../protocols/protocol.ts";
import { countOf, defined, memberOf, recordsOf, textOf } from "../protocols/read-json.ts";
import { parseRecord } from "../protocols/read-stream.ts";
import { withoutBilling } from "../protocols/set-aside.ts";
import { stopsIn } from "./chat-request.ts";
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
  type Asked,
  type Choice,
  type Item,
  type Part,
  type Thought,
  type Tool,
  type ToolCall,
  type ToolResult,
} from "./form.ts";

function sourceIn(source: unknown): string {
  const [type, url, data] = ["type", "url", "data"].map((name) => textOf(memberOf(source, name)));
  if (type === "url" && url !== undefined) return url;
  if (type === "base64" && data !== undefined)
    return `data:${textOf(memberOf(source, "media_type")) ?? "application/octet-stream"};base64,${data}`;
  return refuse("A picture or file is known to one provider alone.");
}

function documentIn(block: Body): readonly Part[] {
  const { source, title } = block;
  const type = memberOf(source, "type");
  if (type === "text") return [{ kind: "text", text: textOf(memberOf(source, "data")) ?? "" }];
  if (type === "content") return partsOf(memberOf(source, "content"));
  return [{ kind: "file", url: sourceIn(source), name: textOf(title) }];
}

/** Leaves out what the provider ran by itself. */
function partOf(block: Body): readonly Part[] {
  switch (block["type"]) {
    case "text":
      return [{ kind: "text", text: textOf(block["text"]) ?? "" }];
    case "image":
      return [{ kind: "image", url: sourceIn(block["source"]) }];
    case "document":
      return documentIn(block);
    case "search_result":
      return partsOf(block["content"]);
    case "tool_reference":
      return [{ kind: "text", text: `Loaded the tool ${textOf(block["tool_name"]) ?? ""}.` }];
    default:
      return [];
  }
}

const partsOf = (content: unknown): readonly Part[] =>
  typeof content === "string" ? [{ kind: "text", text: content }] : recordsOf(content).flatMap(partOf);

const stringify = (value: unknown): string => JSON.stringify(value) ?? "{}";

function thoughtIn({ type, thinking, signature, data }: Body): Thought {
  const seal = textOf(type === "redacted_thinking" ? data : signature);
  const text = type === "redacted_thinking" ? undefined : (textOf(thinking) ?? "");
  return { kind: "thought", text, seal: seal === "" ? undefined : seal };
}

function itemIn(block: Body, role: "user" | "assistant" | "system"): readonly Item[] {
  const { type, id, name, input, tool_use_id: resultId } = block;
  if (type === "thinking" || type === "redacted_thinking") return [thoughtIn(block)];
  if (type === "tool_use")
    return [
      { kind: "call", id: textOf(id) ?? "", name: safeName(textOf(name) ?? ""), args: stringify(input) },
    ];
  if (type === "tool_result") {
    const isError = block["is_error"] === true;
    const result = { id: textOf(resultId) ?? "", parts: partsOf(block["content"]) };
    return [{ kind: "result", ...result, ...(isError && { isError }) }];
  }
  const parts = partOf(block);
  return parts.length === 0 ? [] : [{ kind: "message", role, parts }];
}

/** Neighbouring blocks of one message become one message. */
export function itemsIn({ role, content }: Body): readonly Item[] {
  if (role !== "user" && role !== "assistant" && role !== "system") return [];
  if (typeof content === "string")
    return content === "" ? [] : [{ kind: "message", role, parts: partsOf(content) }];
  const items: Item[] = [];
  for (const item of recordsOf(content).flatMap((block) => itemIn(block, role))) {
    const last = items.at(-1);
    if (item.kind === "message" && last?.kind === "message")
      items[items.length - 1] = { ...last, parts: [...last.parts, ...item.parts] };
    else items.push(item);
  }
  return items;
}

function systemIn(system: unknown): readonly Item[] {
  const parts = partsOf(system).flatMap((part): Part[] => {
    const text = "text" in part ? withoutBilling(part.text) : "";
    return text === "" ? [] : [{ kind: "text", text }];
  });
  return parts.length === 0 ? [] : [{ kind: "message", role: "system", parts }];
}

/** Tools that the provider runs, or that only its models know, have no schema. */
export const readTools = (body: Body): readonly Tool[] =>
  recordsOf(body["tools"]).flatMap(({ name, description, input_schema: schema, strict }): Tool[] => {
    if (typeof name !== "string" || !isRecord(schema)) return [];
    const tool = { name: safeName(name), own: { name }, description: textOf(description), schema };
    return [{ ...tool, ...(typeof strict === "boolean" && { strict }) }];
  });

function choiceIn(choice: unknown): Choice | undefined {
  const type = memberOf(choice, "type");
  if (type === "any") return "required";
  if (type === "auto" || type === "none") return type;
  const name = textOf(memberOf(choice, "name"));
  return name === undefined ? undefined : { name: safeName(name) };
}

interface Thinking {
  readonly effort: string | undefined;
  readonly thinks: boolean;
  readonly showsThoughts: boolean;
}

function thinkingIn({ thinking, output_config: config }: Body): Thinking {
  const type = memberOf(thinking, "type");
  const effort = textOf(memberOf(config, "effort"));
  if (type === "disabled") return { effort: "none", thinks: false, showsThoughts: false };
  const budget = countOf(memberOf(thinking, "budget_tokens"));
  const display = memberOf(thinking, "display");
  return {
    effort: effort ?? (type === "enabled" && budget !== undefined ? modeOfBudget(budget) : undefined),
    thinks: type === "enabled" || type === "adaptive" || effort !== undefined,
    showsThoughts: display === "summarized" || (type === "enabled" && display === undefined),
  };
}

function formatIn(body: Body): Asked["format"] {
  const format = memberOf(body["output_config"], "format") ?? body["output_format"];
  return memberOf(format, "type") === "json_schema" ? { schema: memberOf(format, "schema") } : undefined;
}

/** Routes the calls of one session to one cache; the client's own id would be too long. */
function cacheKeyIn(body: Body): string | undefined {
  const user = textOf(memberOf(body["metadata"], "user_id"));
  return user === undefined ? undefined : createHash("sha256").update(user).digest("base64url");
}

export function readRequest(body: Body): Asked {
  if (isSet(body["container"]) || recordsOf(body["mcp_servers"]).length > 0)
    refuse("Containers and MCP servers of the provider cannot be translated.");
  const choice = body["tool_choice"];
  const isSingle = memberOf(choice, "disable_parallel_tool_use");
  return {
    model: body["model"],
    items: [...systemIn(body["system"]), ...recordsOf(body["messages"]).flatMap(itemsIn)],
    tools: readTools(body),
    choice: choiceIn(choice),
    isParallel: typeof isSingle === "boolean" ? !isSingle : undefined,
    limit: countOf(body["max_tokens"]),
    temperature: body["temperature"] ?? undefined,
    topP: body["top_p"] ?? undefined,
    stops: stopsIn(body["stop_sequences"]),
    ...thinkingIn(body),
    format: formatIn(body),
    isStream: body["stream"] === true,
    cacheKey: cacheKeyIn(body),
    openai: {},
  };
}

const DATA_URL = /^data:([\w.+/-]+);base64,/;

function writeSource(url: string): Body {
  const data = DATA_URL.exec(url.slice(0, 200));
  if (data === null && url.startsWith("data:")) refuse("A picture or file is no base64.");
  return data === null
    ? { type: "url", url }
    : { type: "base64", media_type: data[1], data: url.slice(data[0].length) };
}

/** Empty texts are refused. */
function writePart(part: Part): readonly Body[] {
  if (part.kind === "image") return [{ type: "image", source: writeSource(part.url) }];
  if (part.kind === "file") {
    const title = part.name === undefined ? {} : { title: part.name };
    return [{ type: "document", source: writeSource(part.url), ...title }];
  }
  return part.text.trim() === "" ? [] : [{ type: "text", text: part.text }];
}

/** Characters that other providers write into ids of calls are refused. */
const safeId = (id: string): string => id.replaceAll(/[^\w-]/g, "_");

function writeResult(result: ToolResult): Body {
  const hasPictures = result.parts.some(({ kind }) => kind !== "text");
  return {
    type: "tool_result",
    tool_use_id: safeId(result.id),
    content: hasPictures ? result.parts.flatMap(writePart) : resultText({ ...result, isError: false }),
    ...(result.isError === true && { is_error: true }),
  };
}

/** Arguments that are no JSON object are shown to the model as they are. */
export const inputOf = ({ args, isFree }: ToolCall): Body =>
  parseRecord(isFree === true ? freeArgs(args) : jsonArgs(args)) ?? { arguments: args };

const writeThought = ({ text, seal }: Thought): readonly Body[] => {
  if (seal === undefined) return [];
  return text === undefined
    ? [{ type: "redacted_thinking", data: seal }]
    : [{ type: "thinking", thinking: text, signature: seal }];
};

function writeItem(item: Item): readonly Body[] {
  if (item.kind === "thought") return writeThought(item);
  if (item.kind === "result") return [writeResult(item)];
  if (item.kind === "call")
    return [{ type: "tool_use", id: safeId(item.id), name: item.name, input: inputOf(item) }];
  return item.parts.flatMap(writePart);
}

/** Marks that a client of another protocol cannot set: the system with its tools, and the last two turns of the user. */
const CACHE = { cache_control: { type: "ephemeral" } } as const;

function markLast(content: readonly Body[]): Body[] {
  const last = content.at(-1);
  return last === undefined ? [] : [...content.slice(0, -1), { ...last, ...CACHE }];
}

function writeMessages(items: readonly Item[]): Body {
  const { system, turns } = conversationOf(items);
  const messages = turns
    .map(({ isModel, items: own }) => ({
      role: isModel ? "assistant" : "user",
      content: own.flatMap(writeItem),
    }))
    .filter(({ content }) => content.length > 0);
  for (const message of messages.filter(({ role }) => role === "user").slice(-2))
    message.content = markLast(message.content);
  return {
    ...(system !== "" && { system: [{ type: "text", text: system, ...CACHE }] }),
    messages,
  };
}

const writeTool = (tool: Tool): Body => ({
  name: tool.name,
  ...(tool.description !== undefined && { description: tool.description }),
  ...(tool.schema === undefined && { description: freeDescription(tool) }),
  input_schema: { type: "object", ...(tool.schema ?? FREE_SCHEMA) },
});

function writeChoice({ choice, isParallel }: Asked): Body | undefined {
  const single = isParallel === undefined ? {} : { disable_parallel_tool_use: !isParallel };
  if (choice === undefined) return isParallel === false ? { type: "auto", ...single } : undefined;
  if (typeof choice === "object") return { type: "tool", name: choice.name, ...single };
  if (choice === "none") return { type: "none" };
  return { type: choice === "required" ? "any" : "auto", ...single };
}

/** A forced tool and thought are refused together. */
function writeThinking({ effort, thinks, showsThoughts, choice }: Asked): Body | undefined {
  if (effort === "none") return { type: "disabled" };
  const isForced = choice === "required" || typeof choice === "object";
  if (!thinks || isForced) return undefined;
  return { type: "adaptive", ...(showsThoughts && { display: "summarized" }) };
}

function writeConfig({ effort, format }: Asked): Body | undefined {
  const level = effort === "minimal" ? "low" : effort;
  const schema = format?.schema;
  if ((level === undefined || level === "none") && schema === undefined) return undefined;
  return defined<Body>({
    effort: level === "none" ? undefined : level,
    format: schema === undefined ? undefined : { type: "json_schema", schema },
  });
}

/** Messages demands a limit; the gateway fits it to the model. @unit tokens */
const LIMIT = 32_000;

export function writeRequest(asked: Asked): Body {
  const hasTools = asked.tools.length > 0;
  return defined<Body>({
    model: asked.model,
    max_tokens: asked.limit ?? LIMIT,
    ...writeMessages(asked.items),
    tools: hasTools ? asked.tools.map(writeTool) : undefined,
    tool_choice: hasTools ? writeChoice(asked) : undefined,
    thinking: writeThinking(asked),
    output_config: writeConfig(asked),
    temperature: asked.temperature,
    top_p: asked.topP,
    stop_sequences: asked.stops,
    stream: asked.isStream ? true : undefined,
  });
}
