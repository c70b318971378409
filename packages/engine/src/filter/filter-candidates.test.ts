import assert from "node:assert/strict";
import { test } from "node:test";

import type { PreferencePolicy } from "@signalbox/contracts";
import { SignalboxError } from "@signalbox/contracts";

import { candidate, createTinyEngine, facts, input, say } from "../../test/inputs.ts";
import type { CandidateInput } from "../candidates/candidate.ts";
import type { PlainInputParts } from "../input/decision-input.ts";
import { FILTER_TABLE } from "./filter-table.ts";
import type { RejectionCode } from "./rejection.ts";

const engine = createTinyEngine();
const good = candidate("good", 0.5, 1);
const better = (over: Partial<CandidateInput>) => candidate("better", 0.9, 1, over);

function decideWith(
  over: Partial<PlainInputParts> & Pick<PlainInputParts, "candidates">,
  policy?: PreferencePolicy,
) {
  const preference = policy && { id: "p", version: 2, policy };
  return engine.decide(input({ ...over, ...(preference === undefined ? {} : { preference }) }));
}

const long = [say("word ".repeat(40_000))];
const photo = [{ ...say("what is this?"), parts: [{ modality: "image" as const }] }];
const tools = [{ name: "f", description: "d", parametersJson: "{}" }];

interface Case {
  readonly name: string;
  readonly code: RejectionCode;
  readonly words: RegExp;
  readonly rejected: CandidateInput;
  readonly over?: Partial<PlainInputParts>;
  readonly policy?: PreferencePolicy;
}

const CASES: readonly Case[] = [
  {
    name: "a window that is too small",
    code: "context_window",
    words: /Needs about [\d,]+ tokens.*holds 8,000/,
    rejected: better({ attributes: { quality: 0.9, context_length: 8_000 } }),
    over: { messages: long },
  },
  {
    name: "an output limit that is too small",
    code: "output_limit",
    words: /at most 50/,
    rejected: better({ attributes: { quality: 0.9, max_output_tokens: 50 } }),
  },
  {
    name: "a text model before a photo",
    code: "modality",
    words: /image/,
    rejected: better({ attributes: { quality: 0.9, modalities: ["text"] } }),
    over: { messages: photo },
  },
  {
    name: "a model without tools",
    code: "tools",
    words: /tools/,
    rejected: better({ attributes: { quality: 0.9, supports_tools: false } }),
    over: { tools },
  },
  {
    name: "a model without structured output",
    code: "output_format",
    words: /json_schema/,
    rejected: better({
      attributes: { quality: 0.9 },
      facts: facts({ id: "a/b", supportsStructuredOutput: false }),
    }),
    over: { outputFormat: "json_schema" },
  },
  {
    name: "a denied model",
    code: "preference_rule",
    words: /label bett\*/,
    rejected: better({}),
    policy: { deny: [{ label: "bett*" }] },
  },
  {
    name: "a deprecated model where the preference says so",
    code: "deprecated",
    words: /deprecated/,
    rejected: better({ facts: facts({ id: "a/b", isDeprecated: true }) }),
    policy: { reject_deprecated: true },
  },
  {
    name: "a call above the price ceiling",
    code: "price_ceiling",
    words: /Expected to cost \$[\d.]+; the ceiling is \$0.01/,
    rejected: better({ inputUsdPerMTok: 1, outputUsdPerMTok: 500 }),
    policy: { price_ceiling_usd: 0.01 },
  },
  {
    name: "an unknown price under a ceiling",
    code: "price_ceiling",
    words: /No price is known/,
    rejected: better({ inputUsdPerMTok: undefined, outputUsdPerMTok: undefined }),
    policy: { price_ceiling_usd: 0.01 },
  },
  {
    name: "a success below the minimum",
    code: "minimum_quality",
    words: /at least 50 %/,
    rejected: candidate("better", 0.1, 0),
    policy: { minimum_success: 0.5 },
  },
  {
    name: "a rank beyond the depth",
    code: "depth",
    words: /Ranked 2 .* first 1/,
    rejected: candidate("better", 0.2, 0),
    over: { maxModelDepth: 1, tradeoff: "cost" },
  },
];

