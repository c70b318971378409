// Answers in Chat Completions: read from an upstream, written for a client.
import { isRecord } from "@signalbox/contracts";

import type { Body } from "../protocols/protocol.ts";
import { countOf, memberOf, recordsOf, textOf } from "../protocols/read-json.ts";
import { itemsIn, readTools, sealedIn, writeDetail, writeTurn } from "./chat-request.ts";
import {
  byName,
  isSet,
  NO_TOKENS,
  openaiUsage,
  type Answer,
  type Flow,
  type Piece,
  type Stop,
  type StreamReader,
  type Tokens,
} from "./form.ts";
import { readProblem, writeProblem } from "./problem.ts";
import type { StreamEvent } from "./translator.ts";

const STOPS: ReadonlyMap<unknown, Stop> = new Map<unknown, Stop>([
  ["stop", "end"],
  ["length", "limit"],
  ["tool_calls", "tools"],
  ["function_call", "tools"],
  ["content_filter", "filter"],
]);

/** Some servers say `stop` behind calls of tools. */
function stopOf(reason: unknown, hasCalls: boolean): Stop {
  const stop = STOPS.get(reason) ?? "end";
  return stop === "end" && hasCalls ? "tools" : stop;
}

const FINISHES: Readonly<Record<Stop, string>> = {
  end: "stop",
  sequence: "stop",
  limit: "length",
  tools: "tool_calls",
  filter: "content_filter",
};

const { tokensOf, writeUsage } = openaiUsage("prompt_tokens", "completion_tokens");

const idOf = (id: string): string => (id.startsWith("chatcmpl") ? id : `chatcmpl-${id}`);
const nowS = (): number => Math.floor(Date.now() / 1000);

export function readAnswer(body: Body): Answer {
  const [choice] = recordsOf(body["choices"]);
  const message = memberOf(choice, "message");
  const items = itemsIn({ ...(isRecord(message) && message), role: "assistant" });
  return {
    id: textOf(body["id"]) ?? "",
    model: textOf(body["model"]) ?? "",
    items,
    stop: stopOf(
      choice?.["finish_reason"],
      items.some(({ kind }) => kind === "call"),
    ),
    usage: tokensOf(body["usage"]),
  };
}

export function writeAnswer({ id, model, items, stop, usage }: Answer, asked: Body): Body {
  const tools = byName(readTools(asked));
  const message = writeTurn(items, (name) => tools.get(name)?.own.name ?? name);
  return {
    id: idOf(id),
    object: "chat.completion",
    created: nowS(),
    model,
    choices: [
      { index: 0, message: { refusal: null, ...message }, logprobs: null, finish_reason: FINISHES[stop] },
    ],
    usage: writeUsage(usage),
  };
}

interface ReadState {
  /** Text, refusal or thought that is open now. */
  voice: { readonly key: string; readonly kind: "text" | "refusal" | "thought" } | undefined;
  voices: number;
  /** Key of the call at each index. */
  readonly calls: Map<number, { readonly id: string | undefined; readonly key: string }>;
  callCount: number;
}

export function readStream(flow: Flow): StreamReader {
  const state: ReadState = { voice: undefined, voices: 0, calls: new Map(), callCount: 0 };
  let finish: unknown;
  let usage: Tokens | undefined;
  let id = "";
  const end = (): void => {
    if (isSet(finish)) flow.end({ stop: stopOf(finish, state.callCount > 0), usage: usage ?? NO_TOKENS });
  };
  return {
    push: (event) => {
      if (isSet(event["error"])) {
        flow.fault(readProblem(event));
        return;
      }
      id ||= textOf(event["id"]) ?? "";
      flow.start({ id, model: textOf(event["model"]) ?? "" });
      const choice = recordsOf(event["choices"]).find(({ index = 0 }) => index === 0);
      const delta = memberOf(choice, "delta") ?? memberOf(choice, "message");
      if (isRecord(delta)) readDelta(flow, state, delta);
      finish = choice?.["finish_reason"] ?? finish;
      if (isSet(event["usage"])) usage = tokensOf(event["usage"]);
    },
    end,
  };
}

function speak(
  flow: Flow,
  state: ReadState,
  [kind, text]: readonly ["text" | "refusal" | "thought", unknown],
): void {
  if (typeof text !== "string" || text === "") return;
  if (state.voice?.kind !== kind) {
    if (state.voice !== undefined) flow.close(state.voice.key);
    state.voices += 1;
    state.voice = { kind, key: `${kind} ${state.voices}` };
    flow.open(state.voice.key, { kind });
  }
  flow.delta(state.voice.key, text);
}

