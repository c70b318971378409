// Calls in Responses: read from a client, written for an upstream.
import { isRecord } from "@signalbox/contracts";

import type { Body } from "../protocols/protocol.ts";
import { countOf, defined, memberOf, recordsOf, textOf } from "../protocols/read-json.ts";
import { openaiIn } from "./chat-request.ts";
import {
  byName,
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
  type ToolResult,
} from "./form.ts";

function partOf(part: Body): Part[] {
  const { type } = part;
  const text = textOf(part["text"]);
  if (text !== undefined) return [{ kind: "text", text }];
  if (type === "refusal") return [{ kind: "refusal", text: textOf(part["refusal"]) ?? "" }];
  if (type === "input_image") {
    const url = textOf(part["image_url"]) ?? refuse("A picture is known to one provider alone.");
    return [{ kind: "image", url, detail: textOf(part["detail"]) }];
  }
  if (type === "input_file") {
    const url = textOf(part["file_data"]) ?? textOf(part["file_url"]);
    if (url === undefined) refuse("A file is known to one provider alone.");
    return [{ kind: "file", url, name: textOf(part["filename"]) }];
  }
  return refuse(`Content of type \`${textOf(type) ?? "?"}\` cannot be translated.`);
}

const partsOf = (content: unknown): readonly Part[] =>
  typeof content === "string" ? [{ kind: "text", text: content }] : recordsOf(content).flatMap(partOf);

/** One name for a tool and the namespace around it. */
function flatName(name: unknown, namespace: unknown): string {
  const own = textOf(name) ?? "";
  const around = textOf(namespace);
  if (around === undefined) return safeName(own);
  return safeName(around.endsWith("__") ? around + own : `${around}__${own}`);
}

const textsIn = (value: unknown): readonly string[] =>
  recordsOf(value).map((part) => textOf(part["text"]) ?? "");

function thoughtIn(item: Body): Thought {
  const [summary, content] = [textsIn(item["summary"]), textsIn(item["content"])];
  const texts = summary.length > 0 ? summary : content;
  return {
    kind: "thought",
    text: texts.length === 0 ? undefined : texts.join("\n\n"),
    seal: textOf(item["encrypted_content"]),
  };
}

function resultIn(item: Body): ToolResult {
  const { output } = item;
  const id = textOf(item["call_id"]) ?? "";
  if (!isRecord(output)) return { kind: "result", id, parts: partsOf(output) };
  return {
    kind: "result",
    id,
    parts: partsOf(output["content"]),
    ...(output["success"] === false && { isError: true }),
  };
}

function messageIn({ role, content }: Body): readonly Message[] {
  const isKnown = role === "system" || role === "developer" || role === "user" || role === "assistant";
  return isKnown ? [{ kind: "message", role, parts: partsOf(content) }] : [];
}

/** The client's own search for tools that it has not shown yet. */
const SEARCH = "tool_search";

const argsText = (args: unknown): string => textOf(args) ?? JSON.stringify(args ?? {});

function foundIn({ tools }: Body, id: string): ToolResult {
  const names = recordsOf(tools).flatMap((tool) => toolIn(tool).map(({ name }) => name));
  const text =
    names.length === 0 ? "No tool was found." : `These tools can be called now: ${names.join(", ")}`;
  return { kind: "result", id, parts: [{ kind: "text", text }] };
}

/** Leaves out what the provider ran by itself. */
export function itemIn(item: Body): readonly Item[] {
  const { type = "message", call_id: callId, name, namespace } = item;
  const id = textOf(callId) ?? "";
  switch (type) {
    case "message":
      return messageIn(item);
    case "reasoning":
      return [thoughtIn(item)];
    case "function_call":
      return [{ kind: "call", id, name: flatName(name, namespace), args: textOf(item["arguments"]) ?? "" }];
    case "custom_tool_call":
      return [
        {
          kind: "call",
          id,
          name: flatName(name, namespace),
          args: textOf(item["input"]) ?? "",
          isFree: true,
        },
      ];
    case "function_call_output":
    case "custom_tool_call_output":
      return [resultIn(item)];
    case "tool_search_call":
      // Without an id the provider itself has searched.
      return id === "" ? [] : [{ kind: "call", id, name: SEARCH, args: argsText(item["arguments"]) }];
    case "tool_search_output":
      return id === "" ? [] : [foundIn(item, id)];
    case "item_reference":
    case "compaction":
      return refuse("A part of the conversation is known to OpenAI alone.");
    default:
      return [];
  }
}

