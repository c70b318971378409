// Input that no protocol promises: it is carried by a rule, refused with a reason, or ends in an error of the client's protocol.
import assert from "node:assert/strict";
import { test } from "node:test";

import { PROTOCOL_NAMES, type ProtocolName } from "../../src/protocols/protocol.ts";
import type { StreamEvent, Translator } from "../../src/translate/translator.ts";
import { translatorOf } from "../../src/translate/create-translator.ts";
import type { Json } from "./native.ts";

const pair = (from: ProtocolName, to: ProtocolName): Translator => {
  const translator = translatorOf(from, to);
  assert.ok(translator);
  return translator;
};

const USER = { role: "user", content: "hi" };
const chatCall = (args: string, id = "functions.read:0"): Json => ({
  model: "auto",
  messages: [
    USER,
    {
      role: "assistant",
      content: "",
      tool_calls: [{ id, type: "function", function: { name: "read", arguments: args } }],
    },
    { role: "tool", tool_call_id: id, content: "x" },
  ],
});

for (const [args, input] of [
  ["", {}],
  ['{"path":', { arguments: '{"path":' }],
  ["[1]", { arguments: "[1]" }],
  ['{"a":1}', { a: 1 }],
] as const)
  test(`arguments ${JSON.stringify(args)} are an object in Messages, and ids are what it takes`, () => {
    const { messages } = pair("chat", "messages").request(chatCall(args)) as Json;
    assert.deepEqual(messages[1].content, [
      { type: "tool_use", id: "functions_read_0", name: "read", input },
    ]);
    assert.equal(messages[2].content[0].tool_use_id, "functions_read_0");
  });

test("2,000 tools and long names of tools pass in linear time, and calls come back under the client's names", () => {
  const long = `mcp__${"server".repeat(20)}__read`;
  const tools = Array.from({ length: 2_000 }, (_, index) => ({
    name: index === 0 ? long : `tool_${index}`,
    input_schema: { type: "object" },
  }));
  const asked = { model: "auto", max_tokens: 10, messages: [USER], tools };
  const sent = pair("messages", "responses").request(asked) as Json;
  assert.equal(sent["tools"].length, 2_000);
  const [{ name }] = sent["tools"];
  assert.match(name, /^[\w-]{1,64}$/);
  const output = [{ type: "function_call", call_id: "call_1", name, arguments: "{}" }];
  const answer = pair("messages", "responses").answer({ id: "resp_1", model: "m", output }, asked) as Json;
  assert.equal(answer["content"][0].name, long);
});

test("free-form tools and namespaces of Codex become functions, and their calls come back as they were", () => {
  const tools = [
    {
      type: "custom",
      name: "apply_patch",
      description: "Edits",
      format: { type: "grammar", syntax: "lark", definition: "start: x" },
    },
    {
      type: "namespace",
      name: "mcp__docs",
      tools: [{ type: "function", name: "find", parameters: { type: "object" } }],
    },
  ];
  const asked = { model: "auto", input: "hi", tools };
  const sent = pair("responses", "messages").request(asked) as Json;
  assert.deepEqual(
    sent["tools"].map(({ name }: Json) => name),
    ["apply_patch", "mcp__docs__find"],
  );
  assert.match(sent["tools"][0].description, /start: x/);
  const content = [
    { type: "tool_use", id: "toolu_1", name: "apply_patch", input: { input: "*** Begin Patch\n" } },
    { type: "tool_use", id: "toolu_2", name: "mcp__docs__find", input: { q: 1 } },
  ];
  const answer = pair("responses", "messages").answer(
    { id: "msg_1", model: "m", content, stop_reason: "tool_use" },
    asked,
  ) as Json;
  const [patch, find] = answer["output"];
  assert.deepEqual(
    [patch.type, patch.input, patch.call_id],
    ["custom_tool_call", "*** Begin Patch\n", "toolu_1"],
  );
  assert.deepEqual([find.namespace, find.name, find.arguments], ["mcp__docs", "find", '{"q":1}']);
});

for (const [from, to, body, words] of [
  ["chat", "responses", { messages: [USER], n: 2 }, /`n` above 1/],
  ["responses", "messages", { input: "hi", previous_response_id: "resp_1" }, /previous_response_id/],
  [
    "responses",
    "chat",
    { input: [{ type: "message", role: "user", content: [{ type: "input_image", file_id: "f" }] }] },
    /picture/,
  ],
  [
    "messages",
    "chat",
    { messages: [USER], tools: [{ type: "web_search_20250305", name: "web_search" }] },
    /own provider/,
  ],
] as const)
  test(`${from} to ${to}: refuses with a reason: ${words.source}`, () => {
    assert.throws(() => pair(from, to).request({ model: "auto", ...body }), words);
  });

const ERRORS: Readonly<Record<ProtocolName, (event: StreamEvent | undefined) => boolean>> = {
  chat: (event) => typeof (event?.data as Json | undefined)?.["error"]?.message === "string",
  messages: (event) => event?.name === "error",
  responses: (event) => event?.name === "response.failed",
};

