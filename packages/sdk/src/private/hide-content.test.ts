import assert from "node:assert/strict";
import { createHmac } from "node:crypto";
import { test } from "node:test";

import type { ContentFeaturesWire, SelectRequestWire } from "@signalbox/contracts";

import { SignalboxApiError } from "../transport/errors.ts";
import { hideContent } from "./hide-content.ts";

const SECRET = "the launch is on Tuesday";
const llm_providers = [{ model: "openai/gpt-4o" }];

const REQUEST = {
  llm_providers,
  tradeoff: "cost",
  max_model_depth: 2,
  include: ["ranking"],
  messages: [
    { role: "system", content: SECRET },
    { role: "user", content: [{ type: "text", text: SECRET }, { type: "image_url" }, { type: SECRET }] },
    { role: "assistant", content: null, tool_calls: [{ function: { name: SECRET, arguments: SECRET } }] },
    { role: "tool", content: SECRET, tool_call_id: SECRET },
    { role: SECRET, content: "" },
  ],
  tools: [{ type: "function", function: { name: SECRET, description: SECRET, parameters: { [SECRET]: 1 } } }],
  response_format: { type: "json_schema", json_schema: { name: SECRET } },
  metadata: { note: SECRET },
} as unknown as SelectRequestWire;

test("no text is left, wherever it stood; how to choose is kept", async () => {
  const hidden = await hideContent(REQUEST);
  assert.ok(!JSON.stringify(hidden).includes(SECRET));
  const { messages, tools, ...rest } = hidden;
  assert.deepEqual(rest, {
    llm_providers,
    tradeoff: "cost",
    max_model_depth: 2,
    include: ["ranking"],
    response_format: { type: "json_schema" },
    hash_content: true,
  });
  assert.ok(Array.isArray(messages));
  assert.deepEqual(
    messages.map((message) => {
      assert.ok(typeof message === "object");
      return [message.role?.slice(0, 11), message.tool_calls?.length];
    }),
    [
      ["system", undefined],
      ["user", undefined],
      ["assistant", 1],
      ["tool", undefined],
      ["hmac-sha256", undefined],
    ],
  );
  assert.equal(tools?.length, 1);
});

test("no text is left of what the Responses and Messages APIs put elsewhere, and items keep their kinds", async () => {
  const input = [
    { type: "message", role: "user", content: [{ type: "input_text", text: SECRET }] },
    { type: "reasoning", summary: [{ type: "summary_text", text: SECRET }] },
    { type: "function_call", call_id: SECRET, name: SECRET, arguments: SECRET },
    { type: "function_call_output", call_id: SECRET, output: SECRET },
    { type: SECRET, output: SECRET },
  ];
  const system = [{ type: "text", text: SECRET }];
  const asked = { llm_providers, system, instructions: SECRET, input, call_role: "main" as const };
  const { input: hidden, messages, call_role: role, ...rest } = await hideContent(asked);
  assert.ok(!JSON.stringify([hidden, rest]).includes(SECRET));
  assert.deepEqual([messages, role], [undefined, "main"]);
  assert.ok(Array.isArray(hidden));
  assert.deepEqual(
    hidden.map((item) => (item as { readonly type?: string }).type),
    ["message", "reasoning", "function_call", "function_call_output", undefined],
  );
  assert.match(JSON.stringify(rest.system), /hmac-sha256/);
  assert.match(rest.instructions ?? "", /^hmac-sha256/);
});

test("the digest is HMAC-SHA-256 under the given key", async () => {
  const { messages } = await hideContent({ llm_providers, messages: SECRET }, { contentKey: "pepper" });
  assert.equal(messages, `hmac-sha256:${createHmac("sha256", "pepper").update(SECRET).digest("hex")}`);
});

test("without a key, equal texts are equal within the process and match no key that could be guessed", async () => {
  const once = async (): Promise<unknown> =>
    (await hideContent({ llm_providers, messages: SECRET })).messages;
  assert.equal(await once(), await once());
  assert.notEqual(await once(), `hmac-sha256:${createHmac("sha256", "").update(SECRET).digest("hex")}`);
});

test("an empty key is reported instead of used", async () => {
  await assert.rejects(hideContent(REQUEST, { contentKey: "" }), { code: "bad_request" });
});

test("features of the reader are sent as they are; it sees messages and tools alone", async () => {
  const features = { artefact: "a" } as ContentFeaturesWire;
  const seen: object[] = [];
  const reader = {
    read: (request: object) => {
      seen.push(request);
      return features;
    },
  };
  const hidden = await hideContent(REQUEST, { reader });
  assert.equal(hidden.content_features, features);
  assert.deepEqual(seen, [{ messages: REQUEST.messages, tools: REQUEST.tools }]);
});

test("a conversation that the reader cannot read is a fault of the request, with its places", async () => {
  const errors = [{ location: "messages", message: "It is empty.", fix: "Fill it." }];
  const reader = {
    read: () => {
      throw Object.assign(new Error("validation_failed"), { detail: "messages: It is empty.", errors });
    },
  };
  const [outcome] = await Promise.allSettled([hideContent(REQUEST, { reader })]);
  assert.ok(outcome.status === "rejected" && outcome.reason instanceof SignalboxApiError);
  assert.equal(outcome.reason.code, "bad_request");
  assert.deepEqual(outcome.reason.errors, errors);
});

test("what has no shape is sent without content, for the service to refuse", async () => {
  for (const messages of [undefined, null, 7, "", [null], [7], [{ content: 7 }], [{ content: [null, 7] }]]) {
    const body = { llm_providers, messages, tools: [null] } as unknown as SelectRequestWire;
    const hidden = await hideContent(body);
    assert.ok(!JSON.stringify(hidden).includes("hmac"));
  }
});
