// The effect of a long text to work on, on dollars, seconds and ceilings, with the shipped artefact.
import assert from "node:assert/strict";
import { test } from "node:test";
import { createCatalog, readShippedArtefact } from "@signalbox/catalog";
import { createRouter, loadRoutingModel } from "@signalbox/engine";

const router = createRouter({
  model: loadRoutingModel(await readShippedArtefact()),
  catalog: createCatalog(),
  preferences: { cheap: { price_ceiling_usd: 0.05 } },
});
const CLAUSE =
  "The licensee may copy the work in any form, provided that every copy carries this notice and that nobody is asked for more than the price of the copy. ";
const ASK = `Translate the whole licence into German:\n\n${`${CLAUSE.repeat(6)}\n\n`.repeat(40)}`;

function ask(more: object) {
  return router.select({
    messages: ASK,
    llm_providers: [{ model: "openai/gpt-5.6-sol" }],
    include: ["explanation"],
    ...more,
  });
}

test("a hard ceiling refuses a long translation that would pass it", () => {
  assert.throws(() => ask({ preference_id: "cheap" }), { code: "no_eligible_candidate" });
});

test("the caller's own bound, in any dialect, bounds the bill and lets the same text through, without a warning", () => {
  for (const bound of ["max_tokens", "max_completion_tokens", "max_output_tokens"]) {
    const { explanation, warnings } = ask({ preference_id: "cheap", [bound]: 300 });
    assert.ok(explanation!.conversation.task!.tokens.high <= 300, bound);
    assert.deepEqual(warnings, []);
  }
  for (const wrong of [0, -1, 1e12, 1.5, "300"])
    assert.throws(() => ask({ max_tokens: wrong }), { code: "validation_failed" });
});