for (const from of PROTOCOL_NAMES)
  for (const to of PROTOCOL_NAMES.filter((name) => name !== from)) {
    test(`${from} to ${to}: a stream that broke off ends in an error, never like a whole answer`, () => {
      const stream = pair(from, to).stream({});
      const start = {
        chat: { id: "1", choices: [{ index: 0, delta: { content: "Hel" } }] },
        messages: { type: "message_start", message: { id: "1", model: "m" } },
        responses: { type: "response.created", response: { id: "1" } },
      }[to];
      stream.push(start);
      for (const isWhole of [false, true]) {
        const [last, ...more] = stream.end(isWhole).toReversed();
        if (!isWhole) assert.ok(ERRORS[from](last));
        else assert.deepEqual([last, more], [undefined, []]);
      }
    });

    test(`${from} to ${to}: events and answers of any shape never throw`, () => {
      const odd = [
        {},
        { type: 1 },
        { choices: 3 },
        { choices: [{ delta: { tool_calls: [{}] } }] },
        { type: "content_block_delta", index: 9 },
        { type: "content_block_start", content_block: { type: "tool_use" } },
        { type: "response.output_item.done", item: { type: "message" } },
        { type: "response.output_item.added", item: { type: "function_call" } },
        { error: "x" },
      ];
      const stream = pair(from, to).stream({});
      for (const event of odd) {
        stream.push(event);
        pair(from, to).answer(event, {});
        pair(from, to).error(event, 500);
      }
      stream.end(true);
    });
  }

test("calls that a server interleaves come out one behind the other", () => {
  const stream = pair("messages", "chat").stream({});
  const call = (index: number, args: string, id?: string): Json => ({
    id: "1",
    choices: [
      {
        index: 0,
        delta: {
          tool_calls: [{ index, ...(id && { id }), function: { name: `t${index}`, arguments: args } }],
        },
      },
    ],
  });
  const events = [
    call(0, '{"a"', "x"),
    call(1, '{"b"', "y"),
    call(0, ":1}"),
    call(1, ":2}"),
    { choices: [{ index: 0, delta: {}, finish_reason: "stop" }] },
  ];
  const sent = [...events.flatMap((event) => stream.push(event)), ...stream.end(true)].map(
    ({ data }) => data as Json,
  );
  const deltas = sent.filter(({ type }) => type === "content_block_delta");
  assert.deepEqual(
    deltas.map(({ index, delta }) => [index, delta.partial_json]),
    [
      [0, '{"a"'],
      [0, ":1}"],
      [1, '{"b":2}'],
    ],
  );
  assert.equal(sent.find(({ type }) => type === "message_delta")?.["delta"].stop_reason, "tool_use");
});

test("an endless answer ends in an error", () => {
  const stream = pair("responses", "chat").stream({});
  const text = "x".repeat(4 * 1024 * 1024);
  const names = Array.from({ length: 10 }, () =>
    stream.push({ id: "1", choices: [{ index: 0, delta: { content: text } }] }),
  )
    .flat()
    .map(({ name }) => name);
  assert.equal(names.at(-1), "response.failed");
});

for (const [from, to, body, status, expected] of [
  [
    "messages",
    "responses",
    {
      error: {
        message: "Your input exceeds the context window of this model.",
        code: "context_length_exceeded",
      },
    },
    400,
    {
      type: "error",
      error: {
        type: "invalid_request_error",
        message: "prompt is too long: Your input exceeds the context window of this model.",
      },
    },
  ],
  [
    "responses",
    "messages",
    {
      type: "error",
      error: { type: "invalid_request_error", message: "prompt is too long: 210000 tokens > 200000 maximum" },
    },
    400,
    {
      error: {
        message: "prompt is too long: 210000 tokens > 200000 maximum",
        type: "invalid_request_error",
        param: null,
        code: "context_length_exceeded",
      },
    },
  ],
  [
    "chat",
    "messages",
    { type: "error", error: { type: "overloaded_error", message: "Overloaded" } },
    529,
    { error: { message: "Overloaded", type: "server_error", param: null, code: "server_is_overloaded" } },
  ],
  [
    "messages",
    "chat",
    { detail: "no such model" },
    404,
    { type: "error", error: { type: "not_found_error", message: "no such model" } },
  ],
] as const)
  test(`${from} to ${to}: a ${status} says in the client's form what it means`, () => {
    assert.deepEqual(pair(from, to).error(body, status), expected);
  });

const STOPPED = { model: "auto", max_tokens: 10, messages: [USER], stop_sequences: ["</block>", "END"] };
const said = (text: string): Json => ({
  type: "message",
  role: "assistant",
  content: [{ type: "output_text", text }],
});

