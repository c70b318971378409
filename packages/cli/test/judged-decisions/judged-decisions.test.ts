// What the product picks out of the box, judged case by case by a practitioner.
import assert from "node:assert/strict";
import { test } from "node:test";

import { JUDGED_CASES } from "./cases.ts";
import { createJudge } from "./judge.ts";

/** Raised as the product improves, never lowered. */
const ACCEPTED_MIN = 40;

/** Picks that a practitioner would not make, and why they are made. */
const EXPLAINED: ReadonlyMap<string, string> = new Map([
  [
    "a logic puzzle",
    "It is read as debugging that needs a frontier model, so little of the tolerance is spent.",
  ],
  [
    "the review of a long diff",
    "The diff says little of what makes it risky: it is read as work for a small model.",
  ],
  [
    "a title of six words",
    "The lecture beneath is read as the work: two chances in five that it is the hardest class.",
  ],
  [
    "a question of medicine",
    "It is read as a question of class three; what a mistake would cost is not read at all.",
  ],
]);

test("a practitioner accepts what is picked out of the box, and each other pick is explained", async () => {
  const judge = await createJudge();
  const refused = JUDGED_CASES.map((one) => ({ one, outcome: judge(one) })).filter(
    ({ outcome }) => !outcome.isAccepted,
  );
  const reported = refused.map(({ one, outcome }) => `${one.name}: picked ${outcome.pick}`).join("\n");
  assert.equal(JUDGED_CASES.length, 44);
  assert.ok(JUDGED_CASES.length - refused.length >= ACCEPTED_MIN, `refused:\n${reported}`);
  for (const { one } of refused) assert.ok(EXPLAINED.has(one.name), `${one.name} has no explanation`);
});
