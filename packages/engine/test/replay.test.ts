// A thousand varied decisions of the shipped engine, made again from what a journal keeps of them.
import assert from "node:assert/strict";
import { before, test } from "node:test";

import type { Explanation, PreferencePolicy } from "@signalbox/contracts";
import { SignalboxError } from "@signalbox/contracts";
import { listModels } from "@signalbox/catalog";

import type { ShippedEngine } from "./shipped-engine.ts";
import { loadShippedEngine } from "./shipped-engine.ts";
import { listVariedRequests } from "./varied-requests.ts";
import type { Decision, DecisionInput, DecisionRecord } from "../src/index.ts";
import { continueSession, plainInput, readSelectRequest } from "../src/index.ts";
import { sessionOfJournalled } from "../src/internals.ts";

const COUNT = 1_000;
const PREFERENCES: Readonly<Record<string, PreferencePolicy>> = {
  frugal: { objective: { kind: "cost" }, price_ceiling_usd: 0.002, fallback: "least_bad" },
  exacting: { minimum_success: 0.8, reject_deprecated: true, latency_ceiling_s: 15, fallback: "least_bad" },
  ruled: { deny: [{ provider: "openai" }], allow: [{ label: "*a*" }], sticky_sessions: false },
};

interface Made {
  readonly input: DecisionInput;
  readonly decision: Decision;
}

let shipped: ShippedEngine;
const made: Made[] = [];

function isRefusal(fault: unknown): fault is SignalboxError {
  return (
    fault instanceof SignalboxError &&
    (fault.code === "validation_failed" || fault.code === "no_eligible_candidate")
  );
}

before(async () => {
  shipped = await loadShippedEngine();
  const { models, deprecated_models: old } = listModels(shipped.catalog);
  const source = { models: [...models, ...old], preferenceIds: Object.keys(PREFERENCES), prompts: [] };
  let last: Decision | undefined;
  for (const { body, isNextTurn, idleS } of listVariedRequests(11, COUNT, source)) {
    const session = isNextTurn && last ? continueSession("before", last.record, idleS) : undefined;
    try {
      const { preferenceId, ...asked } = readSelectRequest(body, shipped.catalog);
      const policy = PREFERENCES[preferenceId ?? ""];
      const preference = policy && { id: preferenceId ?? "", version: 1, policy };
      const input = plainInput({ ...asked, preference, session, explorationDraw: 0 });
      last = shipped.engine.decide(input);
      made.push({ input, decision: last });
    } catch (fault) {
      // Two spellings of one model may have drawn the same label, or the rules leave nobody.
      if (!isRefusal(fault)) throw fault;
      last = undefined;
    }
  }
});

test("a thousand journalled decisions are made again to the same bytes, from numbers and codes alone", () => {
  assert.ok(made.length > 0.95 * COUNT);
  for (const { input, decision } of made) {
    const bytes = JSON.stringify(decision.record);
    const record = JSON.parse(bytes) as DecisionRecord;
    const { features } = decision.encoding;
    const asked = { ...input.asked, messages: [], tools: [] };
    const known = { ...input.known, session: sessionOfJournalled(record) };
    const again = shipped.engine.decideAgain({ asked, known }, { record, features });
    assert.equal(JSON.stringify(again.record), bytes);
  }
});

function sentencesOf(explanation: Explanation): readonly string[] {
  const { summary, ranking, rejected, session, conversation, degraded_reasons: degraded } = explanation;
  return [
    summary,
    session.reason,
    ...ranking.flatMap(({ reasons }) => reasons),
    ...rejected.map(({ reason }) => reason),
    ...conversation.notes,
    ...degraded,
  ];
}

test("no sentence of an explanation is in the record, so rewording changes no replay", () => {
  const seen = new Set<string>();
  for (const { decision } of made) {
    const bytes = JSON.stringify(decision.record);
    for (const sentence of sentencesOf(decision.explanation)) {
      assert.ok(!bytes.includes(JSON.stringify(sentence).slice(1, -1)), sentence);
      seen.add(sentence.replaceAll(/[\d.,]+/g, "0"));
    }
  }
  assert.ok(seen.size > 500, `only ${seen.size} different sentences were met`);
});
