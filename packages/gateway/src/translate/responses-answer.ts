// Answers in Responses: read from an upstream, written for a client.
import { isRecord } from "@signalbox/contracts";

import type { Body } from "../protocols/protocol.ts";
import { countOf, memberOf, recordsOf, textOf } from "../protocols/read-json.ts";
import { parseRecord } from "../protocols/read-stream.ts";
import {
  byName,
  freeArgs,
  freeInput,
  jsonArgs,
  openaiUsage,
  safeName,
  type Answer,
  type Closing,
  type Flow,
  type Item,
  type Opening,
  type Part,
  type Piece,
  type Stop,
  type StreamReader,
  type Tool,
} from "./form.ts";
import { openaiCode, readProblem } from "./problem.ts";
import { itemIn, readTools } from "./responses-request.ts";
import type { StreamEvent } from "./translator.ts";

const { tokensOf, writeUsage } = openaiUsage("input_tokens", "output_tokens");

const CALLS: ReadonlySet<unknown> = new Set(["function_call", "custom_tool_call"]);

function stopOf(response: unknown, hasCalls: boolean): Stop {
  const reason = memberOf(memberOf(response, "incomplete_details"), "reason");
  if (reason === "content_filter") return "filter";
  if (memberOf(response, "status") === "incomplete") return "limit";
  return hasCalls ? "tools" : "end";
}

export function readAnswer(body: Body): Answer {
  const output = recordsOf(body["output"]);
  return {
    id: textOf(body["id"]) ?? "",
    model: textOf(body["model"]) ?? "",
    items: output.flatMap((item) => itemIn({ ...item, role: "assistant" })),
    stop: stopOf(
      body,
      output.some(({ type }) => CALLS.has(type)),
    ),
    usage: tokensOf(body["usage"]),
  };
}

const idOf = (id: string): string => (id.startsWith("resp_") ? id : `resp_${id}`);

const responseOf = (head: Readonly<{ id: string; model: string }>, members: Body): Body => ({
  id: idOf(head.id),
  object: "response",
  created_at: Math.floor(Date.now() / 1000),
  status: "completed",
  error: null,
  incomplete_details: null,
  instructions: null,
  model: head.model,
  output: [],
  parallel_tool_calls: true,
  tool_choice: "auto",
  tools: [],
  usage: null,
  ...members,
});

const endingOf = (stop: Stop): Body =>
  stop === "limit" || stop === "filter"
    ? {
        status: "incomplete",
        incomplete_details: { reason: stop === "limit" ? "max_output_tokens" : "content_filter" },
      }
    : {};

type Names = ReadonlyMap<string, Tool>;

/** A call as the client's own tools have it: free-form where the client said so. */
function writeCall(
  opening: Extract<Opening, { kind: "call" }>,
  id: string,
  args: string,
  tools: Names,
): Body {
  const tool = tools.get(opening.name);
  const own = tool?.own ?? { name: opening.name };
  const common = { id, call_id: opening.id, ...own, status: "completed" };
  if (tool?.isSearch === true) {
    const { call_id, status } = common;
    const search = { type: "tool_search_call", id, call_id, status, execution: "client" };
    return { ...search, arguments: parseRecord(args) ?? {} };
  }
  return tool !== undefined && tool.schema === undefined
    ? { type: "custom_tool_call", ...common, input: freeInput(args) }
    : { type: "function_call", ...common, arguments: args };
}

const writeSaid = (kind: "text" | "refusal", id: string, text: string): Body => ({
  type: "message",
  id,
  status: "completed",
  role: "assistant",
  content: [writePart(kind, text)],
});

const writePart = (kind: "text" | "refusal", text: string): Body =>
  kind === "text"
    ? { type: "output_text", text, annotations: [], logprobs: [] }
    : { type: "refusal", refusal: text };

const writeThought = (id: string, text: string | undefined, seal: string | undefined): Body => ({
  type: "reasoning",
  id,
  summary: text === undefined ? [] : [{ type: "summary_text", text }],
  ...(seal !== undefined && { encrypted_content: seal }),
});

function writeItem(item: Item, id: string, tools: Names): readonly Body[] {
  if (item.kind === "thought") return [writeThought(`rs_${id}`, item.text, item.seal)];
  if (item.kind === "call") return [writeCall(item, `fc_${id}`, jsonArgs(item.args), tools)];
  if (item.kind !== "message") return [];
  return item.parts.flatMap((part, index) =>
    part.kind === "text" || part.kind === "refusal"
      ? [writeSaid(part.kind, `msg_${id}_${index}`, part.text)]
      : [],
  );
}

export function writeAnswer({ id, model, items, stop, usage }: Answer, asked: Body): Body {
  const tools = byName(readTools(asked));
  const output = items.flatMap((item, index) => writeItem(item, `${id}_${index}`, tools));
  return responseOf({ id, model }, { output, usage: writeUsage(usage), ...endingOf(stop) });
}

