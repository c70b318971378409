// Rows of the journal as a decision among ten candidates leaves them.
import { randomUUID } from "node:crypto";

import type { DecisionRow } from "@signalbox/storage";

export const CANDIDATES = 10;

export function candidate(index: number) {
  return {
    label: `provider-${index}/model-${index}`,
    provider: `provider-${index}`,
    model: `model-${index}`,
    modelId: `provider-${index}/model-${index}`,
    success: 0.9 - index / 40,
    shippedSuccess: 0.9 - index / 40,
    spread: 0.0412345678,
    abilityOrigin: "outcomes",
    inputTokens: 312,
    cachedInputTokens: 0,
    outputTokens: 411.25,
    hiddenTokens: 120.5,
    usd: 0.00123456 * (index + 1),
    usdLow: 0.00103456 * (index + 1),
    usdHigh: 0.00193456 * (index + 1),
    sessionUsd: null,
    seconds: 3.25,
    secondsSource: "catalogue",
    priceSource: "catalogue",
    bonus: 0,
    utility: 0.8123456789,
    propensity: index === 0 ? 1 : 0,
    isDeprecated: false,
  };
}

export const RECORD = {
  label: "provider-0/model-0",
  objective: {
    kind: "cost",
    usdWorth: 0.05,
    secondsWorth: 0,
    caution: 0.5,
    usdWeight: 0,
    secondsWeight: 0,
    riskWeight: 0,
  },
  conversation: { field: "code", language: "en", difficulty: 0.41, familiarity: 0.73, turns: 3, tools: 2 },
  ranking: Array.from({ length: CANDIDATES }, (_, index) => candidate(index)),
  rejected: [],
  session: { previousSession: null, turn: 1, previousLabel: null, action: "first", cause: "first" },
  degradedReasons: [],
  explored: false,
  versions: { artefact: "a1", catalogue: "c1", policy: "p1", preference: null },
};

export function decision(accountId: string, createdAtMs: number): DecisionRow {
  const sessionId = randomUUID();
  const pick = candidate(0);
  return {
    sessionId,
    accountId,
    keyId: null,
    createdAtMs,
    chainId: sessionId,
    previousSessionId: null,
    turn: 1,
    label: pick.label,
    provider: pick.provider,
    model: pick.model,
    modelId: pick.modelId,
    field: "code",
    language: "en",
    difficulty: 0.41,
    success: pick.success,
    spread: pick.spread,
    usd: pick.usd,
    seconds: pick.seconds,
    inputTokens: pick.inputTokens,
    propensity: 1,
    decideUs: 40,
    degraded: false,
    explored: false,
    candidateCount: CANDIDATES,
    rejectedCount: 0,
    artefactVersion: "a1",
    catalogueVersion: "c1",
    operation: "",
    tags: null,
    callRole: null,
    policyVersion: "p1",
    preferenceId: null,
    preferenceVersion: null,
    requestDigest: "ab".repeat(32),
    subjectDigest: null,
    features: new Float32Array(136),
    record: RECORD,
    request: { tradeoff: "cost" },
    text: null,
    shadow: null,
  };
}
