// What the product picks out of the box, judged case by case by a practitioner.
import assert from "node:assert/strict";
import { test } from "node:test";

import { JUDGED_CASES } from "./cases.ts";
import { createJudge } from "./judge.ts";

/** Raised as the product improves, never lowered. */
const ACCEPTED_MIN = 36;

test("a practitioner accepts what is picked out of the box", async () => {
  const judge = await createJudge();
  const refused = JUDGED_CASES.map((one) => ({ one, outcome: judge(one) })).filter(
    ({ outcome }) => !outcome.isAccepted,
  );
  const reported = refused.map(({ one, outcome }) => `${one.name}: picked ${outcome.pick}`).join("\n");
  assert.equal(JUDGED_CASES.length, 44);
  assert.ok(JUDGED_CASES.length - refused.length >= ACCEPTED_MIN, `refused:\n${reported}`);
});
