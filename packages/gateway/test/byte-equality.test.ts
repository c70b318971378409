import assert from "node:assert/strict";
import { after, test } from "node:test";

import fc from "fast-check";

import { openTestGateway, post, type TestGateway } from "./open-test-gateway.ts";

const REQUESTS = 1_000;
/** Nothing is known of it that a call would have to be fitted to. */
const target = "an-unknown-model";
const gateway: TestGateway = await openTestGateway({
  flags: { candidates: [target] },
  decide: () => Promise.resolve({ llm_label: target, session_id: crypto.randomUUID() }),
});
after(() => gateway.close());

/** Stands where the name of the model does, and nowhere else. */
const MARK = "\u0001the model\u0001";
const markJson = JSON.stringify(MARK);

const text = fc.oneof(
  fc.string({ unit: "binary", maxLength: 40 }),
  fc.constantFrom(
    'a "quoted" \\ path',
    "zeile\nzwei",
    "日本語 🧪",
    '{"model":"inner"}',
    "<system-reminder>x</system-reminder>",
  ),
);
const cached = fc.option(fc.constant({ type: "ephemeral" }), { nil: undefined });
const block = fc.record({ type: fc.constant("text"), text, cache_control: cached });
const call = fc.record({
  type: fc.constant("tool_use"),
  id: text,
  name: text,
  input: fc.jsonValue({ maxDepth: 3 }),
});
const result = fc.record({
  type: fc.constant("tool_result"),
  tool_use_id: text,
  content: fc.oneof(text, fc.array(block, { maxLength: 2 })),
});
const extras = fc.dictionary(
  fc.constantFrom(
    "metadata",
    "thinking",
    "context_management",
    "stream_options",
    "x_unknown",
    "service_tier",
  ),
  fc.jsonValue({ maxDepth: 3 }),
  { maxKeys: 4 },
);
const roles = fc.constantFrom("user", "assistant", "system");
const anthropic = fc.record({
  system: fc.oneof(text, fc.array(block, { maxLength: 3 })),
  messages: fc.array(
    fc.record({
      role: roles,
      content: fc.oneof(text, fc.array(fc.oneof(block, call, result), { maxLength: 4 })),
    }),
    { minLength: 1, maxLength: 6 },
  ),
  tools: fc.array(
    fc.record({
      name: text,
      description: text,
      input_schema: fc.dictionary(text, fc.jsonValue({ maxDepth: 2 }), { maxKeys: 3 }),
    }),
    { maxLength: 4 },
  ),
});
const chat = fc.record({
  messages: fc.array(
    fc.record({
      role: roles,
      content: fc.oneof(text, fc.constant(null)),
      tool_calls: fc.constantFrom(
        [],
        [{ id: "call_1", type: "function", function: { name: "bash", arguments: "{}" } }],
      ),
    }),
    { minLength: 1, maxLength: 6 },
  ),
  tools: fc.array(
    fc.record({
      type: fc.constantFrom("function", "custom"),
      function: fc.record({ name: text, parameters: fc.jsonValue({ maxDepth: 2 }) }),
    }),
    { maxLength: 4 },
  ),
});
const item = fc.oneof(
  fc.record({
    type: fc.constant("message"),
    role: roles,
    content: fc.array(fc.record({ type: fc.constant("input_text"), text }), { maxLength: 3 }),
  }),
  fc.record({
    type: fc.constantFrom("function_call", "custom_tool_call"),
    call_id: text,
    name: text,
    arguments: text,
  }),
  fc.record({ type: fc.constant("function_call_output"), call_id: text, output: text }),
);
const responses = fc.record({
  instructions: text,
  input: fc.oneof(text, fc.array(item, { maxLength: 6 })),
  tools: fc.array(fc.dictionary(text, fc.jsonValue({ maxDepth: 2 }), { maxKeys: 3 }), { maxLength: 3 }),
});

const SHAPES = {
  "/v1/messages": anthropic,
  "/v1/chat/completions": chat,
  "/v1/responses": responses,
} as const;

for (const [path, shape] of Object.entries(SHAPES))
  test(`${path}: of ${REQUESTS} requests nothing changes but the model`, async () => {
    const bodies = fc.tuple(shape as fc.Arbitrary<object>, extras, fc.constantFrom(0, 1, 2, "\t"), fc.nat(3));
    await fc.assert(
      fc.asyncProperty(bodies, async ([body, others, indent, place]) => {
        const members = Object.entries({ ...others, ...body });
        members.splice(place, 0, ["model", MARK]);
        const template = JSON.stringify(Object.fromEntries(members), null, indent);
        const answer = await post(gateway, path, template.replace(markJson, '"auto"'));
        await answer.arrayBuffer();
        const got = gateway.provider.got.pop();
        assert.equal(got?.bytes.toString(), template.replace(markJson, JSON.stringify(target)));
      }),
      { numRuns: REQUESTS },
    );
  });
