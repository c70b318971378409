// The estimates by which the laboratory judges the product, beside those that the product answers with.
import assert from "node:assert/strict";
import { test } from "node:test";
import { createCatalog, SHIPPED_ARTEFACT_DIR } from "@signalbox/catalog";
import { createEngine, plainInput, readSelectRequest } from "@signalbox/engine";
import type { LearnedPolicy } from "@signalbox/engine";
import { openArtefactView } from "./artefact-view.ts";

const TEXTS = [
  "Prove that there are infinitely many primes.",
  "You are a helpful assistant.\n\nQuestion: Which amino acid is encoded by AUG?\nAnswer:",
  "จงตอบคำถามต่อไปนี้ เมืองหลวงของฝรั่งเศสคือข้อใด\nก) ปารีส\nข) ลอนดอน",
  `<document>${"The tenant pays the rent. ".repeat(400)}</document>\nSummarise it in two lines.`,
  "Write 500 words on the rivers of France.",
];
const MODELS = ["gpt-4o", "claude-sonnet-4-5", "llama-3.1-8b-instruct", "house-model-x"];

test("a prompt is judged by the features and the chances that a decision on it is made by, to the byte", async () => {
  const view = await openArtefactView(SHIPPED_ARTEFACT_DIR);
  const catalog = createCatalog();
  const engine = createEngine({ model: view.model, catalogueVersion: catalog.version, defaults: {} });
  const read = view.readerOf(MODELS.map((name) => ({ name, canonical: name, source: "none" })));
  TEXTS.forEach((text) => {
    let seen: Parameters<LearnedPolicy["adjust"]>[0] | undefined;
    const learned: LearnedPolicy = {
      version: "watching",
      adjust: (input) => {
        seen = input;
        return input.estimates.map((estimate) => ({ ...estimate, isOwn: false }));
      },
    };
    const llmProviders = MODELS.map((model) => ({ provider: "house", model }));
    const asked = readSelectRequest(
      { messages: text, llm_providers: llmProviders, allow_shut_down: true },
      catalog,
    );
    const { record } = engine.decide(plainInput({ ...asked, learned }));
    assert.deepEqual(seen?.encoding.features, view.encode(text).features);
    assert.equal(seen?.encoding.difficulty, view.encode(text).difficulty);
    const served = new Map(record.ranking.map(({ model, shippedSuccess }) => [model, shippedSuccess]));
    const { estimates } = read(text);
    MODELS.forEach((model, column) => assert.equal(estimates[column]?.success, served.get(model), model));
  });
});
