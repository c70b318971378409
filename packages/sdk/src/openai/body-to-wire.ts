// The body of a chat completion or a response as a selection request. Payloads of images, audio and files stay behind.

import type { MessageWire, ToolWire } from "@signalbox/contracts";
import { pickWishes, type RoutingWishes } from "../adapters/routing-options.ts";

// Which requests of an OpenAI client are meant for the choice, and what they wish of it.

export type Body = Readonly<Record<string, unknown>>;

export interface AutoCall {
  /** Chat completions, or responses. */
  readonly kind: "chat" | "responses";
  readonly body: Body;
  readonly isStream: boolean;
  readonly wishes: RoutingWishes;
  /** Without those of the wishes. */
  readonly headers: Headers;
}

const KINDS: readonly (readonly [end: string, kind: AutoCall["kind"]])[] = [
  ["/chat/completions", "chat"],
  ["/responses", "responses"],
];

const WISH_PREFIX = "x-signalbox-";
const NUMBERS = new Set(["cost_quality_tradeoff", "max_model_depth"]);

function kindOf(input: string | URL | Request): AutoCall["kind"] | undefined {
  const { pathname } = new URL(input instanceof Request ? input.url : input);
  return KINDS.find(([end]) => pathname.endsWith(end))?.[1];
}

export function isObject(value: unknown): value is Body {
  return typeof value === "object" && value !== null;
}

function readBody(init: RequestInit | undefined): Body | undefined {
  if (init?.method !== "POST" || typeof init.body !== "string") return undefined;
  try {
    const body: unknown = JSON.parse(init.body);
    return isObject(body) ? body : undefined;
  } catch {
    // A body that is not JSON is none of ours and is passed on unchanged.
    return undefined;
  }
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** "region=eu,team=support"; the service says what is wrong with a tag. */
function readTags(list: string): Readonly<Record<string, string>> {
  const parts = list.split(",").filter((part) => part.trim() !== "");
  return Object.fromEntries(
    parts.map((part) => {
      const [name = "", ...value] = part.split("=");
      return [name.trim(), decoded(value.join("=").trim())];
    }),
  );
}

/** "x-signalbox-previous-session: ..." of one request wishes `previous_session`; taken out of the headers here. */
function takeWishes(headers: Headers): RoutingWishes {
  const members: Record<string, unknown> = {};
  for (const [header, value] of headers.entries()) {
    if (!header.startsWith(WISH_PREFIX)) continue;
    const name = header.slice(WISH_PREFIX.length).replaceAll("-", "_");
    members[name] = NUMBERS.has(name) ? Number(value) : name === "tags" ? readTags(value) : value;
  }
  for (const name of Object.keys(members)) headers.delete(`${WISH_PREFIX}${name.replaceAll("_", "-")}`);
  return pickWishes(members);
}

/** Undefined for every request that names another model, or is no conversation. */
export function readAutoCall(
  input: string | URL | Request,
  init: RequestInit | undefined,
  autoModel: string,
): AutoCall | undefined {
  const body = readBody(init);
  if (body?.["model"] !== autoModel) return undefined;
  const kind = kindOf(input);
  if (kind === undefined) return undefined;
  const headers = new Headers(init?.headers);
  const wishes = takeWishes(headers);
  // The body changes with the model's name.
  headers.delete("content-length");
  return { kind, body, isStream: body["stream"] === true, wishes, headers };
}

type Content = Exclude<MessageWire["content"], undefined>;
type WirePart = Extract<Content, readonly unknown[]>[number];

const listOf = (value: unknown): readonly Body[] => (Array.isArray(value) ? value.filter(isObject) : []);
const textOf = (value: unknown): string | undefined => (typeof value === "string" ? value : undefined);

function toPart(part: Body): WirePart {
  const text = textOf(part["text"]) ?? textOf(part["refusal"]);
  return text === undefined ? { type: textOf(part["type"]) ?? "file" } : { type: "text", text };
}

const toContent = (content: unknown): Content =>
  typeof content === "string" ? content : listOf(content).map(toPart);

function toChatMessage(message: Body): MessageWire {
  const { tool_calls: calls, tool_call_id: id } = message;
  return {
    role: textOf(message["role"]) ?? null,
    content: toContent(message["content"]),
    ...(Array.isArray(calls) && { tool_calls: calls as unknown[] }),
    ...(typeof id === "string" && { tool_call_id: id }),
  };
}

/** Items of a response's input; what is neither a message nor a call of a function says nothing about the task. */
function toItemMessages(item: Body): MessageWire[] {
  const type = item["type"] ?? "message";
  if (type === "message") return [toChatMessage(item)];
  const callId = textOf(item["call_id"]) ?? null;
  if (type === "function_call_output") {
    const { output } = item;
    return [{ role: "tool", tool_call_id: callId, content: toContent(output) }];
  }
  if (type !== "function_call") return [];
  const called = { name: item["name"], arguments: item["arguments"] };
  return [
    { role: "assistant", content: null, tool_calls: [{ id: callId, type: "function", function: called }] },
  ];
}

function toResponseMessages(body: Body): MessageWire[] {
  const { instructions, input } = body;
  const system = typeof instructions === "string" ? [{ role: "system", content: instructions }] : [];
  const items = typeof input === "string" ? [{ role: "user", content: input }] : listOf(input);
  return [...system, ...items.flatMap(toItemMessages)];
}

export function bodyToMessages({ kind, body }: Pick<AutoCall, "kind" | "body">): MessageWire[] {
  return kind === "chat" ? listOf(body["messages"]).map(toChatMessage) : toResponseMessages(body);
}

/** Functions only: the other tools are run by the provider itself. */
export function bodyToTools({ body }: Pick<AutoCall, "body">): ToolWire[] {
  return listOf(body["tools"]).filter(({ type }) => type === "function");
}

const BOUNDS = ["max_completion_tokens", "max_output_tokens", "max_tokens"] as const;

/** A limit that the provider refuses is not sent to the service, which would refuse it before. */
export function bodyToMaxTokens({ body }: Pick<AutoCall, "body">): number | undefined {
  const stated = BOUNDS.map((name) => body[name]);
  return stated.find((value): value is number => Number.isSafeInteger(value) && (value as number) > 0);
}

/** `response_format` of a chat completion; `text.format` of a response. */
export function bodyToFormat({ kind, body }: Pick<AutoCall, "kind" | "body">): unknown {
  if (kind === "chat") return body["response_format"];
  return isObject(body["text"]) ? body["text"]["format"] : undefined;
}
