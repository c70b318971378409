// Answers in Messages: read from an upstream, written for a client.
import { isRecord } from "@signalbox/contracts";

import type { Body } from "../protocols/protocol.ts";
import { countOf, memberOf, textOf } from "../protocols/read-json.ts";
import {
  byName,
  NO_TOKENS,
  safeName,
  type Answer,
  type Closing,
  type Flow,
  type Item,
  type Opening,
  type Piece,
  type Stop,
  type StreamReader,
  type Tokens,
} from "./form.ts";
import { inputOf, itemsIn, readTools } from "./messages-request.ts";
import { readProblem, writeProblem } from "./problem.ts";
import type { StreamEvent } from "./translator.ts";

const STOPS: ReadonlyMap<unknown, Stop> = new Map<unknown, Stop>([
  ["end_turn", "end"],
  ["tool_use", "tools"],
  ["max_tokens", "limit"],
  ["model_context_window_exceeded", "limit"],
  ["stop_sequence", "sequence"],
  ["refusal", "filter"],
]);

const REASONS: Readonly<Record<Stop, string>> = {
  end: "end_turn",
  tools: "tool_use",
  limit: "max_tokens",
  sequence: "stop_sequence",
  filter: "refusal",
};

/** Later events repeat what they know better. */
function tokensOf(usage: unknown, before: Tokens = NO_TOKENS): Tokens {
  const count = (name: string): number | undefined => countOf(memberOf(usage, name));
  const cached = count("cache_read_input_tokens") ?? before.cached;
  const written = count("cache_creation_input_tokens") ?? before.written;
  const fresh = count("input_tokens") ?? before.input - before.cached - before.written;
  const details = memberOf(usage, "output_tokens_details");
  return {
    input: fresh + cached + written,
    cached,
    written,
    output: count("output_tokens") ?? before.output,
    reasoning: countOf(memberOf(details, "thinking_tokens")) ?? before.reasoning,
  };
}

const writeUsage = ({ input, cached, written, output, reasoning }: Tokens): Body => ({
  input_tokens: Math.max(0, input - cached - written),
  cache_creation_input_tokens: written,
  cache_read_input_tokens: cached,
  output_tokens: output,
  ...(reasoning > 0 && { output_tokens_details: { thinking_tokens: reasoning } }),
});

const idOf = (id: string): string => (id.startsWith("msg_") ? id : `msg_${id}`);

export function readAnswer(body: Body): Answer {
  return {
    id: textOf(body["id"]) ?? "",
    model: textOf(body["model"]) ?? "",
    items: itemsIn({ role: "assistant", content: body["content"] }),
    stop: STOPS.get(body["stop_reason"]) ?? "end",
    sequence: textOf(body["stop_sequence"]),
    usage: tokensOf(body["usage"]),
  };
}

const messageOf = (head: Readonly<{ id: string; model: string }>, members: Body): Body => ({
  id: idOf(head.id),
  type: "message",
  role: "assistant",
  model: head.model,
  content: [],
  stop_reason: null,
  stop_sequence: null,
  ...members,
});

/** A thought without a seal is shown with an empty one, as servers without signatures do. */
function writeBlock(item: Item, nameOf: (name: string) => string): readonly Body[] {
  if (item.kind === "call")
    return [{ type: "tool_use", id: item.id, name: nameOf(item.name), input: inputOf(item) }];
  if (item.kind === "thought" && item.text === undefined)
    return item.seal === undefined ? [] : [{ type: "redacted_thinking", data: item.seal }];
  if (item.kind === "thought") return [{ type: "thinking", thinking: item.text, signature: item.seal ?? "" }];
  if (item.kind !== "message") return [];
  return item.parts.flatMap((part) => ("text" in part ? [{ type: "text", text: part.text }] : []));
}

export function writeAnswer(answer: Answer, asked: Body): Body {
  const tools = byName(readTools(asked));
  return messageOf(answer, {
    content: answer.items.flatMap((item) => writeBlock(item, (name) => tools.get(name)?.own.name ?? name)),
    stop_reason: REASONS[answer.stop],
    stop_sequence: answer.sequence ?? null,
    usage: writeUsage(answer.usage),
  });
}

const OPENINGS: ReadonlyMap<unknown, "text" | "thought"> = new Map<unknown, "text" | "thought">([
  ["text", "text"],
  ["thinking", "thought"],
  ["redacted_thinking", "thought"],
]);

interface OpenBlock {
  readonly block: Body;
  hasDelta: boolean;
  seal: string;
}