class ResponseReader implements StreamReader {
  readonly #flow: Flow;
  /** Keys that text came for before their items were done. */
  readonly #heard = new Set<string>();
  #hasCalls = false;

  constructor(flow: Flow) {
    this.#flow = flow;
  }

  push(event: Body): void {
    const { type, response, item, delta } = event;
    const index = `${countOf(event["output_index"]) ?? ""}`;
    const key = `${index} ${countOf(event["content_index"]) ?? 0}`;
    const [id = "", model = ""] = ["id", "model"].map((name) => textOf(memberOf(response, name)));
    if (type === "response.created") this.#flow.start({ id, model });
    else if (type === "response.output_item.added") this.#open(index, item);
    else if (type === "response.output_text.delta") this.#say(key, "text", delta);
    else if (type === "response.output_text.done") this.#flow.close(key);
    else if (type === "response.refusal.delta") this.#say(key, "refusal", delta);
    else if (type === "response.reasoning_summary_part.added" && this.#heard.has(index))
      this.#flow.delta(index, "\n\n");
    else if (DELTAS.has(type)) this.#add(index, delta);
    else if (type === "response.output_item.done") this.#finish(index, item);
    else if (type === "response.completed" || type === "response.incomplete")
      this.#flow.end({
        stop: stopOf(response, this.#hasCalls),
        usage: tokensOf(memberOf(response, "usage")),
      });
    else if (type === "response.failed") this.#flow.fault(readProblem(isRecord(response) ? response : {}));
    else if (type === "error") this.#flow.fault(readProblem(event));
  }

  #add(index: string, text: unknown): void {
    this.#heard.add(index);
    this.#flow.delta(index, textOf(text) ?? "");
  }

  #say(key: string, kind: "text" | "refusal", text: unknown): void {
    if (!this.#heard.has(key)) this.#flow.open(key, { kind });
    this.#add(key, text);
  }

  #open(index: string, item: unknown): void {
    if (!isRecord(item)) return;
    if (item["type"] === "reasoning") this.#flow.open(index, { kind: "thought" });
    if (!CALLS.has(item["type"])) return;
    this.#hasCalls = true;
    const name = safeName(textOf(item["name"]) ?? "");
    this.#flow.open(index, { kind: "call", id: textOf(item["call_id"]) ?? "", name });
  }

  /** Says what no delta said. */
  #finish(index: string, item: unknown): void {
    if (!isRecord(item)) return;
    const [read] = itemIn({ ...item, role: "assistant" });
    const wasHeard = this.#heard.has(index);
    this.#open(index, item);
    if (read?.kind === "message") this.#finishMessage(index, read.parts);
    if (read?.kind === "call") {
      if (!wasHeard) this.#flow.delta(index, read.isFree === true ? freeArgs(read.args) : read.args);
      this.#flow.close(index);
    }
    if (read?.kind === "thought") {
      if (!wasHeard) this.#flow.delta(index, read.text ?? "");
      this.#flow.close(index, { seal: read.seal, isHidden: read.text === undefined });
    }
  }

  #finishMessage(index: string, parts: readonly Part[]): void {
    for (const [at, part] of parts.entries()) {
      const key = `${index} ${at}`;
      if (part.kind !== "text" && part.kind !== "refusal") continue;
      if (!this.#heard.has(key)) this.#say(key, part.kind, part.text);
      this.#flow.close(key);
    }
  }
}

const DELTAS: ReadonlySet<unknown> = new Set([
  "response.reasoning_summary_text.delta",
  "response.reasoning_text.delta",
  "response.function_call_arguments.delta",
]);

export const readStream = (flow: Flow): StreamReader => new ResponseReader(flow);

interface OpenItem {
  readonly item: Opening;
  readonly id: string;
  /** Whether the client's tool of this name takes plain text, or its arguments as one object. */
  readonly isWhole: boolean;
  readonly texts: string[];
}

/** Events with their numbers; the whole answer is kept for the last of them, as this protocol wants it. */
class ResponseWriter {
  readonly #tools: Names;
  readonly #output: Body[] = [];
  #head = { id: "", model: "" };
  #sequence = 0;
  #open: OpenItem | undefined;

  constructor(tools: Names) {
    this.#tools = tools;
  }

