// Requests whose shape is hostile: however many members, items, parts and faults they hold, they are answered by their counts.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";

import { newAccount } from "../src/services/accounts/new-account.ts";
import { newKey } from "../src/services/keys/new-key.ts";
import {
  assertProblem,
  callRaw,
  EXAMPLE,
  select,
  selected,
  type Problem,
  type RawAnswer,
} from "./select-client.ts";
import { startTestService, type TestService } from "./test-service.ts";

let service: TestService;
before(async () => {
  service = await startTestService();
});
after(() => service.close());

const times = <T>(count: number, make: (index: number) => T): T[] =>
  Array.from({ length: count }, (_, index) => make(index));
const members = (count: number, name: string): object =>
  Object.fromEntries(times(count, (index) => [`${name}${index}`, 1]));
const user = (content: unknown) => ({ ...EXAMPLE, messages: [{ role: "user", content }] });

/** As an account of its own, which owes nothing for what others were refused. */
async function selectAlone(body: unknown, url: string): Promise<RawAnswer> {
  const { storage } = service.context;
  const account = newAccount("alone", 0);
  await storage.accounts.create(account);
  const made = { accountId: account.id, name: "alone", scopes: ["select"] as const, nowMs: 0 };
  const { key, secret } = newKey(made);
  await storage.apiKeys.create(key);
  const headers = { authorization: `Bearer ${secret}` };
  return callRaw(service, { payload: JSON.stringify(body), url, headers });
}

interface Shape {
  readonly name: string;
  readonly body: object;
  readonly status: 413 | 422;
  /** Location of the only fault. */
  readonly location: RegExp;
}

const SHAPES: readonly Shape[] = [
  {
    name: "160,000 unknown members",
    body: { ...EXAMPLE, ...members(160_000, "unknown_") },
    status: 413,
    location: /^body\.unknown_\d+$/,
  },
  {
    name: "2,000 messages with 90 unknown members each",
    body: { ...EXAMPLE, messages: times(2_000, () => ({ role: "user", content: "x", ...members(90, "u") })) },
    status: 413,
    location: /^body\.messages$/,
  },
  {
    name: "90,000 empty candidates",
    body: { ...EXAMPLE, llm_providers: times(90_000, () => ({})) },
    status: 413,
    location: /^body\.llm_providers$/,
  },
  {
    name: "60,000 parts of text",
    body: user(times(60_000, () => ({ type: "text", text: "x" }))),
    status: 413,
    location: /^body\.messages$/,
  },
  {
    name: "18,000 unknown members",
    body: { ...EXAMPLE, ...members(18_000, "unknown_") },
    status: 413,
    location: /^body\.unknown_9\d\d$/,
  },
  {
    name: "900 unknown members",
    body: { ...EXAMPLE, ...members(900, "unknown_") },
    status: 422,
    location: /^body$/,
  },
  {
    name: "a candidate of 65 members",
    body: { ...EXAMPLE, llm_providers: [{ model: "gpt-5", ...members(64, "u") }] },
    status: 422,
    location: /^llm_providers\[0\]$/,
  },
  {
    name: "200 candidates of 50 unknown members",
    body: {
      ...EXAMPLE,
      llm_providers: times(200, (index) => ({ model: `m${index}`, ...members(50, "u") })),
    },
    status: 422,
    location: /^llm_providers$/,
  },
  {
    name: "512 parts with 30 members each, all of different names,",
    body: user(times(512, (part) => ({ type: "text", text: "x", ...members(30, `u${part}_`) }))),
    status: 413,
    location: /^body\.messages$/,
  },
  {
    name: "128 tools with 100 members each, all of different names,",
    body: { ...EXAMPLE, tools: times(128, (tool) => ({ name: `t${tool}`, ...members(100, `u${tool}_`) })) },
    status: 413,
    location: /^body\.tools$/,
  },
  {
    name: "5,000 candidates",
    body: { ...EXAMPLE, llm_providers: times(5_000, () => ({})) },
    status: 422,
    location: /^llm_providers$/,
  },
  {
    name: "6,000 parts of text",
    body: user(times(6_000, () => ({ type: "text", text: "x" }))),
    status: 422,
    location: /^messages\[0\]\.content$/,
  },
  {
    name: "5,000 tools",
    body: { ...EXAMPLE, tools: times(5_000, () => ({})) },
    status: 422,
    location: /^tools$/,
  },
  {
    name: "9,000 messages",
    body: { ...EXAMPLE, messages: times(9_000, () => ({})) },
    status: 422,
    location: /^messages$/,
  },
];

