// Journal rows as varied as those of a busy team: keys, preferences and their versions, fields, languages, operations, picks.
// A seeded generator makes them, so that every run measures the same journal.
import { randomUUID } from "node:crypto";

import { mulberry32 } from "@signalbox/engine/numerics";
import type { DecisionRow } from "@signalbox/storage";

const CANDIDATES = 10;
const FIELDS = [
  "code",
  "mathematics",
  "writing",
  "data",
  "law",
  "medicine",
  "science",
  "support",
  "translation",
  "chat",
];
const LANGUAGES = ["en", "de", "fr", "ja", "es", "zh"];
const OPERATIONS = [
  "answer",
  "write",
  "extract",
  "classify",
  "summarise",
  "translate",
  "fix",
  "explain",
  "plan",
  "call",
];
const KEYS = Array.from({ length: 8 }, (_, index) => `key-${index}`);
const PREFERENCES = Array.from({ length: 4 }, (_, index) => `preference-${index}`);

interface VariedOptions {
  readonly accountId: string;
  readonly rows: number;
  readonly fromMs: number;
  readonly toMs: number;
}

function candidateOf(index: number, success: number) {
  const label = `provider-${index}/model-${index}`;
  return {
    label,
    modelId: label,
    success,
    shippedSuccess: success,
    spread: 0.04,
    usd: 0.0004 * 1.6 ** index,
  };
}

/** Some of a dozen values come often, the others rarely: the square of an even draw. */
function pickOf<T>(values: readonly T[], draw: number): T {
  const value = values[Math.floor(draw * draw * values.length)];
  if (value === undefined) throw new Error("There is nothing to pick from.");
  return value;
}

function decisionOf(accountId: string, createdAtMs: number, random: () => number): DecisionRow {
  const sessionId = randomUUID();
  const ranking = Array.from({ length: CANDIDATES }, (_, index) =>
    candidateOf(index, Math.min(0.99, 0.5 + index / 25 + random() / 10)),
  );
  const pick = pickOf(ranking, random());
  const preferenceId = random() < 0.6 ? pickOf(PREFERENCES, random()) : null;
  const field = pickOf(FIELDS, random());
  return {
    sessionId,
    accountId,
    keyId: pickOf(KEYS, random()),
    createdAtMs,
    chainId: sessionId,
    previousSessionId: null,
    turn: 1,
    label: pick.label,
    provider: pick.label.split("/")[0] ?? null,
    model: pick.label.split("/")[1] ?? null,
    modelId: pick.modelId,
    field,
    language: pickOf(LANGUAGES, random()),
    difficulty: random(),
    success: pick.success,
    spread: pick.spread,
    usd: pick.usd,
    seconds: 1 + random() * 8,
    inputTokens: 300,
    propensity: 1,
    decideUs: 40 + 400 * random(),
    degraded: random() < 0.01,
    explored: random() < 0.02,
    candidateCount: CANDIDATES,
    rejectedCount: random() < 0.1 ? 1 : 0,
    artefactVersion: "a1",
    catalogueVersion: "c1",
    operation: "",
    tags: null,
    callRole: null,
    policyVersion: "p1",
    preferenceId,
    preferenceVersion: preferenceId === null ? null : 1 + Math.floor(random() * 3),
    requestDigest: "ab".repeat(32),
    subjectDigest: null,
    features: null,
    record: {
      ranking,
      conversation: { difficulty: 0.4, task: { operation: pickOf(OPERATIONS, random()), field } },
    },
    request: {},
    text: null,
    shadow: null,
  };
}

/** Oldest first, evenly over the span. */
export function* variedDecisions({ accountId, rows, fromMs, toMs }: VariedOptions): Generator<DecisionRow> {
  const random = mulberry32(17);
  for (let row = 0; row < rows; row += 1)
    yield decisionOf(accountId, Math.floor(fromMs + ((toMs - fromMs) * row) / rows), random);
}