for (const { name, code, words, rejected, over, policy } of CASES) {
  test(`${name} is rejected, with its numbers`, () => {
    const { label, explanation } = decideWith({ candidates: [rejected, good], ...over }, policy);
    assert.equal(label, "good");
    assert.equal(explanation.rejected.length, 1);
    assert.equal(explanation.rejected[0]?.label, "better");
    assert.equal(explanation.rejected[0]?.code, code);
    assert.match(explanation.rejected[0]?.reason ?? "", words);
    assert.equal(explanation.degraded, false);
  });

  const isWish = FILTER_TABLE[code].binds === "if_strict";
  const isBan = FILTER_TABLE[code].binds === "always";

  test(`${name} alone is ${isBan ? "never recommended, whatever the fallback" : "the least bad where it is a wish"}`, () => {
    if (code === "depth") return;
    const wish: PreferencePolicy = { ...policy, ...(isWish ? {} : { fallback: "least_bad" }) };
    const decideIt = () => decideWith({ candidates: [rejected], ...over }, wish);
    if (isBan) return assert.throws(decideIt, { code: "no_eligible_candidate" });
    const { label, explanation } = decideIt();
    assert.equal(label, "better");
    assert.equal(explanation.degraded, true);
    assert.match(explanation.degraded_reasons.join(" "), words);
  });

  test(`${name} alone is an error with the reason ${isWish ? "where the preference is strict" : "by default"}`, () => {
    if (code === "depth") return;
    const strict: PreferencePolicy = { ...policy, ...(isWish ? { fallback: "strict" } : {}) };
    assert.throws(
      () => decideWith({ candidates: [rejected], ...over }, strict),
      (error: unknown) =>
        error instanceof SignalboxError &&
        error.code === "no_eligible_candidate" &&
        words.test(error.errors[0]?.message ?? ""),
    );
  });
}

test("a latency ceiling counts seconds, known ones only", () => {
  const fast = candidate("fast", 0.5, 1, { latencyS: 2 });
  const slow = candidate("slow", 0.9, 1, { latencyS: 20 });
  const unknown = candidate("unknown", 0.9, 1);
  const { label, explanation } = decideWith({ candidates: [slow, unknown, fast] }, { latency_ceiling_s: 5 });
  assert.equal(label, "fast");
  assert.deepEqual(
    explanation.rejected.map((fault) => [fault.label, fault.code]),
    [
      ["slow", "latency_ceiling"],
      ["unknown", "latency_ceiling"],
    ],
  );
});

test("a ceiling is kept with 80 % probability, not on average: what may well break it is refused, with both figures", () => {
  const priced = (price: number) => candidate("thinker", 0.9, price);
  const costs = ({ record }: ReturnType<typeof decideWith>) =>
    record.ranking.find(({ label }) => label === "thinker");
  const free = costs(decideWith({ candidates: [priced(100), good] }));
  const { usd, usdHigh } = free ?? {};
  assert.ok(typeof usd === "number" && typeof usdHigh === "number" && usdHigh > usd);
  const at = (ceiling: number) =>
    decideWith({ candidates: [priced(100), good] }, { price_ceiling_usd: ceiling });
  const between = usd + 0.3 * (usdHigh - usd);
  assert.equal(at(between).label, "good");
  const [rejected] = at(between).explanation.rejected;
  assert.match(
    rejected?.reason ?? "",
    /^Expected to cost \$[\d.]+, but one call in five takes more than \$[\d.]+; the ceiling/,
  );
  assert.equal(at(usd + 0.7 * (usdHigh - usd)).label, "thinker");
});

test("a latency that the request states has no spread", () => {
  const stated = candidate("stated", 0.9, 1, { latencyS: 5 });
  assert.equal(decideWith({ candidates: [stated, good] }, { latency_ceiling_s: 5 }).label, "stated");
});

test("a deprecated model competes by default and is marked", () => {
  const { label, explanation } = decideWith({
    candidates: [better({ facts: facts({ id: "a/b", isDeprecated: true }) }), good],
  });
  assert.equal(label, "better");
  assert.match(explanation.ranking[0]?.reasons.join(" ") ?? "", /deprecated/);
});

test("unknown abilities are never held against a candidate", () => {
  const unknown = candidate("better", 0.9, 1);
  for (const over of [
    { messages: long },
    { messages: photo },
    { tools },
    { outputFormat: "json_schema" as const },
  ])
    assert.equal(decideWith({ candidates: [unknown, good], ...over }).label, "better");
});

