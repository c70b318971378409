import assert from "node:assert/strict";
import { test } from "node:test";
import { loadTsx } from "../../../test/support/load-tsx.ts";
import type * as DecisionPage from "./decision-page.tsx";

const { turnsLeftOut, turnsOf } = await loadTsx<typeof DecisionPage>("pages/decisions/decision-page.tsx");

test("kept words are read turn by turn, in their order", () => {
  const text = {
    messages: [
      { role: "system", text: "Be brief." },
      { role: "user", text: "What is the capital of Mongolia?" },
    ],
  };
  assert.deepEqual(turnsOf(text), [
    { role: "system", content: "Be brief." },
    { role: "user", content: "What is the capital of Mongolia?" },
  ]);
  assert.equal(turnsLeftOut(text), 0);
  assert.equal(turnsLeftOut({ ...text, messages_left_out: 3 }), 3);
});

test("nothing kept, or kept in a form that nobody knows, is no turn and no crash", () => {
  for (const text of [null, {}, { messages: "hi" }, { messages: [null, 3] }])
    assert.deepEqual(turnsOf(text), []);
  assert.deepEqual(turnsOf({ messages: [{ text: 3 }] }), [{ role: "user", content: "" }]);
});
