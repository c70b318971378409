import assert from "node:assert/strict";
import { test } from "node:test";
import { loadTsx } from "../../../test/support/load-tsx.ts";
import type * as PlaygroundPage from "./start-page.tsx";

const { understoodChips } = await loadTsx<typeof PlaygroundPage>("pages/start/start-page.tsx");

const conversation = {
  language: "de",
  field: "finance",
  difficulty: 0.2,
  familiarity: 0.8,
  modalities: [],
  notes: [],
  tools: 0,
  turns: 1,
  task: {
    operation: "write_code" as const,
    operation_chance: 0.9,
    field: "data" as const,
    field_chance: 0.4,
    tiers: [0.1, 0.7, 0.1, 0.05, 0.05],
    tokens: { low: 61.3, median: 120, high: 236.4 },
  },
};

test("each part of the reading is a chip, and a guess is marked as one", () => {
  const chips = understoodChips(conversation);
  assert.deepEqual(
    chips.map(({ value }) => value),
    ["write code", "data", "German", "mid model", "61 to 240 tokens"],
  );
  assert.deepEqual(
    chips.filter(({ isGuess }) => isGuess).map(({ name }) => name),
    ["Field"],
  );
});

test("no reading, no chips; an unknown language is left out", () => {
  const { task, ...unread } = conversation;
  assert.deepEqual(understoodChips(unread), []);
  const chips = understoodChips({ ...unread, task, language: "und" });
  assert.equal(chips.length, 4);
});