for (const from of PROTOCOL_NAMES)
  for (const to of PROTOCOL_NAMES.filter((name) => name !== from))
    test(`${from} to ${to}: an answer in no form of its protocol is an error, not an empty answer`, () => {
      for (const said of [{}, { hello: "there" }, { choices: null, content: "text", output: {} }])
        assert.match(JSON.stringify(pair(from, to).answer(said, {})), /"error".*in no form of its protocol/);
    });

test("stop sequences end an answer of Responses, which has no member for them", () => {
  const translator = pair("messages", "responses");
  const whole = (text: string): Json =>
    translator.answer({ id: "r", model: "m", output: [said(text), said("more")] }, STOPPED);
  const cut = whole("yes</block> or END");
  assert.deepEqual(cut["content"], [{ type: "text", text: "yes" }]);
  assert.deepEqual([cut["stop_reason"], cut["stop_sequence"]], ["stop_sequence", "</block>"]);
  assert.deepEqual([whole("yes")["stop_reason"], whole("yes")["content"].length], ["end_turn", 2]);
});

test("stop sequences end a stream wherever its pieces break, and the bill still comes", () => {
  const text = "yes, and so on</block> or END";
  for (let size = 1; size <= text.length; size += 1) {
    const stream = pair("messages", "responses").stream(STOPPED);
    const events: Json[] = [];
    const push = (event: Json): void => {
      for (const { data } of stream.push(event)) events.push(data as Json);
    };
    push({ type: "response.created", response: { id: "r", model: "m" } });
    for (let at = 0; at < text.length; at += size)
      push({
        type: "response.output_text.delta",
        output_index: 0,
        content_index: 0,
        delta: text.slice(at, at + size),
      });
    push({ type: "response.output_item.done", output_index: 0, item: said(text) });
    push({ type: "response.completed", response: { usage: { input_tokens: 3, output_tokens: 9 } } });
    const shown = events.map(({ delta }) => delta?.text ?? "").join("");
    assert.equal(shown, "yes, and so on", `pieces of ${size}`);
    const end = events.find(({ type }) => type === "message_delta");
    assert.deepEqual(
      [end?.["delta"].stop_reason, end?.["delta"].stop_sequence, end?.["usage"].output_tokens],
      ["stop_sequence", "</block>", 9],
    );
    const blocks = events.map(({ type }) => type).filter((type) => type.startsWith("content_block_st"));
    assert.deepEqual(blocks, ["content_block_start", "content_block_stop"]);
  }
});

test("the search of Codex for tools is a function, and the tools that it found can be called", () => {
  const parameters = { type: "object", properties: { query: { type: "string" } } };
  const search = { type: "tool_search", execution: "client", description: "Finds tools", parameters };
  const found = {
    type: "function",
    name: "create_event",
    parameters: { type: "object" },
    defer_loading: true,
  };
  const input = [
    { type: "message", role: "user", content: "hi" },
    { type: "tool_search_call", call_id: "c1", execution: "client", arguments: { query: "calendar" } },
    {
      type: "tool_search_output",
      call_id: "c1",
      status: "completed",
      execution: "client",
      tools: [{ type: "namespace", name: "mcp__calendar__", tools: [found] }],
    },
  ];
  const asked = { model: "auto", input, tools: [search] };
  for (const to of ["chat", "messages"] as const) {
    const sent = pair("responses", to).request(asked) as Json;
    const names = sent["tools"].map((tool: Json) => tool["name"] ?? tool["function"].name);
    assert.deepEqual(names, ["tool_search", "mcp__calendar__create_event"]);
    assert.match(JSON.stringify(sent["messages"]), /calendar.*mcp__calendar__create_event/);
  }
  const content = [
    { type: "tool_use", id: "t1", name: "tool_search", input: { query: "mail" } },
    { type: "tool_use", id: "t2", name: "mcp__calendar__create_event", input: {} },
  ];
  const whole = { id: "msg_1", model: "m", content, stop_reason: "tool_use" };
  const [again, event] = (pair("responses", "messages").answer(whole, asked) as Json)["output"];
  const expected = { type: "tool_search_call", call_id: "t1", execution: "client", status: "completed" };
  assert.deepEqual({ ...again, id: undefined }, { ...expected, arguments: { query: "mail" }, id: undefined });
  assert.deepEqual([event.namespace, event.name], ["mcp__calendar__", "create_event"]);
  const stream = pair("responses", "messages").stream(asked);
  const events = [
    { type: "message_start", message: { id: "m", model: "m" } },
    { type: "content_block_start", index: 0, content_block: { ...content[0], input: {} } },
    {
      type: "content_block_delta",
      index: 0,
      delta: { type: "input_json_delta", partial_json: '{"query":"mail"}' },
    },
    { type: "content_block_stop", index: 0 },
    { type: "message_stop" },
  ].flatMap((each) => stream.push(each));
  assert.ok(!events.some(({ name }) => name.includes("arguments")), "it has no events of its own");
  const done = events.find(({ name }) => name === "response.output_item.done")?.data as Json;
  assert.deepEqual(done["item"].arguments, { query: "mail" });
});
