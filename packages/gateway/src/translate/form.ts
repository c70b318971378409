// The one form between the protocols: every request and answer is read into it and written from it, so that pairs come for free.
import { createHash } from "node:crypto";

import { SignalboxError } from "@signalbox/contracts";

import type { Body } from "../protocols/protocol.ts";
import { countOf, memberOf } from "../protocols/read-json.ts";
import { parseRecord } from "../protocols/read-stream.ts";
import type { StreamEvent } from "./translator.ts";

export type Part =
  | { readonly kind: "text" | "refusal"; readonly text: string }
  /** @param url of the web, or `data:` with base64 */
  | { readonly kind: "image"; readonly url: string; readonly detail?: string | undefined }
  | { readonly kind: "file"; readonly url: string; readonly name?: string | undefined };

export interface Message {
  readonly kind: "message";
  readonly role: "system" | "developer" | "user" | "assistant";
  readonly parts: readonly Part[];
}
export interface Thought {
  readonly kind: "thought";
  /** Undefined where the provider keeps it to itself. */
  readonly text: string | undefined;
  /** The provider's own proof, verbatim: `signature`, `data` or `encrypted_content`. */
  readonly seal: string | undefined;
}
export interface ToolCall {
  readonly kind: "call";
  readonly id: string;
  readonly name: string;
  /** JSON; the plain input of a free-form tool. */
  readonly args: string;
  readonly isFree?: boolean | undefined;
}
export interface ToolResult {
  readonly kind: "result";
  readonly id: string;
  readonly parts: readonly Part[];
  readonly isError?: boolean | undefined;
}
export type Item = Message | Thought | ToolCall | ToolResult;

export interface Tool {
  /** As every provider takes it: see `safeName`. */
  readonly name: string;
  /** As the client calls it. */
  readonly own: { readonly name: string; readonly namespace?: string | undefined };
  readonly description: string | undefined;
  /** JSON Schema; undefined of a free-form tool. */
  readonly schema: Body | undefined;
  readonly strict?: boolean | undefined;
  /** The client looks for more tools by it, and shows those that it found with the result. */
  readonly isSearch?: boolean | undefined;
  /** The grammar of a free-form tool, as Responses writes it. */
  readonly grammar?: Body | undefined;
}

export type Choice = "auto" | "none" | "required" | { readonly name: string };

/** A call, in what at least two protocols can say. */
export interface Asked {
  readonly model: unknown;
  readonly items: readonly Item[];
  readonly tools: readonly Tool[];
  readonly choice?: Choice | undefined;
  readonly isParallel?: boolean | undefined;
  /** @unit tokens */
  readonly limit?: number | undefined;
  readonly temperature?: unknown;
  readonly topP?: unknown;
  readonly stops?: readonly string[] | undefined;
  /** "none" turns thought off; undefined leaves it to the model. */
  readonly effort?: string | undefined;
  readonly thinks: boolean;
  /** The client wants to see summaries of thoughts. */
  readonly showsThoughts: boolean;
  readonly format?:
    | { readonly schema?: unknown; readonly name?: unknown; readonly strict?: unknown }
    | undefined;
  readonly verbosity?: unknown;
  readonly isStream: boolean;
  readonly cacheKey?: string | undefined;
  /** Members that both protocols of OpenAI name alike. */
  readonly openai: Body;
}

export type Stop = "end" | "tools" | "limit" | "filter" | "sequence";

/** @unit tokens */
export interface Tokens {
  /** All of the input, cached or not. */
  readonly input: number;
  readonly cached: number;
  readonly written: number;
  readonly output: number;
  /** Part of the output. */
  readonly reasoning: number;
}
export const NO_TOKENS: Tokens = { input: 0, cached: 0, written: 0, output: 0, reasoning: 0 };

const countIn = (record: unknown, name: string): number => countOf(memberOf(record, name)) ?? 0;

/** Usage in a protocol of OpenAI: both differ in the names of input and output alone. */
export const openaiUsage = (input: string, output: string) => ({
  tokensOf: (usage: unknown): Tokens => {
    const details = memberOf(usage, `${input}_details`);
    return {
      input: countIn(usage, input),
      cached: countIn(details, "cached_tokens"),
      written: countIn(details, "cache_write_tokens"),
      output: countIn(usage, output),
      reasoning: countIn(memberOf(usage, `${output}_details`), "reasoning_tokens"),
    };
  },
  writeUsage: ({ cached, written, reasoning, ...tokens }: Tokens): Body => ({
    [input]: tokens.input,
    [output]: tokens.output,
    total_tokens: tokens.input + tokens.output,
    [`${input}_details`]: { cached_tokens: cached, ...(written > 0 && { cache_write_tokens: written }) },
    [`${output}_details`]: { reasoning_tokens: reasoning },
  }),
});

export interface Answer {
  readonly id: string;
  readonly model: string;
  /** Messages of the assistant, thoughts and calls. */
  readonly items: readonly Item[];
  readonly stop: Stop;
  readonly sequence?: string | undefined;
  readonly usage: Tokens;
}

export interface Problem {
  readonly message: string;
  readonly status: number;
  readonly code: string | undefined;
}

export type Opening =
  | { readonly kind: "text" | "refusal" | "thought" }
  | { readonly kind: "call"; readonly id: string; readonly name: string };

export interface Head {
  readonly id: string;
  readonly model: string;
  readonly usage?: Tokens;
}

export interface Ending {
  readonly stop: Stop;
  readonly sequence?: string | undefined;
  readonly usage: Tokens;
}

export interface Closing {
  readonly seal?: string | undefined;
  /** A thought that the provider keeps to itself. */
  readonly isHidden?: boolean | undefined;
}