for (const { name, body, status, location } of SHAPES)
  test(`${name} are refused with the one part that is too large`, async () => {
    for (const url of ["/api/v1/model-select", "/api/v1/playground"]) {
      const answer = await selectAlone(body, url);
      assertProblem(answer, status, status === 413 ? "payload_too_large" : "validation_failed");
      const { errors = [] } = answer.json as Problem;
      assert.equal(errors.length, 1);
      assert.match(errors[0]?.location ?? "", location);
    }
  });

for (const [name, body] of [
  ["turns", { ...EXAMPLE, messages: times(2_000, () => ({ role: 1, content: 2 })) }],
  ["parts", user(times(500, () => ({ type: 1, text: 2 })))],
  ["candidates", { ...EXAMPLE, llm_providers: times(200, () => ({ price: -1, latency: "x", name: 7 })) }],
  ["tools", { ...EXAMPLE, tools: times(128, () => ({ type: "x", name: 7 })) }],
] as const)
  test(`of hundreds of faulty ${name} twenty faults are described at most`, async () => {
    const answer = await select(service, body);
    assertProblem(answer, 422, "validation_failed");
    const { errors = [] } = answer.json as Problem;
    assert.ok(errors.length > 0 && errors.length <= 20, `${errors.length}`);
  });

/** All twelve members that a candidate may state, and the dozen that a list of models elsewhere has beside them. */
const fullCandidate = (index: number): object => ({
  provider: "openai",
  model: `m${index}`,
  name: `Model ${index}`,
  input_price: 1,
  output_price: 4,
  price: 2,
  latency: 0.5,
  context_length: 128_000,
  reasoning: { effort: "low" },
  reasoning_effort: "low",
  thinking: null,
  attributes: { quality: 0.6, modalities: ["text"], tokens_per_second: 90, supports_tools: true },
  ...members(13, "listed_"),
});

test("200 candidates with all their members and a dozen more are taken, and so are tools with 3,000 names of parameters", async () => {
  const llm_providers = times(200, fullCandidate);
  const properties = (tool: number): object => members(30, `p${tool}_`);
  const tools = times(100, (tool) => ({
    type: "function",
    function: { name: `t${tool}`, parameters: { type: "object", properties: properties(tool) } },
  }));
  // A process that has compiled nothing yet takes several times as long to read a body.
  for (const part of [20, 40, 60])
    await selected(service, {
      ...EXAMPLE,
      llm_providers: llm_providers.slice(0, part),
      tools: tools.slice(0, part / 2),
    });
  for (const body of [
    { ...EXAMPLE, llm_providers },
    { ...EXAMPLE, tools },
  ]) {
    const answer = await select(service, body);
    assert.equal(answer.status, 200, answer.text);
  }
});

test("a conversation of 2,000 turns with text, calls of tools and their results is taken", async () => {
  const turns = times(1_000, (index) => [
    {
      role: "assistant",
      content: [
        { type: "text", text: "Next." },
        { type: "tool_use", id: `${index}`, name: "read", input: { path: "a.ts" } },
      ],
    },
    { role: "user", content: [{ type: "tool_result", tool_use_id: `${index}`, content: "done" }] },
  ]).flat();
  const answer = await select(service, { ...EXAMPLE, messages: turns });
  assert.equal(answer.status, 200, answer.text);
});
