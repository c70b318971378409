// Chains of clients that never send `previous_session`: found by how the conversation begins, and by nothing readable.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";

import type { ApiKeyWithSecret, SelectResponse } from "@signalbox/contracts";

import { callRaw, keyOf } from "./select-client.ts";
import { startTestService, type TestService } from "./test-service.ts";

let service: TestService;
before(async () => {
  service = await startTestService();
});
after(() => service.close());

type Turn = Readonly<Record<string, unknown>>;
const MODELS = [
  { provider: "openai", model: "gpt-4o-mini" },
  { provider: "openai", model: "gpt-4o" },
  { provider: "openai", model: "o3" },
  { provider: "anthropic", model: "claude-sonnet-4-5" },
  { provider: "google", model: "gemini-2.5-flash" },
  { provider: "deepseek", model: "deepseek-chat" },
];

async function ask(
  messages: readonly Turn[],
  more: object = {},
  key = keyOf(service),
): Promise<SelectResponse> {
  service.clock.ms += 1000;
  const answer = await callRaw(service, {
    method: "POST",
    headers: { authorization: `Bearer ${key}` },
    payload: JSON.stringify({ messages, llm_providers: MODELS, include: ["explanation"], ...more }),
  });
  assert.equal(answer.status, 200, answer.text);
  return answer.json as SelectResponse;
}

const user = (content: string): Turn => ({ role: "user", content });
const assistant = (content: string): Turn => ({ role: "assistant", content });
const previousOf = (response: SelectResponse) => response.explanation?.session.previous_session;

test("a conversation that goes on is found by its beginning, whatever is said next", async () => {
  const start = [{ role: "system", content: "You keep the books." }, user("Sum up the first quarter.")];
  const first = await ask(start);
  assert.equal(previousOf(first), null);
  const second = await ask([...start, assistant("It went well."), user("And the second?")]);
  assert.equal(previousOf(second), first.session_id);
  const third = await ask([
    ...start,
    assistant("It went well."),
    user("And the second?"),
    assistant("Less so."),
    user("Why?"),
  ]);
  assert.equal(previousOf(third), second.session_id);
  assert.equal(third.explanation?.session.turn, 3);
});

test("a conversation is found whether its beginning is short, long, or has tools", async () => {
  const long = user(`Which of these is right? ${"The storks leave in August. ".repeat(200)}`);
  const tools = [{ type: "function", function: { name: "look_up", parameters: { type: "object" } } }];
  for (const [start, more] of [
    [[user("Which of the two is it?")], {}],
    [[long], {}],
    [[user("Which one is it, then?")], { tools }],
  ] as const) {
    const first = await ask(start, more);
    const second = await ask([...start, assistant("The second."), user("Why?")], more);
    assert.equal(previousOf(second), first.session_id);
  }
});

test("another beginning, a changed past, another key and a request that opts out stand alone", async () => {
  const start = [user("Where do storks spend the winter?")];
  await ask(start);
  const next = [...start, assistant("In Africa."), user("All of them?")];
  const stranger = [user("Where do herons spend the winter?"), ...next.slice(1)];
  assert.equal(previousOf(await ask(stranger)), null);
  assert.equal(previousOf(await ask(next, { find_session: false })), null);
  const other = service.browser("198.51.100.21");
  await other.post("/auth/sign-up", { email: "other@example.org", password: "two brave silver spoons" });
  const { key } = await other.post<ApiKeyWithSecret>("/keys", { name: "other" }, 201);
  assert.equal(previousOf(await ask(next, {}, key)), null);
  assert.notEqual(previousOf(await ask(next)), null);
});

test("the explanation says that the chain was found, and only then", async () => {
  const start = [user("Which stars are in the Plough?")];
  const first = await ask(start);
  const next = [...start, assistant("Seven."), user("Their names?")];
  assert.match((await ask(next)).explanation?.session.reason ?? "", /found by how the conversation begins/);
  const named = await ask(next, { previous_session: first.session_id });
  assert.doesNotMatch(named.explanation?.session.reason ?? "", /found by/);
  assert.doesNotMatch(first.explanation?.session.reason ?? "", /found by/);
});

test("a chain that has ended is not taken up again", async () => {
  const start = [user("How tall is the mast?")];
  await ask(start);
  service.clock.ms += 86_400_000 * 2;
  assert.equal(previousOf(await ask([...start, assistant("Nine metres."), user("And the boom?")])), null);
});