function seal(flow: Flow, state: ReadState, detail: Body): void {
  for (const { seal: proof, text } of sealedIn(detail)) {
    const isOpen = state.voice?.kind === "thought";
    if (!isOpen && state.voice !== undefined) flow.close(state.voice.key);
    state.voices += 1;
    const key = isOpen && state.voice !== undefined ? state.voice.key : `thought ${state.voices}`;
    if (!isOpen) flow.open(key, { kind: "thought" });
    flow.close(key, { seal: proof, isHidden: text === undefined && !isOpen });
    state.voice = undefined;
  }
}

/** Some servers give every call the same index, and each its id. */
function callDelta(flow: Flow, state: ReadState, call: Body): void {
  const index = countOf(call["index"]) ?? 0;
  const id = textOf(call["id"]);
  const called = call["function"];
  const name = textOf(memberOf(called, "name")) ?? "";
  let open = state.calls.get(index);
  const isNext =
    open === undefined || (id !== undefined && id !== "" && open.id !== undefined && id !== open.id);
  if (isNext) {
    if (state.voice !== undefined) flow.close(state.voice.key);
    state.voice = undefined;
    state.callCount += 1;
    open = { id, key: `call ${state.callCount}` };
    state.calls.set(index, open);
    flow.open(open.key, { kind: "call", id: id ?? `call_${state.callCount}`, name });
  }
  if (open !== undefined) flow.delta(open.key, textOf(memberOf(called, "arguments")) ?? "");
}

function readDelta(flow: Flow, state: ReadState, delta: Body): void {
  speak(flow, state, ["thought", delta["reasoning_content"] ?? delta["reasoning"]]);
  for (const detail of recordsOf(delta["reasoning_details"])) seal(flow, state, detail);
  speak(flow, state, ["text", delta["content"]]);
  speak(flow, state, ["refusal", delta["refusal"]]);
  for (const call of recordsOf(delta["tool_calls"])) callDelta(flow, state, call);
}

export function writeStream(asked: Body): (piece: Piece) => readonly StreamEvent[] {
  const tools = byName(readTools(asked));
  const wantsUsage = memberOf(asked["stream_options"], "include_usage") === true;
  let head: Body = {};
  let open: Extract<Piece, { kind: "open" }>["item"] | undefined;
  let [calls, details] = [0, 0];
  let texts: string[] = [];
  const chunk = (delta: Body, finish_reason: string | null = null): StreamEvent => ({
    name: "",
    data: { ...head, choices: [{ index: 0, delta, logprobs: null, finish_reason }] },
  });
  const argsDelta = (args: string): StreamEvent =>
    chunk({ tool_calls: [{ index: calls - 1, function: { arguments: args } }] });
  const deltaOf = (text: string): StreamEvent => {
    if (open?.kind === "call") return argsDelta(text);
    if (open?.kind === "refusal") return chunk({ refusal: text });
    return chunk(open?.kind === "thought" ? { reasoning_content: text } : { content: text });
  };
  const closeOf = (piece: Extract<Piece, { kind: "close" }>): readonly StreamEvent[] => {
    if (open?.kind === "call" && texts.length === 0) return [argsDelta("{}")];
    if (open?.kind !== "thought" || piece.seal === undefined) return [];
    const text = piece.isHidden === true ? undefined : texts.join("");
    const detail = writeDetail({ kind: "thought", text, seal: piece.seal }, details);
    details += 1;
    return [chunk({ reasoning_details: [detail] })];
  };
  return (piece) => {
    switch (piece.kind) {
      case "start":
        head = { id: idOf(piece.id), object: "chat.completion.chunk", created: nowS(), model: piece.model };
        return [chunk({ role: "assistant", content: "" })];
      case "open": {
        open = piece.item;
        texts = [];
        if (open.kind !== "call") return [];
        const { id, name } = open;
        const called = { name: tools.get(name)?.own.name ?? name, arguments: "" };
        calls += 1;
        return [chunk({ tool_calls: [{ index: calls - 1, id, type: "function", function: called }] })];
      }
      case "delta":
        texts.push(piece.text);
        return [deltaOf(piece.text)];
      case "close":
        return closeOf(piece);
      case "end":
        return [
          chunk({}, FINISHES[piece.stop]),
          ...(wantsUsage
            ? [{ name: "", data: { ...head, choices: [], usage: writeUsage(piece.usage) } }]
            : []),
          { name: "", data: "[DONE]" },
        ];
      default:
        return [{ name: "", data: writeProblem("chat", piece) }];
    }
  };
}
