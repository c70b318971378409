import assert from "node:assert/strict";
import { test } from "node:test";

import { loadShippedEngine } from "../../test/shipped-engine.ts";
import { plainInput } from "../input/decision-input.ts";
import { readMessages } from "../request/read-tools.ts";
import { createOutlook } from "./create-engine.ts";
import { decideAmong } from "./decide-among.ts";

const MODELS = [
  "openai/gpt-5",
  "openai/gpt-5-mini",
  "anthropic/claude-3.5-haiku",
  "deepseek/deepseek-v3.2",
  "meta/llama-3.1-8b-instruct",
];
const PROMPTS = [
  "hi there",
  "Prove that every finite integral domain is a field, and say where finiteness is needed.",
  "sql for the last 30 days of active users per region",
];
const OBJECTIVES = [{}, { tradeoff: "cost" }, { tradeoff: "latency" }, { costQualityTradeoff: 5 }] as const;
const SETS = [MODELS, MODELS.slice(1), MODELS.slice(0, 2), MODELS.slice(3), MODELS.slice(2, 3)];

test("a choice among some of the estimated candidates is the decision that was given only these", async () => {
  const { engine, model, catalog, offer } = await loadShippedEngine();
  const look = createOutlook({ model, catalogueVersion: catalog.version, defaults: {} });
  const picks = new Set<string>();
  for (const content of PROMPTS) {
    const ask = (models: readonly string[], objective: (typeof OBJECTIVES)[number] = {}) =>
      plainInput({
        messages: readMessages([{ role: "user", content }]),
        tools: [],
        candidates: offer(...models),
        ...objective,
      });
    const outlook = look(ask(MODELS));
    for (const labels of SETS)
      for (const objective of OBJECTIVES) {
        const alone = engine.decide(ask(labels, objective));
        const { chosen } = decideAmong(outlook, { labels: new Set(labels), ...objective });
        assert.equal(chosen.label, alone.label, `${content} ${labels.join()} ${JSON.stringify(objective)}`);
        picks.add(chosen.label);
      }
  }
  assert.ok(picks.size >= 3, "the sets and objectives lead to different picks");
});