  write(piece: Piece): readonly StreamEvent[] {
    switch (piece.kind) {
      case "start":
        this.#head = piece;
        return ["created", "in_progress"].map((name) => this.#whole(name, { status: "in_progress" }));
      case "open":
        return this.#opened(piece.item);
      case "delta":
        return this.#open === undefined ? [] : this.#delta(this.#open, piece.text);
      case "close":
        return this.#open === undefined ? [] : this.#closed(this.#open, piece);
      case "end": {
        const ending = endingOf(piece.stop);
        const members = { output: this.#output, usage: writeUsage(piece.usage), ...ending };
        return [this.#whole(ending["status"] === undefined ? "completed" : "incomplete", members)];
      }
      default: {
        const error = { code: openaiCode(piece) ?? "server_error", message: piece.message };
        return [this.#whole("failed", { status: "failed", error, output: this.#output })];
      }
    }
  }

  #event(name: string, members: Body): StreamEvent {
    const type = `response.${name}`;
    const data = { type, sequence_number: this.#sequence, ...members };
    this.#sequence += 1;
    return { name: type, data };
  }

  #whole(name: string, members: Body): StreamEvent {
    return this.#event(name, { response: responseOf(this.#head, members) });
  }

  /** An event about the open item. */
  #part({ id }: OpenItem, name: string, members: Body): StreamEvent {
    return this.#event(name, { item_id: id, output_index: this.#output.length, ...members });
  }

  #done(item: Body): StreamEvent {
    const event = this.#event("output_item.done", { output_index: this.#output.length, item });
    this.#output.push(item);
    return event;
  }

  #opened(item: Opening): readonly StreamEvent[] {
    const index = this.#output.length;
    const id = `${PREFIXES[item.kind]}_${this.#head.id}_${index}`;
    const tool = item.kind === "call" ? this.#tools.get(item.name) : undefined;
    this.#open = {
      item,
      id,
      isWhole: tool !== undefined && (tool.schema === undefined || tool.isSearch === true),
      texts: [],
    };
    const added = (begun: Body): StreamEvent =>
      this.#event("output_item.added", { output_index: index, item: begun });
    if (item.kind === "thought") return [added(writeThought(id, undefined, undefined))];
    if (item.kind === "call")
      return [added({ ...writeCall(item, id, "", this.#tools), status: "in_progress" })];
    const part = writePart(item.kind, "");
    return [
      added({ ...writeSaid(item.kind, id, ""), status: "in_progress", content: [] }),
      this.#part(this.#open, "content_part.added", { content_index: 0, part }),
    ];
  }

  #summary(open: OpenItem, name: string, members: Body): StreamEvent {
    return this.#part(open, `reasoning_summary_${name}`, { summary_index: 0, ...members });
  }

  #delta(open: OpenItem, text: string): readonly StreamEvent[] {
    const { item, texts } = open;
    texts.push(text);
    // The input of a free-form tool is known once its JSON is whole.
    if (open.isWhole) return [];
    if (item.kind === "call") return [this.#part(open, "function_call_arguments.delta", { delta: text })];
    if (item.kind !== "thought") {
      const name = item.kind === "text" ? "output_text.delta" : "refusal.delta";
      return [this.#part(open, name, { content_index: 0, delta: text })];
    }
    const part = { type: "summary_text", text: "" };
    const first = texts.length === 1 ? [this.#summary(open, "part.added", { part })] : [];
    return [...first, this.#summary(open, "text.delta", { delta: text })];
  }

  #closed(open: OpenItem, closing: Closing): readonly StreamEvent[] {
    const { item, id, texts } = open;
    const text = texts.join("");
    this.#open = undefined;
    if (item.kind === "call") return this.#closedCall(open, item, jsonArgs(text));
    if (item.kind === "thought") return this.#closedThought(open, text, closing);
    const [name, members] =
      item.kind === "text"
        ? ["output_text.done", { text, logprobs: [] }]
        : ["refusal.done", { refusal: text }];
    return [
      this.#part(open, name, { content_index: 0, ...members }),
      this.#part(open, "content_part.done", { content_index: 0, part: writePart(item.kind, text) }),
      this.#done(writeSaid(item.kind, id, text)),
    ];
  }

  #closedCall(
    open: OpenItem,
    item: Extract<Opening, { kind: "call" }>,
    args: string,
  ): readonly StreamEvent[] {
    const whole = writeCall(item, open.id, args, this.#tools);
    const { type, name, input } = whole;
    if (type === "custom_tool_call")
      return [
        this.#part(open, "custom_tool_call_input.delta", { delta: input }),
        this.#part(open, "custom_tool_call_input.done", { input }),
        this.#done(whole),
      ];
    const done = this.#part(open, "function_call_arguments.done", { name, arguments: args });
    return [...(type === "function_call" ? [done] : []), this.#done(whole)];
  }

  #closedThought(open: OpenItem, text: string, { seal, isHidden }: Closing): readonly StreamEvent[] {
    if (isHidden === true) return [this.#done(writeThought(open.id, undefined, seal))];
    const part = { type: "summary_text", text };
    return [
      ...(open.texts.length === 0
        ? [this.#summary(open, "part.added", { part: { ...part, text: "" } })]
        : []),
      this.#summary(open, "text.done", { text }),
      this.#summary(open, "part.done", { part }),
      this.#done(writeThought(open.id, text, seal)),
    ];
  }
}

const PREFIXES = { text: "msg", refusal: "msg", thought: "rs", call: "fc" } as const;

export function writeStream(asked: Body): (piece: Piece) => readonly StreamEvent[] {
  const writer = new ResponseWriter(byName(readTools(asked)));
  return (piece) => writer.write(piece);
}
