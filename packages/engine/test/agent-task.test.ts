// A coding agent's request: its task and the step at hand are two things, and candidates are compared by the task.
import assert from "node:assert/strict";
import { test } from "node:test";

import { input, say } from "./inputs.ts";
import { loadShippedEngine } from "./shipped-engine.ts";

const { engine, offer } = await loadShippedEngine();
const candidates = offer("openai/gpt-5.6-sol", "openai/gpt-5.6-luna", "anthropic/claude-haiku-4.5");
const asked =
  "Fix the race in the payout worker, which pays twice under load, and add a test that fails without the fix.";
const tools = ["bash", "edit_file"].map((name) => ({ name, description: "", parametersJson: "{}" }));
const decide = (messages = [say(asked)], over = {}) =>
  engine.decide(input({ candidates, messages, tools, tradeoff: "cost", ...over }));

test("the words part an agent's task from this step of it", () => {
  const { explanation } = decide();
  for (const { success, usd, agent_task: task, reasons } of explanation.ranking) {
    if (task === undefined) assert.fail("no task");
    const { usd: whole, usd_low: low, usd_high: high, step_success: step } = task;
    assert.ok(step > success && low! < whole! && whole! < high! && whole! > 5 * usd!, `${whole} ${usd}`);
    assert.ok(reasons.some((reason) => reason.startsWith("Estimated success of the whole task")));
    assert.ok(reasons.some((reason) => reason.startsWith("The whole task: about $")));
    assert.ok(reasons.some((reason) => reason.startsWith("This step: $")));
  }
  assert.match(
    explanation.summary,
    /whole task succeeds with \d+ % probability, about \$.*this step is done well with/,
  );
});

test("without an agent there is no task, nor where an agent only makes a title", () => {
  const alone = engine.decide(input({ candidates, messages: [say(asked)] })).explanation.ranking;
  const title = decide([
    say("Write a title of at most six words for this chat: fixing a race in the payout worker"),
  ]);
  for (const { agent_task: task } of [...alone, ...title.explanation.ranking]) assert.equal(task, undefined);
});

test("a decision that is made again from its record knows the same task", () => {
  const { record, encoding } = decide();
  const again = engine.decideAgain(input({ candidates, messages: [], tradeoff: "cost" }), {
    record,
    features: encoding.features,
  });
  assert.deepEqual(
    again.record.ranking.map(({ agentTask }) => agentTask),
    record.ranking.map(({ agentTask }) => agentTask),
  );
});

test("a model that thinks only on request is judged as agents run it, unless the request or its name says otherwise", () => {
  const named = offer("anthropic/claude-opus-4.8", "anthropic/claude-opus-4.8-high", "openai/gpt-5.6-luna");
  const modesOf = (over = {}) =>
    engine
      .decide(input({ candidates: named, messages: [say(asked)], ...over }))
      .record.ranking.map(({ label, mode, modeSource }) => `${label} ${mode} ${modeSource}`)
      .toSorted();
  assert.deepEqual(modesOf({ tools }), [
    "anthropic/claude-opus-4.8 medium agents",
    "anthropic/claude-opus-4.8-high high name",
    "openai/gpt-5.6-luna medium default",
  ]);
  assert.equal(modesOf()[0], "anthropic/claude-opus-4.8 none default");
});

test("a whole code base is not changed as surely as a file, no matter who asks", () => {
  const chanceOf = (text: string): number =>
    engine.decide(input({ candidates, messages: [say(text)] })).record.ranking[0]!.success;
  const whole = chanceOf("Refactor this repository: move all 60 files from callbacks to async/await.");
  assert.ok(whole < 0.9 && chanceOf("Rename the variable `n` to `count` in this file.") > 0.93, `${whole}`);
});

test("the pick loses least by dollars and seconds of the task, whatever the objective", () => {
  for (const over of [
    {},
    { tradeoff: "cost" },
    { tradeoff: "latency" },
    { costQualityTradeoff: 10 },
  ] as const) {
    const { ranking } = decide(undefined, { tradeoff: undefined, ...over }).explanation;
    const totals = ranking.map(({ loss }) => loss?.total ?? Number.NaN);
    assert.equal(totals[0], Math.min(...totals), JSON.stringify(over));
  }
  const [first] = decide(undefined, { tradeoff: "latency" }).record.ranking;
  assert.ok((first?.agentTask?.orderSeconds ?? 0) > 5 * (first?.seconds ?? Infinity), "seconds of the task");
});
