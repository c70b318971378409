import assert from "node:assert/strict";
import { test } from "node:test";

import { DEFAULT_TOLERANCE } from "../../lib/values.ts";
import {
  needsPreference,
  providerOf,
  readTools,
  requestOf,
  savedFor,
  snippetOf,
  START,
} from "./playground-state.ts";
import type { PlaygroundState } from "./playground-state.ts";

const STATE: PlaygroundState = {
  ...START,
  turns: [
    { id: 1, role: "system", content: "" },
    { id: 2, role: "user", content: "hi" },
  ],
  labels: ["openai/gpt-4o", "local"],
};

test("nothing is asked until there is a conversation and a candidate", () => {
  assert.equal(requestOf(START), undefined);
  assert.equal(requestOf({ ...STATE, labels: [] }), undefined);
  assert.deepEqual(requestOf(STATE)?.messages, [{ role: "user", content: "hi" }]);
});

test("typed tools are sent once they are a list of objects, and one tool alone is such a list", () => {
  const tool = { type: "function", function: { name: "find_order" } };
  assert.deepEqual(requestOf({ ...STATE, tools: JSON.stringify([tool]) })?.tools, [tool]);
  assert.deepEqual(readTools(JSON.stringify(tool)), [tool]);
  for (const text of ["[{", '"find_order"', "[1]", "[[]]", "null"]) {
    assert.equal(readTools(text), undefined, text);
    assert.equal(Object.hasOwn(requestOf({ ...STATE, tools: text }) ?? {}, "tools"), false, text);
  }
  assert.deepEqual(readTools(" \n"), []);
});

test("a label is split at its first slash only", () => {
  assert.deepEqual(providerOf("openrouter/meta/llama"), { provider: "openrouter", model: "meta/llama" });
  assert.deepEqual(providerOf("local"), { model: "local" });
  assert.deepEqual(providerOf("/odd"), { model: "/odd" });
});

test("the call to copy says with its own fields what it can, and names a preference for the rest", () => {
  assert.equal(
    snippetOf({ ...STATE, objective: { kind: "cost", tolerance: DEFAULT_TOLERANCE } })?.["tradeoff"],
    "cost",
  );
  const dial = { kind: "dial", cost_quality_tradeoff: 7 } as const;
  assert.equal(snippetOf({ ...STATE, objective: dial })?.["cost_quality_tradeoff"], 7);
  const strict: PlaygroundState = { ...STATE, objective: { kind: "cost", tolerance: 0.1 } };
  assert.equal(needsPreference(strict), true);
  assert.equal(snippetOf(strict), undefined);
  assert.equal(snippetOf({ ...strict, preferenceId: "p1" })?.["preference_id"], "p1");
});

test("levers that a saved preference already says need no other, and one that says more is not taken", () => {
  const objective = { kind: "weights", usd_weight: 10, seconds_weight: 0 } as const;
  const { usd_weight, seconds_weight, kind } = objective;
  const saved = [
    { id: "more", policy: { objective, price_ceiling_usd: 1 } },
    { id: "same", policy: { objective: { seconds_weight, usd_weight, kind } } },
  ];
  assert.equal(savedFor({ objective }, saved), "same");
  assert.equal(savedFor({ objective }, saved.slice(0, 1)), undefined);
});
