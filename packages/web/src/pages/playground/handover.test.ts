import assert from "node:assert/strict";
import { test } from "node:test";

import { readHandover } from "./handover.ts";
import { START } from "./playground-state.ts";

test("what a decision hands over stands in the playground, its turns numbered", () => {
  const handed = readHandover({
    labels: ["openai/gpt-4o", 3],
    turns: [{ role: "system", content: "Be brief." }, { role: "tool", content: "42" }, { role: "user" }],
    preferenceId: "p",
  });
  assert.deepEqual(handed, {
    ...START,
    labels: ["openai/gpt-4o"],
    turns: [
      { id: 1, role: "system", content: "Be brief." },
      { id: 2, role: "user", content: "42" },
    ],
    preferenceId: "p",
  });
});

test("without kept words the candidates come alone, and nothing else is a handover", () => {
  assert.deepEqual(readHandover({ labels: ["a"] }), { ...START, labels: ["a"] });
  for (const state of [null, undefined, "x", {}, { labels: "a" }])
    assert.equal(readHandover(state), undefined);
});
