// The inputs by which a router learns a row, beside those that a decision on the row's prompt goes by.
import assert from "node:assert/strict";
import { test } from "node:test";
import { createCatalog, readShippedArtefact } from "@signalbox/catalog";
import { createEngine, loadRoutingModel, plainInput, readSelectRequest } from "@signalbox/engine";
import fc from "fast-check";
import { buildEvaluationData, EVALUATION_DEFAULTS, checkLabels } from "./evaluation-data.ts";

const catalog = createCatalog({ asOf: new Date("2026-01-15") });
const model = loadRoutingModel(await readShippedArtefact());
const engine = createEngine({ model, catalogueVersion: catalog.version, defaults: {} });
const LABELS = ["openai/gpt-4o", "anthropic/claude-sonnet-4-5", "house/unheard-of"];

const FRAMES = [
  (asked: string) => asked,
  (asked: string) => `You are a helpful assistant.\n\nQuestion: ${asked}\nAnswer:`,
  (asked: string) => `<document>${asked.repeat(40)}</document>\nSummarise the document in two lines.`,
  (asked: string) => `Write 500 words on this: ${asked}\n\n\`\`\`js\nlet a = 1;\n\`\`\``,
  (asked: string) => `จงตอบคำถามต่อไปนี้ ${asked}\nก) 1\nข) 2`,
];
const ASKED = fc.oneof(
  fc.lorem({ mode: "sentences", maxCount: 5 }),
  fc.string({ unit: "grapheme", minLength: 1, maxLength: 300 }),
  fc.constantFrom("Prove that there are infinitely many primes.", "hi", "SELECT a FROM b WHERE c = 1"),
);
const PROMPT = fc
  .tuple(ASKED, fc.constantFrom(...FRAMES))
  .map(([asked, frame]) => frame(asked))
  .filter((prompt) => prompt.trim() !== "" && prompt.length <= EVALUATION_DEFAULTS.promptCharsMax);

test("a row is learned by the features and the chances that a decision on its prompt is made by, to the byte", () => {
  fc.assert(
    fc.property(PROMPT, (prompt) => {
      const unknown = Float64Array.from(LABELS, () => Number.NaN);
      const row = { prompt, scores: Float64Array.of(1, 0, 1), costsUsd: unknown, latenciesS: unknown };
      const table = { labels: LABELS, rows: [row], rowsSeen: 1, checks: [] };
      const learned = buildEvaluationData(table, { catalog, model }, () => undefined);
      const llmProviders = LABELS.map((label) => {
        const [provider = "", name = ""] = label.split("/");
        return { provider, model: name };
      });
      const asked = readSelectRequest({ messages: prompt, llm_providers: llmProviders }, catalog);
      const { encoding, record } = engine.decide(plainInput(asked));
      assert.deepEqual(learned.encodings[0]?.features, encoding.features);
      assert.deepEqual(learned.encodings[0]?.task, encoding.task);
      const served = new Map(record.ranking.map(({ label, shippedSuccess }) => [label, shippedSuccess]));
      assert.equal(served.size, LABELS.length);
      LABELS.forEach((label, column) => assert.equal(learned.shipped[column], served.get(label), label));
      assert.deepEqual(
        learned.data.outcomes.map(({ prior }) => prior),
        [...learned.shipped],
      );
    }),
    { numRuns: 200 },
  );
});

test("a column for a mode that the model does not have is a fault that names the model's modes", () => {
  const [lacking, plain] = checkLabels(
    ["openai/gpt-5-xhigh", "openai/gpt-4o-high", "openai/gpt-5-high", "openai/gpt-4o"],
    catalog,
  );
  assert.deepEqual(lacking, {
    level: "error",
    line: 1,
    column: "openai/gpt-5-xhigh/score",
    message: '"openai/gpt-5-xhigh" has no mode "xhigh".',
    fix: "Its modes are minimal, low, medium, high; without one it answers in medium.",
  });
  assert.deepEqual(plain, {
    level: "error",
    line: 1,
    column: "openai/gpt-4o-high/score",
    message: '"openai/gpt-4o-high" has no mode "high".',
    fix: "It does not think; leave the effort out.",
  });
  assert.equal(checkLabels(["openai/gpt-5-high", "openai/gpt-4o"], catalog).length, 0);
});

test("a model that no catalogue knows is a warning, whatever its name ends in", () => {
  const found = checkLabels(["acme/own", "acme/own-high"], catalog);
  assert.deepEqual(
    found.map(({ level }) => level),
    ["warning", "warning"],
  );
});
