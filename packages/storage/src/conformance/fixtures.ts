// Small worlds for the conformance suite: every test makes its own accounts, so that one database serves them all.
import { randomUUID } from "node:crypto";

import type { Account, ApiKey, DecisionRow, EndedExperiment, KeptDecision, Storage, User } from "../index.ts";

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
    emailVerifiedAtMs: null,
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
    ownerId: null,
    makerId: null,
    addresses: null,
    ...overrides,
  };
}

function candidate(label: string, success: number, usd: number | null): KeptDecision["ranking"][number] {
  const extra = { provider: "openai", model: label, seconds: 2, secondsSource: "catalogue" };
  return {
    label,
    modelId: `openai/${label}`,
    success,
    shippedSuccess: success,
    spread: 0.05,
    usd,
    ...extra,
  };
}

/** The pick `mini` (success .7 for $.001) before `large` (.9 for $.01) and `mystery` (.6, price unknown). */
export function aRecord(): KeptDecision & { readonly versions: object } {
  return {
    conversation: { difficulty: 0.3, task: { operation: "extract", field: "data" } },
    ranking: [candidate("mini", 0.7, 0.001), candidate("large", 0.9, 0.01), candidate("mystery", 0.6, null)],
    versions: { artefact: "a1", catalogue: "c1", policy: "p1", preference: null },
  };
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
    operation: "extract",
    tags: null,
    callRole: null,
    policyVersion: "p1",
    preferenceId: null,
    preferenceVersion: null,
    requestDigest: "cd".repeat(32),
    subjectDigest: null,
    features: Float32Array.of(0.25, -1, 3e-8),
    record: aRecord(),
    request: { tradeoff: "cost", candidates: ["mini", "large", "mystery", "tiny"] },
    text: null,
    shadow: null,
    ...overrides,
  };
}

export const anExperiment = (
  accountId: string,
  overrides: Partial<EndedExperiment> = {},
): EndedExperiment => ({
  id: randomUUID(),
  accountId,
  preferenceId: "house",
  preferenceName: "House",
  challengerId: "frugal",
  challengerName: "Frugal",
  share: 0.5,
  startedAtMs: T0 - HOUR,
  endedAtMs: T0,
  endedBy: "ada@example.org",
  report: null,
  ...overrides,
});

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
