// Small worlds for the conformance suite: every test makes accounts of its own, so that one database serves them all.
import { randomUUID } from "node:crypto";

import type { Explanation, RankedCandidate } from "@signalbox/contracts";

import type { Account, ApiKey, DecisionNumbers, DecisionRow, Storage, User } from "../index.ts";

export const HOUR = 3_600_000;
/** A whole hour. */
export const T0 = 1_700_000_000_000 - (1_700_000_000_000 % HOUR);

export function anAccount(overrides: Partial<Account> = {}): Account {
  return {
    id: randomUUID(),
    name: "Acme",
    settings: { retention: "none" },
    digestKey: "ab".repeat(32),
    claimTokenHash: null,
    createdAtMs: T0,
    ...overrides,
  };
}

export async function addAccount(storage: Storage, overrides: Partial<Account> = {}): Promise<string> {
  const account = anAccount(overrides);
  await storage.accounts.create(account);
  return account.id;
}

export function aUser(overrides: Partial<User> = {}): User {
  const id = randomUUID();
  return {
    id,
    email: `${id}@example.org`,
    name: "Ada",
    passwordHash: "$scrypt$x",
    createdAtMs: T0,
    lastSignInAtMs: null,
    ...overrides,
  };
}

export async function addUser(storage: Storage, overrides: Partial<User> = {}): Promise<User> {
  const user = aUser(overrides);
  await storage.users.create(user);
  return user;
}

export function aKey(accountId: string, overrides: Partial<ApiKey> = {}): ApiKey {
  return {
    id: randomUUID(),
    accountId,
    hash: randomUUID().replaceAll("-", "").repeat(2),
    prefix: "sk_abc",
    name: "ci",
    scopes: ["select", "feedback"],
    rateLimitPerMinute: null,
    createdAtMs: T0,
    createdBy: null,
    expiresAtMs: null,
    lastUsedAtMs: null,
    revokedAtMs: null,
    replacedById: null,
    ...overrides,
  };
}

function candidate(
  label: string,
  rank: number,
  estimate: readonly [success: number, usd: number | null],
): RankedCandidate {
  const [success, usd] = estimate;
  return {
    label,
    provider: "openai",
    model: label,
    model_id: `openai/${label}`,
    rank,
    success,
    shipped_success: success,
    spread: 0.05,
    ability_origin: "outcomes",
    input_tokens: 100,
    cached_input_tokens: 0,
    output_tokens: 200,
    hidden_tokens: 0,
    usd,
    usd_low: usd,
    usd_high: usd,
    seconds: 2,
    seconds_source: "catalogue",
    price_source: usd === null ? "unknown" : "catalogue",
    utility: success,
    propensity: rank === 1 ? 1 : 0,
    reasons: ["best expected success"],
  };
}

/** The pick `mini` (success .7 for $.001) before `large` (.9 for $.01) and `mystery` (.6, price unknown). */
export function anExplanation(): Explanation {
  return {
    summary: "mini is good enough.",
    objective: {
      kind: "cost",
      tolerance: 0.3,
      indifference: 0.01,
      usd_weight: 0,
      seconds_weight: 0,
      risk_weight: 0,
      max_model_depth: null,
      cost_quality_tradeoff: null,
    },
    conversation: {
      field: "chat",
      language: "en",
      difficulty: 0.3,
      familiarity: 0.8,
      turns: 1,
      tools: 0,
      modalities: ["text"],
      notes: [],
    },
    ranking: [
      candidate("mini", 1, [0.7, 0.001]),
      candidate("large", 2, [0.9, 0.01]),
      candidate("mystery", 3, [0.6, null]),
    ],
    rejected: [{ label: "tiny", code: "context_window", reason: "needs 9,000 of 8,192 tokens" }],
    session: { previous_session: null, turn: 1, previous_label: null, action: "first", reason: "first turn" },
    degraded: false,
    degraded_reasons: [],
    explored: false,
    versions: { artefact: "a1", catalogue: "c1", policy: "p1", preference: null },
  };
}

/** Words for rows that keep numbers only. */
export function explain(numbers: DecisionNumbers): Explanation {
  const ranking = numbers.ranking as Explanation["ranking"];
  return { ...anExplanation(), summary: `${ranking.length} candidates`, ranking };
}

export function aDecision(accountId: string, overrides: Partial<DecisionRow> = {}): DecisionRow {
  const sessionId = randomUUID();
  return {
    sessionId,
    accountId,
    keyId: null,
    createdAtMs: T0,
    chainId: sessionId,
    previousSessionId: null,
    turn: 1,
    label: "mini",
    provider: "openai",
    model: "mini",
    modelId: "openai/mini",
    field: "chat",
    language: "en",
    difficulty: 0.3,
    success: 0.7,
    spread: 0.05,
    usd: 0.001,
    seconds: 2,
    inputTokens: 100,
    propensity: 1,
    decideUs: 40,
    degraded: false,
    explored: false,
    candidateCount: 4,
    rejectedCount: 1,
    artefactVersion: "a1",
    catalogueVersion: "c1",
    policyVersion: "p1",
    preferenceId: null,
    preferenceVersion: null,
    requestDigest: "cd".repeat(32),
    features: Float32Array.of(0.25, -1, 3e-8),
    loadings: Float32Array.of(1, 2),
    explanation: anExplanation(),
    request: { tradeoff: "cost", candidates: ["mini", "large", "mystery", "tiny"] },
    text: null,
    shadow: null,
    ...overrides,
  };
}

export async function addDecision(
  storage: Storage,
  accountId: string,
  overrides: Partial<DecisionRow> = {},
): Promise<DecisionRow> {
  const row = aDecision(accountId, overrides);
  await storage.appendDecisions([row]);
  return row;
}

export async function drain<T>(rows: AsyncIterable<T>): Promise<readonly T[]> {
  const all: T[] = [];
  for await (const row of rows) all.push(row);
  return all;
}

/** Follows the cursors to the end. */
export async function allPages<T>(
  list: (
    cursor: string | undefined,
  ) => Promise<{ readonly items: readonly T[]; readonly nextCursor: string | null }>,
): Promise<readonly T[]> {
  const items: T[] = [];
  for (let cursor: string | undefined; ;) {
    const page = await list(cursor);
    items.push(...page.items);
    if (page.nextCursor === null) return items;
    cursor = page.nextCursor;
  }
}