test("the least bad misses a wish rather than an ability, and a ban gives way to neither", () => {
  const costly = candidate("costly", 0.5, 900);
  const small = candidate("small", 0.9, 1, { attributes: { quality: 0.9, context_length: 10 } });
  const denied = candidate("denied", 0.9, 1);
  const policy: PreferencePolicy = {
    deny: [{ label: "denied" }],
    price_ceiling_usd: 0.0001,
    fallback: "least_bad",
  };
  assert.equal(decideWith({ candidates: [denied, small, costly] }, policy).label, "costly");
  assert.equal(decideWith({ candidates: [denied, small] }, policy).label, "small");
  assert.throws(() => decideWith({ candidates: [denied] }, policy), {
    code: "no_eligible_candidate",
    detail: /Every one of the 1 candidates is rejected\..*label denied/,
  });
});

test("who breaks a ceiling beside an ability is not the least bad: the ceiling holds", () => {
  const blind = { quality: 0.9, modalities: ["text"] };
  const costly = candidate("costly", 0.9, 900, { attributes: blind });
  const cheap = candidate("cheap", 0.2, 0.001, { attributes: blind });
  const policy: PreferencePolicy = { price_ceiling_usd: 0.0001 };
  assert.equal(decideWith({ candidates: [costly, cheap], messages: photo }, policy).label, "cheap");
  assert.throws(() => decideWith({ candidates: [costly], messages: photo }, policy), {
    code: "no_eligible_candidate",
  });
});

test("when nobody's window holds the conversation, the largest window comes closest", () => {
  const windows = [8_000, 30_000, 16_000].map((size) =>
    candidate(`w${size}`, 1 - size / 100_000, 1, { attributes: { quality: 0.5, context_length: size } }),
  );
  assert.equal(decideWith({ candidates: windows, messages: long }).label, "w30000");
});

test("of two limits missed, the milder gives way, in every neighbouring pair", () => {
  const tight = { tools, messages: photo, outputFormat: "json_schema" as const };
  const misses: readonly (readonly [CandidateInput, PreferencePolicy?])[] = [
    [candidate("success", 0.1, 1), { minimum_success: 0.5 }],
    [better({ label: "seconds", latencyS: 60 }), { latency_ceiling_s: 5 }],
    [candidate("dollars", 0.9, 5_000, { latencyS: 1 }), { price_ceiling_usd: 0.01 }],
    [
      better({ label: "deprecated", latencyS: 1, facts: facts({ id: "a/b", isDeprecated: true }) }),
      { reject_deprecated: true },
    ],
    [better({ label: "output", latencyS: 1, attributes: { quality: 0.9, max_output_tokens: 5 } })],
    [better({ label: "format", latencyS: 1, facts: facts({ id: "a/c", supportsStructuredOutput: false }) })],
    [better({ label: "tools", latencyS: 1, attributes: { quality: 0.9, supports_tools: false } })],
    [better({ label: "photo", latencyS: 1, attributes: { quality: 0.9, modalities: ["text"] } })],
    [better({ label: "window", latencyS: 1, attributes: { quality: 0.9, context_length: 10 } })],
  ];
  misses.slice(1).forEach(([harder, ownPolicy], at) => {
    const [milder, policy] = misses[at]!;
    const both: PreferencePolicy = { ...policy, ...ownPolicy, fallback: "least_bad" };
    const list = [{ ...milder, latencyS: milder.latencyS ?? 1 }, harder];
    for (const candidates of [list, list.toReversed()])
      assert.equal(decideWith({ candidates, ...tight }, both).label, milder.label, harder.label);
  });
});

test("a bound on the loss holds with 80 % probability, and not between hosts of one model", () => {
  const [best, second] = [candidate("best", 0.9, 1), candidate("second", 0.7, 1)];
  const at = (points: number) =>
    decideWith({ candidates: [best, second] }, { max_loss_points: points }).explanation.rejected;
  const { ranking } = decideWith({ candidates: [best, second] }).record;
  const [first, other] = ["best", "second"].map((label) => ranking.find((each) => each.label === label)!);
  const doubt = Math.hypot(other!.spread, Math.min(other!.spread, first!.spread));
  const sure = 100 * (first!.success - other!.success + 0.8416 * doubt);
  assert.deepEqual(
    at(sure - 0.1).map(({ label, code }) => [label, code]),
    [["second", "loss_bound"]],
  );
  assert.deepEqual(at(sure + 0.1), []);
});
