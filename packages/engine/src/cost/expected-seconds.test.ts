import assert from "node:assert/strict";
import { test } from "node:test";

import { candidate, facts } from "../../test/inputs.ts";
import { createTinyModel } from "../../test/tiny-model.ts";
import { createCandidateBuilder } from "../candidates/build-candidates.ts";
import type { CandidateInput } from "../candidates/candidate-input.ts";
import { expectedSeconds } from "./expected-seconds.ts";

const build = (over: Partial<CandidateInput>) => {
  const [built] = createCandidateBuilder(createTinyModel())([candidate("a", undefined, undefined, over)]);
  assert.ok(built);
  return built;
};
const listed = facts({
  id: "a/b",
  speed: { timeToFirstTokenS: 1, outputTokensPerSecond: 100, source: "test" },
});
const seen = { tokensPerSecond: 50, secondsMean: 9, secondsP95: 20, weight: 3 };

test("the request comes first, then what was observed, then the catalogue, and each says so", () => {
  assert.deepEqual(expectedSeconds(build({ latencyS: 3, facts: listed }), 500, seen), {
    seconds: 3,
    source: "request",
  });
  const stated = build({ attributes: { tokens_per_second: 250, time_to_first_token: 0.5 }, facts: listed });
  assert.deepEqual(expectedSeconds(stated, 500, seen), { seconds: 2.5, source: "request" });
  assert.deepEqual(expectedSeconds(build({ facts: listed }), 500, seen), { seconds: 10, source: "observed" });
  assert.deepEqual(expectedSeconds(build({ facts: listed }), 500, undefined), {
    seconds: 6,
    source: "catalogue",
  });
});

test("what is said to be observed holds nothing of the catalogue: a slow first token there changes nothing", () => {
  const slowStart = facts({
    id: "a/b",
    speed: { timeToFirstTokenS: 190, outputTokensPerSecond: 100, source: "test" },
  });
  const expected = expectedSeconds(build({ facts: slowStart }), 500, seen);
  assert.deepEqual(expected, { seconds: 10, source: "observed" });
});

test("an observed mean serves where no speed was observed, and a faded observation does not", () => {
  const slow = { ...seen, tokensPerSecond: undefined };
  assert.deepEqual(expectedSeconds(build({ facts: listed }), 500, slow), { seconds: 9, source: "observed" });
  assert.equal(expectedSeconds(build({ facts: listed }), 500, { ...slow, weight: 0 }).source, "catalogue");
});

test("unknown stays unknown", () => {
  assert.deepEqual(expectedSeconds(build({}), 500, undefined), { seconds: undefined, source: "unknown" });
});
