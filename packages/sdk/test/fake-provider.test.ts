// The provider that the integrations are tried against must itself be one that the official client understands.
import assert from "node:assert/strict";
import { after, beforeEach, test } from "node:test";

import { OpenAI, RateLimitError } from "openai";

import { answerOf, startFakeProvider } from "./support/fake-provider.ts";

const provider = await startFakeProvider();
const client = new OpenAI({ baseURL: provider.url, apiKey: "sk-provider", maxRetries: 0 });
const messages = [{ role: "user" as const, content: "Hello" }];

after(() => provider.close());
beforeEach(() => {
  provider.reset();
});

test("a chat completion names its model, whole and streamed, with usage", async () => {
  const whole = await client.chat.completions.create({ model: "small", messages });
  assert.equal(whole.choices[0]?.message.content, answerOf("small"));
  const stream = client.chat.completions.stream({
    model: "large",
    messages,
    stream_options: { include_usage: true },
  });
  const streamed = await stream.finalChatCompletion();
  assert.equal(streamed.choices[0]?.message.content, answerOf("large"));
  assert.ok((streamed.usage?.completion_tokens ?? 0) > 0);
  assert.deepEqual(provider.models(), ["small", "large"]);
  assert.equal(provider.requests[0]?.headers["authorization"], "Bearer sk-provider");
});

test("a tool call arrives whole and streamed, in both wires", async () => {
  provider.reset(() => ({ toolCalls: [{ name: "weather", arguments: { city: "Bern" } }] }));
  const whole = await client.chat.completions.create({ model: "m", messages });
  const stream = client.chat.completions.stream({ model: "m", messages });
  for (const answer of [whole, await stream.finalChatCompletion()]) {
    const [call] = answer.choices[0]?.message.tool_calls ?? [];
    assert.ok(call?.type === "function");
    assert.equal(call.function.arguments, '{"city":"Bern"}');
  }
  const response = await client.responses.stream({ model: "m", input: "Hello" }).finalResponse();
  assert.ok(response.output.some((item) => item.type === "function_call" && item.name === "weather"));
});

test("a response carries its text, whole and streamed", async () => {
  const whole = await client.responses.create({ model: "small", input: "Hello" });
  assert.equal(whole.output_text, answerOf("small"));
  const texts: string[] = [];
  for await (const event of client.responses.stream({ model: "small", input: "Hello" }))
    if (event.type === "response.output_text.delta") texts.push(event.delta);
  assert.equal(texts.join(""), answerOf("small"));
});

test("it fails, hangs and cuts as scripted", async () => {
  provider.reset(({ model }) =>
    model === "busy" ? { status: 429 } : { text: "one two three four", cutAfter: 2 },
  );
  await assert.rejects(client.chat.completions.create({ model: "busy", messages }), RateLimitError);
  await assert.rejects(client.chat.completions.create({ model: "cut", messages }));
  const got: string[] = [];
  await assert.rejects(async () => {
    const stream = await client.chat.completions.create({ model: "cut", messages, stream: true });
    for await (const chunk of stream) got.push(chunk.choices[0]?.delta.content ?? "");
  });
  assert.deepEqual(got, ["one ", "two "]);
  provider.reset(() => ({ hang: true }));
  const abort = new AbortController();
  const hanging = client.chat.completions.create({ model: "m", messages }, { signal: abort.signal });
  setImmediate(() => {
    abort.abort();
  });
  await assert.rejects(hanging, /abort/i);
});
