// Facts that a chain carries from turn to turn: which caches are still warm, and how often it changed its model.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";

import type { SelectResponse } from "@signalbox/contracts";

import { createSessionMemory } from "../src/services/decisions/session-memory.ts";
import { selected } from "./select-client.ts";
import { startTestService, type TestService } from "./test-service.ts";

let service: TestService;
before(async () => {
  service = await startTestService();
});
after(() => service.close());

const CLAUDE = { provider: "anthropic", model: "claude-sonnet-4-5" };
const GPT = { provider: "openai", model: "gpt-4o" };
const DOCUMENT = `<document>\n${"The committee weighed the figures of the past quarter. ".repeat(400)}</document>\n`;

function take(models: readonly object[], previous?: SelectResponse): Promise<SelectResponse> {
  service.clock.ms += 20_000;
  return selected(service, {
    messages: `${DOCUMENT}What follows from the third figure?`,
    llm_providers: models,
    include: ["explanation"],
    ...(previous === undefined ? {} : { previous_session: previous.session_id }),
  });
}

const cachedOf = (response: SelectResponse, label: string): number =>
  response.explanation?.ranking.find((candidate) => candidate.label === label)?.cached_input_tokens ?? -1;

test("a model that served two turns ago still has its prompt warm, in memory and from the journal", async () => {
  const first = await take([CLAUDE]);
  assert.equal(cachedOf(first, first.llm_label), 0);
  const second = await take([GPT], first);
  assert.equal(second.explanation?.session.action, "switched");
  const third = await take([CLAUDE, GPT], second);
  for (const { provider, model } of [CLAUDE, GPT])
    assert.ok(cachedOf(third, `${provider}/${model}`) > 1_024, model);

  const [account] = (await service.context.storage.accounts.list({ cursor: undefined, limit: 1 })).items;
  const accountId = account?.id ?? "";
  const journalled = await createSessionMemory(service.context.storage).find(accountId, second.session_id);
  const remembered = await service.context.sessions.find(accountId, second.session_id);
  assert.deepEqual(journalled, remembered);
  assert.equal(journalled.switches, 1);
  assert.deepEqual(
    journalled.warm.map(({ label }) => label),
    ["anthropic/claude-sonnet-4-5"],
  );
});

test("what was warm goes cold with the clock", async () => {
  const first = await take([CLAUDE]);
  const second = await take([GPT], first);
  service.clock.ms += 600_000;
  const third = await take([CLAUDE, GPT], second);
  assert.deepEqual(
    [CLAUDE, GPT].map(({ provider, model }) => cachedOf(third, `${provider}/${model}`)),
    [0, 0],
  );
});
