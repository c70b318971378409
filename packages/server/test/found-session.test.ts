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

test("a chain that has ended is not taken up again", async () => {
  const start = [user("How tall is the mast?")];
  await ask(start);
  service.clock.ms += 86_400_000 * 2;
  assert.equal(previousOf(await ask([...start, assistant("Nine metres."), user("And the boom?")])), null);
});

const TASKS = [
  "fix the flaky test",
  "rename the variable",
  "find the slow query",
  "prove the bound",
  "sum the list",
];
const RESULTS = [
  "ok",
  "panic: deadlock in scheduler.go:311, all goroutines are asleep",
  "Let G be a finite group of order p^2 q; show that it has a normal Sylow subgroup.",
  "SELECT a.id, count(*) FROM a JOIN b USING (id) GROUP BY 1;\n".repeat(500),
  "Traceback (most recent call last): the flaky test deadlocks once in 300 runs.\n".repeat(900),
];

/** A run of an agent: a task, then calls of tools and their results, the whole past sent again each time. */
function* agentRun(run: number): Generator<readonly Turn[]> {
  const task = `${TASKS[run % TASKS.length]} in module ${run}`;
  const turns: Turn[] = [{ role: "system", content: "You are a coding agent." }, user(task)];
  yield [...turns];
  for (let step = 0; step < 1 + (run % 3); step += 1) {
    const id = `call_${run}_${step}`;
    const call = { id, type: "function", function: { name: "run", arguments: `{"step":${step}}` } };
    turns.push({ role: "assistant", content: null, tool_calls: [call] });
    turns.push({ role: "tool", tool_call_id: id, content: RESULTS[(run + step) % RESULTS.length] });
    yield [...turns];
  }
}

/** How often the model of the first turn was left. @param more of every request */
async function countChanges(
  runs: number,
  more: object,
): Promise<{ readonly inside: number; readonly changes: number }> {
  let inside = 0;
  let changes = 0;
  for (let run = 0; run < runs; run += 1) {
    let starter: string | undefined;
    for (const messages of agentRun(run)) {
      // Agents ask for the best plan and for cheap steps.
      const wish = messages.length > 2 ? { tradeoff: "cost" } : {};
      const { llm_label } = await ask(messages, { ...wish, include: [], ...more });
      starter ??= llm_label;
      if (llm_label !== starter) changes += 1;
      if (messages.length > 2) inside += 1;
    }
  }
  return { inside, changes };
}

test("no model changes inside an open tool loop over 1,000 runs of agents that send no session", async (context) => {
  const alone = await countChanges(20, { find_session: false });
  assert.ok(alone.changes > 0, "The runs must be able to fail.");
  const { inside, changes } = await countChanges(1000, {});
  context.diagnostic(
    `${changes} changes in ${inside} decisions; standing alone ${alone.changes} in ${alone.inside}`,
  );
  assert.equal(changes, 0);
});