export function readStream(flow: Flow): StreamReader {
  const blocks = new Map<string, OpenBlock>();
  let usage = NO_TOKENS;
  let [stop, sequence]: [Stop, string | undefined] = ["end", undefined];
  const add = (key: string, text: unknown): void => {
    const open = blocks.get(key);
    if (open !== undefined && typeof text === "string" && text !== "") open.hasDelta = true;
    flow.delta(key, textOf(text) ?? "");
  };
  const open = (key: string, block: Body): void => {
    const opening = openingOf(block);
    if (opening === undefined) return;
    blocks.set(key, { block, hasDelta: false, seal: textOf(block["signature"] ?? block["data"]) ?? "" });
    flow.open(key, opening);
    add(key, block["text"] ?? block["thinking"]);
  };
  const close = (key: string): void => {
    const open = blocks.get(key);
    if (open === undefined) return;
    const { block, hasDelta, seal } = open;
    const input = block["input"];
    if (!hasDelta && isRecord(input) && Object.keys(input).length > 0) add(key, JSON.stringify(input));
    const isHidden = block["type"] === "redacted_thinking";
    flow.close(key, { seal: seal === "" ? undefined : seal, isHidden });
    blocks.delete(key);
  };
  return {
    push: (event) => {
      const { type, message, delta, content_block: block } = event;
      const key = `${countOf(event["index"]) ?? 0}`;
      if (type === "message_start") {
        usage = tokensOf(memberOf(message, "usage"));
        const [id = "", model = ""] = ["id", "model"].map((name) => textOf(memberOf(message, name)));
        flow.start({ id, model, usage });
      }
      if (type === "content_block_start" && isRecord(block)) open(key, block);
      if (type === "content_block_delta") {
        const known = blocks.get(key);
        if (known !== undefined) known.seal += textOf(memberOf(delta, "signature")) ?? "";
        for (const name of ["text", "thinking", "partial_json"]) add(key, memberOf(delta, name));
      }
      if (type === "content_block_stop") close(key);
      if (type === "message_delta") {
        usage = tokensOf(event["usage"], usage);
        stop = STOPS.get(memberOf(delta, "stop_reason")) ?? stop;
        sequence = textOf(memberOf(delta, "stop_sequence")) ?? sequence;
      }
      if (type === "message_stop") flow.end({ stop, sequence, usage });
      if (type === "error") flow.fault(readProblem(event));
    },
  };
}

function openingOf(block: Body): Opening | undefined {
  const kind = OPENINGS.get(block["type"]);
  if (kind !== undefined) return { kind };
  if (block["type"] !== "tool_use") return undefined;
  return { kind: "call", id: textOf(block["id"]) ?? "", name: safeName(textOf(block["name"]) ?? "") };
}

export function writeStream(asked: Body): (piece: Piece) => readonly StreamEvent[] {
  const tools = byName(readTools(asked));
  let open: Opening | undefined;
  let [index, hasBegun] = [0, false];
  const event = (type: string, members: Body): StreamEvent => ({ name: type, data: { type, ...members } });
  const begin = (block: Body): readonly StreamEvent[] => {
    if (hasBegun) return [];
    hasBegun = true;
    return [event("content_block_start", { index, content_block: block })];
  };
  const delta = (members: Body): StreamEvent => event("content_block_delta", { index, delta: members });
  /** A thought begins with its first words: one without any has another type. */
  const say = (text: string): readonly StreamEvent[] => {
    if (open?.kind === "call") return [delta({ type: "input_json_delta", partial_json: text })];
    if (open?.kind !== "thought") return [delta({ type: "text_delta", text })];
    const begun = begin({ type: "thinking", thinking: "", signature: "" });
    return [...begun, delta({ type: "thinking_delta", thinking: text })];
  };
  const close = ({ seal }: Closing): readonly StreamEvent[] => {
    const isSilent = open?.kind === "thought" && !hasBegun;
    if (isSilent && seal === undefined) return [];
    const events = [
      ...(isSilent ? begin({ type: "redacted_thinking", data: seal }) : []),
      ...(!isSilent && seal !== undefined ? [delta({ type: "signature_delta", signature: seal })] : []),
      event("content_block_stop", { index }),
    ];
    index += 1;
    return events;
  };
  return (piece) => {
    switch (piece.kind) {
      case "start":
        return [
          event("message_start", { message: messageOf(piece, { usage: writeUsage(piece.usage) }) }),
          event("ping", {}),
        ];
      case "open": {
        [open, hasBegun] = [piece.item, false];
        if (open.kind === "thought") return [];
        if (open.kind !== "call") return begin({ type: "text", text: "" });
        const name = tools.get(open.name)?.own.name ?? open.name;
        return begin({ type: "tool_use", id: open.id, name, input: {} });
      }
      case "delta":
        return say(piece.text);
      case "close":
        return close(piece);
      case "end": {
        const ending = { stop_reason: REASONS[piece.stop], stop_sequence: piece.sequence ?? null };
        return [
          event("message_delta", { delta: ending, usage: writeUsage(piece.usage) }),
          event("message_stop", {}),
        ];
      }
      default:
        return [{ name: "error", data: writeProblem("messages", piece) }];
    }
  };
}
