// 100,000 drawn policies, each with its own candidates, held against rules written out a second time in plain words.
import assert from "node:assert/strict";
import { test } from "node:test";

import type { CandidateMatch, PreferencePolicy } from "@signalbox/contracts";
import { SignalboxError } from "@signalbox/contracts";

import { candidate, createTinyEngine, facts, input, say } from "../../test/inputs.ts";
import type { CandidateInput } from "../candidates/candidate.ts";
import type { PlainInputParts } from "../input/decision-input.ts";
import type { SessionState } from "../session/session-state.ts";
import { splitmix32, type Random } from "../numerics/random.ts";

const POLICIES = 100_000;
const VENDORS = ["ada", "bell", "cern"] as const;
const engine = createTinyEngine();

const oneOf = <T>(draw: Random, choices: readonly T[]): T => {
  const choice = choices[Math.floor(draw() * choices.length)];
  assert.ok(choice !== undefined);
  return choice;
};
const sometimes = (draw: Random, share: number): boolean => draw() < share;

interface Drawn {
  readonly policy: PreferencePolicy;
  readonly asked: Partial<PlainInputParts> & Pick<PlainInputParts, "candidates">;
}

function drawCandidate(draw: Random, index: number): CandidateInput {
  const vendor = oneOf(draw, VENDORS);
  const attributes = {
    quality: draw(),
    ...(sometimes(draw, 0.3) ? { modalities: ["text"] } : {}),
    ...(sometimes(draw, 0.3) ? { supports_tools: false } : {}),
    ...(sometimes(draw, 0.5) ? { region: oneOf(draw, ["eu", "us"]) } : {}),
  };
  const label = `${vendor}/m${index}`;
  return candidate(label, undefined, sometimes(draw, 0.8) ? draw() * 100 : undefined, {
    provider: vendor,
    latencyS: sometimes(draw, 0.7) ? draw() * 20 : undefined,
    attributes,
    facts: sometimes(draw, 0.5)
      ? facts({ id: label, vendor, isDeprecated: sometimes(draw, 0.3) })
      : undefined,
  });
}

function drawRule(draw: Random): CandidateMatch {
  const vendor = oneOf(draw, VENDORS);
  return oneOf<() => CandidateMatch>(draw, [
    () => ({ label: `${vendor}/m${Math.floor(draw() * 4)}` }),
    () => ({ label: `${vendor}/*` }),
    () => ({ provider: vendor }),
    () => ({ attribute: { name: "region", op: "eq", value: oneOf(draw, ["eu", "us"]) } }),
    () => ({ provider: vendor, attribute: { name: "region", op: "eq", value: "eu" } }),
  ])();
}

const drawRules = (draw: Random, most: number): CandidateMatch[] =>
  Array.from({ length: 1 + Math.floor(draw() * most) }, () => drawRule(draw));

function drawCase(seed: number): Drawn {
  const draw = splitmix32(seed);
  const candidates = Array.from({ length: 1 + Math.floor(draw() * 5) }, (_, at) => drawCandidate(draw, at));
  const policy: PreferencePolicy = {
    ...(sometimes(draw, 0.6) ? { deny: drawRules(draw, 3) } : {}),
    ...(sometimes(draw, 0.4) ? { allow: drawRules(draw, 2) } : {}),
    ...(sometimes(draw, 0.3) ? { price_ceiling_usd: draw() * 0.02 } : {}),
    ...(sometimes(draw, 0.3) ? { latency_ceiling_s: draw() * 20 } : {}),
    ...(sometimes(draw, 0.2) ? { reject_deprecated: true } : {}),
    ...(sometimes(draw, 0.2) ? { minimum_success: draw() } : {}),
    ...(sometimes(draw, 0.5) ? { fallback: oneOf(draw, ["strict", "least_bad"] as const) } : {}),
    ...(sometimes(draw, 0.3) ? { exploration_rate: 0.2 } : {}),
  };
  const hasPhoto = sometimes(draw, 0.3);
  const session: SessionState = {
    sessionId: "s",
    turn: 1,
    previousLabel: oneOf(draw, candidates).label,
    warmInputTokens: 9,
    idleS: 1,
  };
  return {
    policy,
    asked: {
      candidates,
      explorationDraw: draw(),
      ...(hasPhoto ? { messages: [{ ...say("what is this?"), parts: [{ modality: "image" }] }] } : {}),
      ...(sometimes(draw, 0.3) ? { tools: [{ name: "f", description: "d", parametersJson: "{}" }] } : {}),
      ...(sometimes(draw, 0.3) ? { maxModelDepth: 1 + Math.floor(draw() * 3) } : {}),
      ...(sometimes(draw, 0.3) ? { session } : {}),
    },
  };
}

/** The same rules without the engine's matcher. */
function names({ label, provider, attribute }: CandidateMatch, asked: CandidateInput): boolean {
  const isLabel =
    label === undefined ||
    (label.endsWith("*") ? asked.label.startsWith(label.slice(0, -1)) : asked.label === label);
  const isProvider = provider === undefined || asked.provider === provider;
  return isLabel && isProvider && (attribute === undefined || asked.attributes["region"] === attribute.value);
}

function isForbidden({ allow, deny = [] }: PreferencePolicy, asked: CandidateInput): boolean {
  if (deny.some((rule) => names(rule, asked))) return true;
  return allow !== undefined && !allow.some((rule) => names(rule, asked));
}

test(`no forbidden label is ever returned over ${POLICIES} drawn policies`, () => {
  let answered = 0;
  let refused = 0;
  for (let seed = 1; seed <= POLICIES; seed += 1) {
    const { policy, asked } = drawCase(seed);
    try {
      const decision = engine.decide(input({ ...asked, preference: { id: "p", version: 1, policy } }));
      const pick = asked.candidates.find(({ label }) => label === decision.label);
      assert.ok(pick !== undefined);
      assertAllowed({ policy, asked }, pick, decision.record.ranking[0]);
      if (policy.fallback === "strict") assert.deepEqual(decision.record.degradedReasons, []);
      answered += 1;
    } catch (error) {
      assert.ok(error instanceof SignalboxError && error.code === "no_eligible_candidate", String(error));
      assert.equal(error.errors.length, asked.candidates.length, `seed ${seed}`);
      refused += 1;
    }
  }
  assert.ok(answered > POLICIES / 4 && refused > POLICIES / 10, `${answered} answered, ${refused} refused`);
});

interface Figures {
  readonly usd: number | null;
  readonly seconds: number | null;
}

function assertAllowed({ policy }: Drawn, pick: CandidateInput, figures: Figures | undefined): void {
  const seen = JSON.stringify({ policy, pick });
  assert.equal(isForbidden(policy, pick), false, seen);
  if (policy.fallback === "least_bad") return;
  const { price_ceiling_usd: usdMax, latency_ceiling_s: secondsMax } = policy;
  if (usdMax !== undefined) assert.ok((figures?.usd ?? Infinity) <= usdMax, seen);
  if (secondsMax !== undefined) assert.ok((figures?.seconds ?? Infinity) <= secondsMax, seen);
  if (policy.reject_deprecated === true) assert.notEqual(pick.facts?.isDeprecated, true, seen);
}