function toolIn(tool: Body, namespace?: string): readonly Tool[] {
  const { type, parameters, strict, format } = tool;
  const name = type === SEARCH && tool["execution"] === "client" ? SEARCH : textOf(tool["name"]);
  if (name === undefined) return [];
  if (type === "namespace")
    return namespace === undefined ? recordsOf(tool["tools"]).flatMap((each) => toolIn(each, name)) : [];
  if (type !== "function" && type !== "custom" && type !== SEARCH) return [];
  const common = {
    name: flatName(name, namespace),
    own: { name, ...(namespace !== undefined && { namespace }) },
    description: textOf(tool["description"]),
  };
  if (type === "custom")
    return [{ ...common, schema: undefined, ...(isRecord(format) && { grammar: format }) }];
  const schema = isRecord(parameters) ? parameters : { type: "object", properties: {} };
  if (type === SEARCH) return [{ ...common, schema, isSearch: true }];
  return [{ ...common, schema, ...(typeof strict === "boolean" && { strict }) }];
}

/** The tools of a call, and those that its client has found since. */
export function readTools({ tools, input }: Body): readonly Tool[] {
  const found = recordsOf(input)
    .filter(({ type }) => type === "tool_search_output")
    .flatMap((item) => recordsOf(item["tools"]));
  const all = [...recordsOf(tools), ...found].flatMap((tool) => toolIn(tool));
  return found.length === 0 ? all : [...byName(all).values()];
}

function choiceIn(choice: unknown): Choice | undefined {
  if (choice === "auto" || choice === "none" || choice === "required") return choice;
  const type = memberOf(choice, "type");
  if (type !== "function" && type !== "custom") return undefined;
  return { name: flatName(memberOf(choice, "name"), memberOf(choice, "namespace")) };
}

function refuseForeign(body: Body): void {
  for (const name of ["previous_response_id", "conversation", "prompt"] as const)
    if (isSet(body[name])) refuse(`\`${name}\` names what OpenAI alone keeps.`);
  if (body["background"] === true) refuse("`background` cannot be translated.");
}

function formatIn(format: unknown): Asked["format"] {
  if (!isRecord(format)) return undefined;
  if (format["type"] === "json_object") return {};
  return format["type"] === "json_schema"
    ? { schema: format["schema"], name: format["name"], strict: format["strict"] }
    : undefined;
}

export function readRequest(body: Body): Asked {
  refuseForeign(body);
  const { input, tool_choice: choice, reasoning, text, parallel_tool_calls: isParallel } = body;
  const instructions = textOf(body["instructions"]) ?? "";
  const system: readonly Item[] =
    instructions === ""
      ? []
      : [{ kind: "message", role: "system", parts: [{ kind: "text", text: instructions }] }];
  const items: readonly Item[] =
    typeof input === "string"
      ? [{ kind: "message", role: "user", parts: partsOf(input) }]
      : recordsOf(input).flatMap(itemIn);
  const isSome = memberOf(choice, "type") === "allowed_tools";
  const names = new Set(
    recordsOf(memberOf(choice, "tools")).map(({ name, namespace }) => flatName(name, namespace)),
  );
  const effort = textOf(memberOf(reasoning, "effort"));
  const summary = memberOf(reasoning, "summary") ?? memberOf(reasoning, "generate_summary");
  return {
    model: body["model"],
    items: [...system, ...items],
    tools: readTools(body).filter(({ name }) => !isSome || names.has(name)),
    choice: choiceIn(isSome ? memberOf(choice, "mode") : choice),
    isParallel: typeof isParallel === "boolean" ? isParallel : undefined,
    limit: countOf(body["max_output_tokens"]),
    temperature: body["temperature"] ?? undefined,
    topP: body["top_p"] ?? undefined,
    effort,
    thinks: effort !== "none" && (effort !== undefined || isRecord(reasoning)),
    showsThoughts: typeof summary === "string" && summary !== "none",
    format: formatIn(memberOf(text, "format")),
    verbosity: memberOf(text, "verbosity") ?? undefined,
    isStream: body["stream"] === true,
    cacheKey: textOf(body["prompt_cache_key"]),
    openai: openaiIn(body),
  };
}

function writePart(part: Part, isModels: boolean): Body {
  if (part.kind === "image")
    return { type: "input_image", image_url: part.url, detail: part.detail ?? "auto" };
  if (part.kind === "file") {
    const isData = part.url.startsWith("data:");
    return {
      type: "input_file",
      ...(isData ? { filename: part.name ?? "file", file_data: part.url } : { file_url: part.url }),
    };
  }
  if (part.kind === "refusal") return { type: "refusal", refusal: part.text };
  return { type: isModels ? "output_text" : "input_text", text: part.text };
}