/** One event of a stream. Items never overlap: each is closed before the next opens. */
export type Piece =
  | { readonly kind: "start"; readonly id: string; readonly model: string; readonly usage: Tokens }
  | { readonly kind: "open"; readonly item: Opening }
  | { readonly kind: "delta"; readonly text: string }
  | ({ readonly kind: "close" } & Closing)
  | ({ readonly kind: "end" } & Ending)
  | ({ readonly kind: "fault" } & Problem);

/** One protocol, in both directions. */
export interface Form {
  /** @throws SignalboxError bad_request where a part cannot be carried and matters */
  readonly readRequest: (body: Body) => Asked;
  readonly writeRequest: (asked: Asked) => Body;
  readonly readTools: (body: Body) => readonly Tool[];
  readonly readAnswer: (body: Body) => Answer;
  /** @param asked the client's call, which names its tools */
  readonly writeAnswer: (answer: Answer, asked: Body) => Body;
  readonly readStream: (flow: Flow) => StreamReader;
  readonly writeStream: (asked: Body) => (piece: Piece) => readonly StreamEvent[];
}

export interface StreamReader {
  push(event: Body): void;
  /** The stream has ended, whole or not. */
  end?(): void;
}

/** A stream of an upstream on its way into pieces. */
export interface Flow {
  start(head: Head): void;
  open(key: string, item: Opening): void;
  delta(key: string, text: string): void;
  close(key: string, closing?: Closing): void;
  end(ending: Ending): void;
  fault(problem: Problem): void;
}

export const isSet = (value: unknown): boolean => value !== undefined && value !== null;

export function refuse(what: string): never {
  throw new SignalboxError(
    "bad_request",
    `${what} Choose a model that is called in the client's own protocol.`,
  );
}

const SAFE_NAME = /^[\w-]{1,64}$/;

/** A name that every provider takes: a longer or stranger one is cut, with a digest that keeps it apart. */
export function safeName(name: string): string {
  if (SAFE_NAME.test(name)) return name;
  const digest = createHash("sha256").update(name).digest("hex").slice(0, 8);
  return `${name.slice(0, 55).replaceAll(/[^\w-]/g, "_")}_${digest}`;
}

export const textOfParts = (parts: readonly Part[], between = ""): string =>
  parts.flatMap((part) => ("text" in part ? [part.text] : [])).join(between);

/** Schema of a free-form tool where every tool takes JSON. */
export const FREE_SCHEMA: Body = {
  type: "object",
  properties: { input: { type: "string", description: "The whole input, as plain text." } },
  required: ["input"],
};

export const freeDescription = ({ description = "", grammar }: Tool): string =>
  typeof grammar?.["definition"] === "string"
    ? `${description}\n\nThe input follows this grammar:\n${grammar["definition"]}`
    : description;

/** A call without arguments has an empty object. */
export const jsonArgs = (args: string): string => (args.trim() === "" ? "{}" : args);

export const freeArgs = (input: string): string => JSON.stringify({ input });

/** The input of a free-form tool out of the JSON that a model wrote for it; anything else is the input itself. */
export function freeInput(args: string): string {
  const input = parseRecord(args)?.["input"];
  return typeof input === "string" ? input : args;
}

export interface Turn {
  readonly isModel: boolean;
  readonly items: readonly Item[];
}

const isModels = (item: Item): boolean =>
  item.kind === "thought" || item.kind === "call" || (item.kind === "message" && item.role === "assistant");

/** Results before all else in a turn: providers want them directly behind their calls. */
const ordered = (items: readonly Item[]): readonly Item[] => [
  ...items.filter(({ kind }) => kind === "result"),
  ...items.filter(({ kind }) => kind !== "result"),
];

export interface Conversation {
  /** Text of the system before the first turn. */
  readonly system: string;
  readonly turns: readonly Turn[];
}

const isSystem = (item: Item): boolean =>
  item.kind === "message" && (item.role === "system" || item.role === "developer");

/** Turns as Messages and Chat have them. Later words of the system become reminders: not every model takes them elsewhere. */
export function conversationOf(items: readonly Item[]): Conversation {
  const begin = items.findIndex((item) => !isSystem(item));
  const lead = begin < 0 ? items : items.slice(0, begin);
  const turns: { isModel: boolean; items: Item[] }[] = [];
  for (const item of begin < 0 ? [] : items.slice(begin)) {
    const isModel = isModels(item);
    const last = turns.at(-1);
    const each = isSystem(item) ? reminderOf(item as Message) : item;
    if (last?.isModel === isModel) last.items.push(each);
    else turns.push({ isModel, items: [each] });
  }
  return {
    system: lead
      .map((item) => textOfParts((item as Message).parts, "\n\n"))
      .filter((text) => text !== "")
      .join("\n\n"),
    turns: turns.map(({ isModel, items: own }) => ({ isModel, items: isModel ? own : ordered(own) })),
  };
}

const reminderOf = ({ parts }: Message): Message => ({
  kind: "message",
  role: "user",
  parts: [{ kind: "text", text: `<system-reminder>\n${textOfParts(parts, "\n\n")}\n</system-reminder>` }],
});

/** OpenAI's protocols have no member for it. */
const SAYS_ERROR = /^\W{0,4}\w{0,32}error/i;

export const resultText = ({ parts, isError }: ToolResult): string => {
  const text = textOfParts(parts, "\n");
  return isError === true && !SAYS_ERROR.test(text) ? `Error: ${text}` : text;
};

/** By the names that the model has for them. */
export const byName = (tools: readonly Tool[]): ReadonlyMap<string, Tool> =>
  new Map(tools.map((tool) => [tool.name, tool]));
