// The service refuses what is over its limits; a conversation that is merely long is chosen for all the same.
import assert from "node:assert/strict";
import { test } from "node:test";

import { fitRequest } from "./ask-routed.ts";

const turns = (count: number, role = "user") =>
  Array.from({ length: count }, (_, index) => ({ role, content: `${role} ${index}` }));
const fit = (messages: ReturnType<typeof turns>) =>
  fitRequest({ messages, llm_providers: ["openai/gpt-4o"] }).messages as ReturnType<typeof turns>;

test("of a long conversation what guides it and the newest turns are reported", () => {
  const messages = fit([...turns(2, "system"), ...turns(2500)]);
  assert.equal(messages.length, 2000);
  assert.deepEqual(
    messages.slice(0, 3).map(({ content }) => content),
    ["system 0", "system 1", "user 502"],
  );
  assert.equal(messages.at(-1)?.content, "user 2499");
});

test("the newest turn is reported even where everything guides", () => {
  const messages = fit([...turns(2500, "system"), ...turns(1)]);
  assert.deepEqual([messages.length, messages.at(-1)?.content], [2000, "user 0"]);
  assert.equal(fit(turns(2500, "system")).length, 2000);
});

test("what fits is reported as it is", () => {
  const messages = turns(2000);
  assert.deepEqual(fit(messages), messages);
});

test("of many tools and parts as many as the service takes are reported", () => {
  const tools = Array.from({ length: 200 }, (_, index) => ({ name: `tool_${index}` }));
  const content = Array.from({ length: 600 }, (_, index) => ({ type: "text", text: String(index) }));
  const fitted = fitRequest({ messages: [{ role: "user", content }], tools, llm_providers: ["a/b"] });
  assert.equal(fitted.tools?.length, 128);
  const [message] = fitted.messages as readonly { readonly content: typeof content }[];
  assert.deepEqual([message?.content.length, message?.content.at(-1)?.text], [512, "599"]);
});
