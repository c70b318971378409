// Calls, answers and streams as each protocol's documentation writes them, independent of the translators: one scenario, three
// shapes. What one protocol cannot say is in none of them.
/* oxlint-disable typescript/no-explicit-any, oxc/no-map-spread -- bodies of foreign protocols, a few at a time */
import type { ProtocolName } from "../../src/protocols/protocol.ts";

export type Json = Record<string, any>;
export type Random = () => number;

/** Mulberry32: the same cases on every machine. */
export function createRandom(seed: number): Random {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

interface Call {
  readonly id: string;
  readonly name: string;
  readonly args: Json;
}
interface Said {
  readonly thought?: { readonly text: string; readonly seal: string } | undefined;
  readonly text?: string | undefined;
  readonly calls: readonly Call[];
}
interface Turn {
  readonly results: readonly { readonly id: string; readonly text: string }[];
  readonly text?: string | undefined;
  readonly image?: string | undefined;
  readonly said?: Said;
}
export interface Scenario {
  readonly system: string | undefined;
  readonly turns: readonly Turn[];
  readonly tools: readonly { readonly name: string; readonly description: string; readonly schema: Json }[];
  readonly choice: "auto" | "none" | "required" | { readonly name: string } | undefined;
  readonly isParallel: boolean | undefined;
  readonly effort: string | undefined;
  readonly limit: number;
  readonly temperature: number | undefined;
  readonly schema: Json | undefined;
}
export interface Reply extends Said {
  readonly stop: "end" | "tools" | "limit" | "filter";
  readonly tokens: Readonly<Record<"input" | "cached" | "output" | "reasoning", number>>;
}

const WORDS = ["fix", "the", "parser", "über", "日本語", '"quoted"', "a\nb", "\\", "🙂", "{}", "</tag>", "0"];
const pick = <T>(random: Random, list: readonly T[]): T => list[Math.floor(random() * list.length)] as T;
const textOf = (random: Random): string =>
  Array.from({ length: 1 + Math.floor(random() * 9) }, () => pick(random, WORDS)).join(" ");
const maybe = <T>(random: Random, value: () => T): T | undefined => (random() < 0.5 ? value() : undefined);
const schemaOf = (random: Random): Json => ({
  type: "object",
  properties: { [pick(random, ["path", "query"])]: { type: "string", description: textOf(random) } },
});

function saidOf(random: Random, number: number): Said {
  const calls = Array.from({ length: Math.floor(random() * 4) }, (_, index) => ({
    id: `call_${number}_${index}`,
    name: pick(random, ["read", "write", "mcp__server__run"]),
    args:
      random() < 0.2 ? {} : { path: textOf(random), n: Math.floor(random() * 9), deep: { list: [1, null] } },
  }));
  const text = calls.length === 0 ? textOf(random) : maybe(random, () => textOf(random));
  const thought = maybe(random, () => ({ text: textOf(random), seal: `seal+/${number}==` }));
  return { thought, text, calls };
}

export function scenarioOf(random: Random): Scenario {
  const turns: Turn[] = [];
  let open: readonly Call[] = [];
  for (let number = Math.floor(random() * 4); number >= 0; number -= 1) {
    const results = open.map(({ id }) => ({ id, text: textOf(random) }));
    const text = results.length === 0 ? textOf(random) : maybe(random, () => textOf(random));
    const image =
      text === undefined || random() < 0.7
        ? undefined
        : pick(random, ["https://example.com/a.png", "data:image/png;base64,iVBORw0KGgo="]);
    const said = number === 0 ? undefined : saidOf(random, number);
    open = said?.calls ?? [];
    turns.push({ results, text, image, ...(said && { said }) });
  }
  const tools = ["read", "write", "mcp__server__run"]
    .slice(0, Math.floor(random() * 4))
    .map((name) => ({ name, description: textOf(random), schema: schemaOf(random) }));
  const isCalling = tools.length > 0 && random() < 0.7;
  const choice = isCalling
    ? pick(random, ["auto", "none", "required", { name: "read" }] as const)
    : undefined;
  const isForced = choice === "required" || typeof choice === "object";
  return {
    system: maybe(random, () => textOf(random)),
    turns,
    tools,
    choice,
    isParallel: choice === "auto" ? maybe(random, () => random() < 0.5) : undefined,
    effort: isForced ? undefined : maybe(random, () => pick(random, ["low", "medium", "high", "xhigh"])),
    limit: 1 + Math.floor(random() * 64_000),
    temperature: maybe(random, () => Math.round(random() * 10) / 10),
    schema: maybe(random, () => schemaOf(random)),
  };
}

export function replyOf(random: Random): Reply {
  const said = saidOf(random, 9);
  const stop =
    random() < 0.2 ? pick(random, ["limit", "filter"] as const) : said.calls.length > 0 ? "tools" : "end";
  const cached = Math.floor(random() * 900);
  const reasoning = Math.floor(random() * 50);
  return { ...said, stop, tokens: { input: 1_000, cached, output: 100, reasoning } };
}

const chatSaid = ({ thought, text, calls }: Said): Json => ({
  role: "assistant",
  content: text ?? null,
  ...(thought && {
    reasoning_content: thought.text,
    reasoning_details: [{ type: "reasoning.text", text: thought.text, signature: thought.seal, index: 0 }],
  }),
  ...(calls.length > 0 && {
    tool_calls: calls.map(({ id, name, args }) => ({
      id,
      type: "function",
      function: { name, arguments: JSON.stringify(args) },
    })),
  }),
});

const messagesSaid = ({ thought, text, calls }: Said): Json[] => [
  ...(thought ? [{ type: "thinking", thinking: thought.text, signature: thought.seal }] : []),
  ...(text === undefined ? [] : [{ type: "text", text }]),
  ...calls.map(({ id, name, args }) => ({ type: "tool_use", id, name, input: args })),
];

const responsesSaid = ({ thought, text, calls }: Said): Json[] => [
  ...(thought
    ? [
        {
          type: "reasoning",
          summary: [{ type: "summary_text", text: thought.text }],
          encrypted_content: thought.seal,
        },
      ]
    : []),
  ...(text === undefined
    ? []
    : [{ type: "message", role: "assistant", content: [{ type: "output_text", text }] }]),
  ...calls.map(({ id, name, args }) => ({
    type: "function_call",
    call_id: id,
    name,
    arguments: JSON.stringify(args),
  })),
];

const named = (choice: Scenario["choice"], form: (name: string) => Json): Json | string | undefined =>
  typeof choice === "object" ? form(choice.name) : choice;

function chatCall({
  system,
  turns,
  tools,
  choice,
  isParallel,
  effort,
  limit,
  temperature,
  schema,
}: Scenario): Json {
  const messages = turns.flatMap(({ results, text, image, said }) => [
    ...results.map((result) => ({ role: "tool", tool_call_id: result.id, content: result.text })),
    ...(text === undefined
      ? []
      : [
          {
            role: "user",
            content:
              image === undefined
                ? text
                : [
                    { type: "text", text },
                    { type: "image_url", image_url: { url: image } },
                  ],
          },
        ]),
    ...(said ? [chatSaid(said)] : []),
  ]);
  return {
    model: "auto",
    messages: [...(system === undefined ? [] : [{ role: "system", content: system }]), ...messages],
    ...(tools.length > 0 && {
      tools: tools.map(({ name, description, schema: parameters }) => ({
        type: "function",
        function: { name, description, parameters },
      })),
    }),
    tool_choice: named(choice, (name) => ({ type: "function", function: { name } })),
    parallel_tool_calls: isParallel,
    max_tokens: limit,
    temperature,
    reasoning_effort: effort,
    response_format: schema && { type: "json_schema", json_schema: { name: "answer", schema } },
    stream: true,
    stream_options: { include_usage: true },
  };
}

const sourceOf = (url: string): Json =>
  url.startsWith("data:")
    ? { type: "base64", media_type: "image/png", data: url.slice(url.indexOf(",") + 1) }
    : { type: "url", url };

function messagesCall({
  system,
  turns,
  tools,
  choice,
  isParallel,
  effort,
  limit,
  temperature,
  schema,
}: Scenario): Json {
  const type = choice === "required" ? "any" : typeof choice === "object" ? "tool" : choice;
  return {
    model: "auto",
    max_tokens: limit,
    ...(system !== undefined && { system: [{ type: "text", text: system }] }),
    messages: turns.flatMap(({ results, text, image, said }) => [
      {
        role: "user",
        content: [
          ...results.map((result) => ({ type: "tool_result", tool_use_id: result.id, content: result.text })),
          ...(text === undefined ? [] : [{ type: "text", text }]),
          ...(image === undefined ? [] : [{ type: "image", source: sourceOf(image) }]),
        ],
      },
      ...(said ? [{ role: "assistant", content: messagesSaid(said) }] : []),
    ]),
    ...(tools.length > 0 && {
      tools: tools.map(({ name, description, schema: input_schema }) => ({
        name,
        description,
        input_schema,
      })),
    }),
    tool_choice: type && {
      type,
      ...(typeof choice === "object" && choice),
      ...(isParallel !== undefined && { disable_parallel_tool_use: !isParallel }),
    },
    thinking: effort && { type: "adaptive" },
    output_config:
      effort === undefined && schema === undefined
        ? undefined
        : { ...(effort && { effort }), ...(schema && { format: { type: "json_schema", schema } }) },
    temperature,
    stream: true,
  };
}

function responsesCall({
  system,
  turns,
  tools,
  choice,
  isParallel,
  effort,
  limit,
  temperature,
  schema,
}: Scenario): Json {
  return {
    model: "auto",
    instructions: system,
    input: turns.flatMap(({ results, text, image, said }) => [
      ...results.map((result) => ({ type: "function_call_output", call_id: result.id, output: result.text })),
      ...(text === undefined
        ? []
        : [
            {
              type: "message",
              role: "user",
              content: [
                { type: "input_text", text },
                ...(image === undefined ? [] : [{ type: "input_image", image_url: image }]),
              ],
            },
          ]),
      ...(said ? responsesSaid(said) : []),
    ]),
    ...(tools.length > 0 && {
      tools: tools.map(({ name, description, schema: parameters }) => ({
        type: "function",
        name,
        description,
        parameters,
      })),
    }),
    tool_choice: named(choice, (name) => ({ type: "function", name })),
    parallel_tool_calls: isParallel,
    max_output_tokens: limit,
    temperature,
    reasoning: effort && { effort },
    text: schema && { format: { type: "json_schema", name: "answer", schema } },
    stream: true,
  };
}

export const CALLS: Readonly<Record<ProtocolName, (scenario: Scenario) => Json>> = {
  chat: chatCall,
  messages: messagesCall,
  responses: responsesCall,
};

function chatReply(reply: Reply): Json {
  const { input, cached, output, reasoning } = reply.tokens;
  const finish_reason = { end: "stop", tools: "tool_calls", limit: "length", filter: "content_filter" }[
    reply.stop
  ];
  return {
    id: "chatcmpl-1",
    object: "chat.completion",
    model: "m",
    choices: [{ index: 0, message: chatSaid(reply), finish_reason }],
    usage: {
      prompt_tokens: input,
      completion_tokens: output,
      total_tokens: input + output,
      prompt_tokens_details: { cached_tokens: cached },
      completion_tokens_details: { reasoning_tokens: reasoning },
    },
  };
}

function messagesReply(reply: Reply): Json {
  const { input, cached, output, reasoning } = reply.tokens;
  return {
    id: "msg_1",
    type: "message",
    role: "assistant",
    model: "m",
    content: messagesSaid(reply),
    stop_reason: { end: "end_turn", tools: "tool_use", limit: "max_tokens", filter: "refusal" }[reply.stop],
    stop_sequence: null,
    usage: {
      input_tokens: input - cached,
      cache_creation_input_tokens: 0,
      cache_read_input_tokens: cached,
      output_tokens: output,
      ...(reasoning > 0 && { output_tokens_details: { thinking_tokens: reasoning } }),
    },
  };
}

function responsesReply(reply: Reply): Json {
  const { input, cached, output, reasoning } = reply.tokens;
  const { stop } = reply;
  const reason = { limit: "max_output_tokens", filter: "content_filter", end: undefined, tools: undefined }[
    stop
  ];
  return {
    id: "resp_1",
    object: "response",
    status: reason === undefined ? "completed" : "incomplete",
    incomplete_details: reason === undefined ? null : { reason },
    model: "m",
    output: responsesSaid(reply),
    usage: {
      input_tokens: input,
      input_tokens_details: { cached_tokens: cached },
      output_tokens: output,
      output_tokens_details: { reasoning_tokens: reasoning },
      total_tokens: input + output,
    },
  };
}

export const REPLIES: Readonly<Record<ProtocolName, (reply: Reply) => Json>> = {
  chat: chatReply,
  messages: messagesReply,
  responses: responsesReply,
};

function split(random: Random, text: string): string[] {
  const parts: string[] = [];
  for (let at = 0; at < text.length;) {
    const end = at + 1 + Math.floor(random() * 12);
    parts.push(text.slice(at, end));
    at = end;
  }
  return parts;
}

function chatStream(reply: Reply, random: Random): Json[] {
  const whole = chatReply(reply);
  const [{ message, finish_reason }] = whole["choices"];
  const chunk = (delta: Json, finish: string | null = null): Json => ({
    id: whole["id"],
    object: "chat.completion.chunk",
    model: "m",
    choices: [{ index: 0, delta, finish_reason: finish }],
  });
  return [
    chunk({ role: "assistant", content: "" }),
    ...split(random, message.reasoning_content ?? "").map((text) => chunk({ reasoning_content: text })),
    ...(message.reasoning_details ?? []).map((detail: Json) => chunk({ reasoning_details: [detail] })),
    ...split(random, message.content ?? "").map((text) => chunk({ content: text })),
    ...(message.tool_calls ?? []).flatMap((call: Json, index: number) => [
      chunk({ tool_calls: [{ ...call, index, function: { ...call["function"], arguments: "" } }] }),
      ...split(random, call["function"].arguments).map((args) =>
        chunk({ tool_calls: [{ index, function: { arguments: args } }] }),
      ),
    ]),
    chunk({}, finish_reason),
    { ...chunk({}), choices: [], usage: whole["usage"] },
  ];
}

function messagesStream(reply: Reply, random: Random): Json[] {
  const { content, usage, stop_reason, ...message } = messagesReply(reply);
  const start = { ...message, content: [], stop_reason: null, usage: { ...usage, output_tokens: 1 } };
  const blocks = content.flatMap((block: Json, index: number) => {
    const delta = (members: Json): Json => ({ type: "content_block_delta", index, delta: members });
    const [empty, deltas] =
      block["type"] === "text"
        ? [{ text: "" }, split(random, block["text"]).map((text) => delta({ type: "text_delta", text }))]
        : block["type"] === "tool_use"
          ? [
              { input: {} },
              split(random, JSON.stringify(block["input"])).map((part) =>
                delta({ type: "input_json_delta", partial_json: part }),
              ),
            ]
          : [
              { thinking: "", signature: "" },
              [
                ...split(random, block["thinking"]).map((thinking) =>
                  delta({ type: "thinking_delta", thinking }),
                ),
                delta({ type: "signature_delta", signature: block["signature"] }),
              ],
            ];
    return [
      { type: "content_block_start", index, content_block: { ...block, ...empty } },
      ...deltas,
      { type: "content_block_stop", index },
    ];
  });
  return [
    { type: "message_start", message: start },
    { type: "ping" },
    ...blocks,
    {
      type: "message_delta",
      delta: { stop_reason, stop_sequence: null },
      usage: { output_tokens: usage.output_tokens, output_tokens_details: usage.output_tokens_details },
    },
    { type: "message_stop" },
  ];
}

function responsesStream(reply: Reply, random: Random): Json[] {
  const whole = responsesReply(reply);
  const items = whole["output"].flatMap((item: Json, output_index: number) => {
    const event = (type: string, members: Json): Json => ({
      type: `response.${type}`,
      output_index,
      ...members,
    });
    const deltas =
      item["type"] === "message"
        ? split(random, item["content"][0].text).map((delta) =>
            event("output_text.delta", { content_index: 0, delta }),
          )
        : item["type"] === "reasoning"
          ? [
              event("reasoning_summary_part.added", { summary_index: 0 }),
              ...split(random, item["summary"][0].text).map((delta) =>
                event("reasoning_summary_text.delta", { summary_index: 0, delta }),
              ),
            ]
          : split(random, item["arguments"]).map((delta) =>
              event("function_call_arguments.delta", { delta }),
            );
    const begun = { ...item, content: [], summary: [], arguments: "", encrypted_content: undefined };
    return [event("output_item.added", { item: begun }), ...deltas, event("output_item.done", { item })];
  });
  return [
    { type: "response.created", response: { ...whole, status: "in_progress", output: [], usage: null } },
    ...items,
    { type: whole["status"] === "completed" ? "response.completed" : "response.incomplete", response: whole },
  ];
}

export const STREAMS: Readonly<Record<ProtocolName, (reply: Reply, random: Random) => Json[]>> = {
  chat: chatStream,
  messages: messagesStream,
  responses: responsesStream,
};