const isText = ({ kind }: Part): boolean => kind === "text" || kind === "refusal";

const writeResult = (result: ToolResult, isFree: boolean): Body => ({
  type: isFree ? "custom_tool_call_output" : "function_call_output",
  call_id: result.id,
  output: result.parts.every(isText)
    ? resultText(result)
    : result.parts.map((part) => writePart(part, false)),
});

/** Without proof that the provider made it, a thought is refused, so it stays behind. */
const writeThought = ({ text, seal }: Thought): readonly Body[] =>
  seal === undefined
    ? []
    : [
        {
          type: "reasoning",
          summary: text === undefined ? [] : [{ type: "summary_text", text }],
          encrypted_content: seal,
        },
      ];

function writeItem(item: Item, free: ReadonlySet<string>): readonly Body[] {
  if (item.kind === "thought") return writeThought(item);
  if (item.kind === "result") return [writeResult(item, free.has(item.id))];
  if (item.kind === "call") {
    const { id: call_id, name, args } = item;
    return item.isFree === true
      ? [{ type: "custom_tool_call", call_id, name, input: args }]
      : [{ type: "function_call", call_id, name, arguments: jsonArgs(args) }];
  }
  const { role, parts } = item;
  if (parts.length === 0) return [];
  return [{ type: "message", role, content: parts.map((part) => writePart(part, role === "assistant")) }];
}

/** Whether something of the model follows: a thought alone is refused. */
const leadsOn = (items: readonly Item[], index: number): boolean => {
  const next = items[index + 1];
  return (
    next?.kind === "call" ||
    next?.kind === "thought" ||
    (next?.kind === "message" && next.role === "assistant")
  );
};

function writeInput(items: readonly Item[]): readonly Body[] {
  const free = new Set(
    items.flatMap((item) => (item.kind === "call" && item.isFree === true ? [item.id] : [])),
  );
  return items
    .filter((item, index) => item.kind !== "thought" || leadsOn(items, index))
    .flatMap((item) => writeItem(item, free));
}

const writeTool = ({ name, description, schema, strict, grammar }: Tool): Body =>
  schema === undefined
    ? defined({ type: "custom", name, description, format: grammar })
    : // Left out, `strict` would be true here and false everywhere else.
      defined({ type: "function", name, description, parameters: schema, strict: strict ?? false });

function writeChoice({ choice, tools }: Asked): unknown {
  if (typeof choice !== "object") return choice;
  const isFree = tools.some(({ name, schema }) => name === choice.name && schema === undefined);
  return { type: isFree ? "custom" : "function", name: choice.name };
}

function writeText({ format, verbosity }: Asked): Body | undefined {
  if (format === undefined && verbosity === undefined) return undefined;
  const { schema, name, strict } = format ?? {};
  const written =
    schema === undefined
      ? { type: "json_object" }
      : defined({ type: "json_schema", name: name ?? "answer", schema, strict });
  return defined({ format: format === undefined ? undefined : written, verbosity });
}

function writeReasoning({ effort, thinks, showsThoughts }: Asked): Body | undefined {
  const summary = thinks && showsThoughts ? "auto" : undefined;
  return effort === undefined && summary === undefined ? undefined : defined({ effort, summary });
}

/** The first words of the system are the instructions; nothing is kept at the provider. */
export function writeRequest(asked: Asked): Body {
  const [first, ...rest] = asked.items;
  const isLead = first?.kind === "message" && first.role === "system";
  const hasTools = asked.tools.length > 0;
  return defined<Body>({
    model: asked.model,
    instructions: isLead ? textOfParts(first.parts, "\n\n") : undefined,
    input: writeInput(isLead ? rest : asked.items),
    tools: hasTools ? asked.tools.map(writeTool) : undefined,
    tool_choice: hasTools ? writeChoice(asked) : undefined,
    parallel_tool_calls: hasTools ? asked.isParallel : undefined,
    max_output_tokens: asked.limit,
    temperature: asked.temperature,
    top_p: asked.topP,
    reasoning: writeReasoning(asked),
    text: writeText(asked),
    include: asked.thinks ? ["reasoning.encrypted_content"] : undefined,
    store: false,
    stream: asked.isStream ? true : undefined,
    prompt_cache_key: asked.cacheKey,
    ...asked.openai,
  });
}
