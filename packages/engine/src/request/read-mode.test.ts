import assert from "node:assert/strict";
import { test } from "node:test";
import { SignalboxError } from "@signalbox/contracts";
import type { ModelCatalog } from "@signalbox/contracts";

import { createTinyEngine, facts } from "../../test/inputs.ts";
import { plainInput } from "../input/decision-input.ts";
import { readCandidates } from "./read-tools.ts";
import { readSelectRequest } from "./read-select-request.ts";
import { toSelectResponse } from "./select-response.ts";

const THINKER = facts({
  id: "acme/thinker",
  isReasoning: true,
  modes: {
    default: "medium",
    modes: [
      { mode: "low", hidden: { tokens: 500, growth: 1, ground: "measured" } },
      { mode: "medium", hidden: { tokens: 2_000, growth: 1, ground: "measured" } },
      { mode: "high", hidden: { tokens: 9_000, growth: 1, ground: "measured" } },
    ],
    source: "test",
  },
});
const PLAIN = facts({ id: "acme/plain", isReasoning: false });
const KNOWN = new Map([
  ["thinker", THINKER],
  ["thinker-high", { ...THINKER, namedMode: "high" as const }],
  ["thinker-none", { ...THINKER, namedMode: "none" as const }],
  ["thinker-1k", { ...THINKER, namedMode: "low" as const, namedBudgetTokens: 1_024 }],
  ["plain", PLAIN],
  ["acme/plain", PLAIN],
  ["unsure", facts({ id: "acme/unsure" })],
  ["own-thinker", facts({ id: "acme/own-thinker", isReasoning: true })],
]);
const catalog: ModelCatalog = {
  version: "test",
  resolve: ({ model }) => KNOWN.get(model),
  list: () => [...KNOWN.values()],
};

function modesOf(candidates: readonly unknown[], shared: object = {}) {
  return readCandidates({ models: candidates, ...shared }, catalog).map(({ mode }) => mode);
}

function faultsOf(candidates: readonly unknown[], shared: object = {}): string {
  try {
    readCandidates({ models: candidates, ...shared }, catalog);
  } catch (error) {
    return error instanceof SignalboxError ? JSON.stringify(error.errors) : String(error);
  }
  return "";
}

test("an effort is read wherever callers write it, with what is known of that mode", () => {
  const ways = [
    { reasoning_effort: "high" },
    { attributes: { reasoning_effort: "high" } },
    { reasoning: { effort: "high" } },
    { thinking: { type: "enabled", budget_tokens: 20_000 } },
  ];
  for (const way of ways) {
    const [mode] = modesOf([{ model: "thinker", ...way }]);
    assert.equal(mode?.mode, "high", JSON.stringify(way));
    assert.equal(mode?.source, "request");
    assert.equal(mode?.facts?.hidden?.tokens, 9_000);
  }
});

test("a name states its mode, a request beats it, and without either the default is left to the catalogue", () => {
  const [named, stated, neither] = modesOf([
    "thinker-high",
    { name: "b", model: "thinker-high", reasoning_effort: "low" },
    "thinker",
  ]);
  assert.deepEqual([named?.mode, named?.source], ["high", "name"]);
  assert.deepEqual([stated?.mode, stated?.source], ["low", "request"]);
  assert.equal(neither, undefined);
});

const warningsOf = (models: readonly unknown[], more: object = {}): readonly string[] =>
  readSelectRequest({ messages: "hi", models, ...more }, catalog).warnings.map(
    ({ location, message, fix }) => `${location}: ${message} ${fix}`,
  );

test("a mode that the model does not have is its nearest one and a warning; strict, it is a fault", () => {
  const cases = [
    [{ model: "thinker", reasoning_effort: "xhigh" }, "high"],
    ["thinker-none", "low"],
    [{ model: "plain", reasoning_effort: "high" }, undefined],
  ] as const;
  for (const [wrong, taken] of cases) {
    assert.equal(modesOf([wrong])[0]?.mode, taken, JSON.stringify(wrong));
    const [warning = ""] = warningsOf([wrong]);
    assert.match(warning, taken === undefined ? /It does not think/ : /low, medium, high/);
    assert.throws(() => warningsOf([wrong], { strict: true }), { code: "validation_failed" });
  }
  assert.deepEqual(warningsOf([{ model: "thinker", reasoning_effort: "high" }, "plain"]), []);
});

test("an effort of another name is refused", () => {
  assert.match(
    faultsOf([{ model: "thinker", reasoning_effort: "very" }]),
    /must be one of|not possible|is not known|reasoning_effort/,
  );
  assert.match(faultsOf([{ model: "thinker", thinking: { budget_tokens: -4 } }]), /budget_tokens|thinking/);
});

