import assert from "node:assert/strict";
import { test } from "node:test";

import { candidate, facts } from "../../test/inputs.ts";
import { createTinyModel } from "../../test/tiny-model.ts";
import { createCandidateBuilder } from "../candidates/build-candidates.ts";
import type { CandidateInput } from "../candidates/candidate.ts";
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
const OUTPUT = { visibleMean: 200, hiddenMean: 300, high: 1_000 };
const seen = { tokensPerSecond: 50, secondsMean: 9, secondsP95: 20, weight: 3 };

test("the request comes first, then what was observed, then the catalogue, and each says so", () => {
  assert.deepEqual(expectedSeconds(build({ latencyS: 3, facts: listed }), OUTPUT, seen), {
    seconds: 3,
    high: 3,
    source: "request",
  });
  const stated = build({ attributes: { tokens_per_second: 250, time_to_first_token: 0.5 }, facts: listed });
  assert.deepEqual(expectedSeconds(stated, OUTPUT, seen), { seconds: 2.5, high: 4.5, source: "request" });
  assert.deepEqual(expectedSeconds(build({ facts: listed }), OUTPUT, seen), {
    seconds: 10,
    high: 20,
    source: "observed",
  });
  assert.deepEqual(expectedSeconds(build({ facts: listed }), OUTPUT, undefined), {
    seconds: 6,
    high: 11,
    source: "catalogue",
  });
});

test("what is said to be observed holds nothing of the catalogue: a slow first token there changes nothing", () => {
  const slowStart = facts({
    id: "a/b",
    speed: { timeToFirstTokenS: 190, outputTokensPerSecond: 100, source: "test" },
  });
  const expected = expectedSeconds(build({ facts: slowStart }), OUTPUT, seen);
  assert.deepEqual(expected, { seconds: 10, high: 20, source: "observed" });
});

test("an observed mean serves where no speed was observed, and a faded observation does not", () => {
  const slow = { ...seen, tokensPerSecond: undefined };
  assert.deepEqual(expectedSeconds(build({ facts: listed }), OUTPUT, slow), {
    seconds: 9,
    high: 20,
    source: "observed",
  });
  assert.equal(expectedSeconds(build({ facts: listed }), OUTPUT, { ...slow, weight: 0 }).source, "catalogue");
});

test("unknown stays unknown", () => {
  assert.deepEqual(expectedSeconds(build({}), OUTPUT, undefined), {
    seconds: undefined,
    high: undefined,
    source: "unknown",
  });
});

test("an unknown first token is that of the vendor's own service, and of no other host", () => {
  const quick = facts({ id: "xai/b", vendor: "xai", speed: { outputTokensPerSecond: 100, source: "test" } });
  const secondsAt = (provider: string | undefined): number =>
    expectedSeconds(build({ facts: quick, provider }), OUTPUT, undefined).seconds ?? Number.NaN;
  assert.equal(secondsAt(undefined), secondsAt("xai"));
  assert.ok(secondsAt("xai") < secondsAt("azure"));
  const slow = facts({ id: "qwen/b", vendor: "qwen", speed: { outputTokensPerSecond: 100, source: "test" } });
  assert.ok(expectedSeconds(build({ facts: slow }), OUTPUT, undefined).seconds! > secondsAt("azure"));
});

test("thinking is counted once: a first token that a thinking model is listed with is not added to its hidden tokens", () => {
  const thinker = facts({
    id: "a/thinker",
    isReasoning: true,
    modes: {
      default: "high",
      modes: [
        { mode: "high", tokensPerSecond: 50 },
        { mode: "none", tokensPerSecond: 100, firstTokenS: 2 },
      ],
      source: "test",
    },
    speed: { timeToFirstTokenS: 200, outputTokensPerSecond: 80, source: "test" },
  });
  const unknownWait = expectedSeconds(build({ facts: thinker }), OUTPUT, undefined);
  assert.ok(unknownWait.seconds !== undefined && unknownWait.seconds > 10 && unknownWait.seconds < 12);
  const plain = { mode: "none", source: "request", facts: thinker.modes?.modes[1] } as const;
  assert.equal(expectedSeconds(build({ facts: thinker, mode: plain }), OUTPUT, undefined).seconds, 7);
});