test("an effort for all candidates goes to each model's nearest mode and passes over those that do not think", () => {
  const [thinker, plain] = modesOf(["thinker", "plain"], { reasoning_effort: "xhigh" });
  assert.equal(thinker?.mode, "high");
  assert.equal(plain, undefined);
  assert.equal(modesOf(["thinker"], { thinking: { type: "disabled" } })[0]?.mode, "low");
});

test("a known name with one word more is that model, with a warning that names it, and stops no request", () => {
  for (const model of [
    "plain-high",
    "plain-max",
    "plain:thinking",
    "acme/plain-thinking-16k",
    "hf.co/us/Plain-GGUF:Q4_K_M",
  ])
    assert.match(warningsOf([model, "thinker"])[0] ?? "", /taken for acme\/plain/, model);
});

test("a caller's own label may be anything, and a stranger is always warned of unless its ability is stated", () => {
  assert.match(warningsOf([{ name: "plain-low" }])[0] ?? "", /stranger.*Did you mean acme\/plain/);
  assert.match(warningsOf(["unheard-of"])[0] ?? "", /stranger/);
  assert.deepEqual(warningsOf([{ model: "unheard-of", attributes: { quality: 0.7 } }]), []);
});

test("the answer states the mode where somebody stated an effort, and says nothing of defaults", () => {
  const engine = createTinyEngine();
  const answerTo = (request: object) => {
    const read = readSelectRequest({ messages: "hi", ...request }, catalog);
    return toSelectResponse({ request: read, decision: engine.decide(plainInput(read)), sessionId: "s" });
  };
  assert.equal(answerTo({ models: ["thinker"], reasoning_effort: "minimal" }).mode, "low");
  assert.equal(answerTo({ models: ["thinker-high"] }).mode, "high");
  assert.ok(!("mode" in answerTo({ models: ["thinker"] })));
  assert.ok(!("mode" in answerTo({ models: ["plain"], reasoning_effort: "high" })));
});

test("a budget bounds the mode that it amounts to", () => {
  const [mode] = modesOf([{ model: "thinker", thinking: { type: "enabled", budget_tokens: 2_000 } }]);
  assert.deepEqual([mode?.mode, mode?.budgetTokens], ["low", 2_000]);
});

test("a budget that the name says, or that the request states for all, bounds as one of the candidate", () => {
  const [named] = modesOf(["thinker-1k"]);
  assert.deepEqual([named?.mode, named?.source, named?.budgetTokens], ["low", "name", 1_024]);
  const [own, plain] = modesOf(["own-thinker", "plain"], { thinking: { budget_tokens: 500 } });
  assert.deepEqual([own?.mode, own?.budgetTokens, plain], ["low", 500, undefined]);
});

const labelsOf = (candidates: readonly unknown[]): readonly string[] =>
  readCandidates({ models: candidates }, catalog).map(({ label }) => label);

test("efforts of one entry compete as candidates of their own, and those that the model lacks are left out", () => {
  const three = ["thinker (low)", "thinker (medium)", "thinker (high)"];
  assert.deepEqual(labelsOf([{ model: "thinker", efforts: "auto" }]), three);
  assert.deepEqual(labelsOf([{ model: "thinker", efforts: ["high", "low", "none", "max"] }]), [
    three[2],
    three[0],
  ]);
  assert.deepEqual(labelsOf([{ model: "thinker", efforts: ["none"] }]), ["thinker"]);
  assert.deepEqual(labelsOf([{ model: "plain", efforts: "auto" }, "nobody-knows"]), [
    "plain",
    "nobody-knows",
  ]);
});

test("entries of one label compete by their stated efforts; twenty that come to the same effort are one", () => {
  const entry = (effort: string) => ({ model: "thinker", reasoning_effort: effort });
  assert.deepEqual(labelsOf([entry("low"), entry("high")]), ["thinker (low)", "thinker (high)"]);
  assert.deepEqual(labelsOf(Array.from({ length: 20 }, () => entry("high"))), ["thinker (high)"]);
  assert.match(faultsOf(["thinker", "thinker"]), /same label/);
  assert.match(faultsOf(["thinker", entry("high")]), /^$/);
});

test("the answer names the caller's own entry and the effort to call it with", () => {
  const engine = createTinyEngine();
  const wire = {
    messages: "hi",
    llm_providers: [{ model: "thinker", efforts: "auto" }],
    include: ["ranking"],
  };
  const request = readSelectRequest(wire, catalog);
  const decision = engine.decide(plainInput(request));
  const response = toSelectResponse({ request, decision, sessionId: "s" });
  assert.equal(response.llm_label, "thinker");
  assert.deepEqual(response.providers, [{ provider: null, model: "thinker" }]);
  assert.ok(["low", "medium", "high"].includes(response.reasoning_effort ?? ""));
  assert.deepEqual(response.ranking, ["thinker"]);
  assert.equal(decision.explanation.ranking.length, 3);
});
