// Account isolation: every method that takes an account is tried with another account's ids. Methods are read from the
// real objects, so that a new one fails here until it is listed.
import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { test } from "node:test";

import type { Repositories, Storage } from "../index.ts";
import { aBudget, addAccount, addDecision, addUser, aKey, drain, HOUR, T0 } from "./fixtures.ts";

/** Every id of one account that another might try. */
interface World {
  readonly accountId: string;
  readonly userId: string;
  readonly inviteId: string;
  readonly keyId: string;
  readonly preferenceId: string;
  readonly sessionId: string;
  readonly routerId: string;
  readonly replayId: string;
  readonly alertId: string;
  readonly budgetId: string;
}

const VERSION = "v1";
const WINDOW = { fromMs: 0, toMs: T0 + HOUR, bucketHours: 24 } as const;

async function fillLearning(storage: Storage, world: World): Promise<void> {
  const { accountId, sessionId, routerId, replayId } = world;
  const value = { accountId, sessionId, label: "mini", value: 1, atMs: T0 };
  await storage.feedback.put(value);
  await storage.latency.observe({ accountId, modelKey: "m", seconds: 1, atMs: T0 });
  const snapshot = {
    accountId,
    kind: "online",
    version: VERSION,
    parentVersion: null,
    meta: {},
    createdAtMs: T0,
  };
  await storage.learned.create({ ...snapshot, blob: Uint8Array.of(1) });
  await storage.learned.setCurrent(snapshot);
  const job = { accountId, params: {}, createdAtMs: T0 };
  await storage.customRouters.create({ ...job, id: routerId, name: "own", upload: {} });
  await storage.customRouters.putUploadPart({ accountId, id: routerId, part: 0, bytes: Uint8Array.of(1) });
  await storage.customRouters.putArtefact({ accountId, id: routerId, blob: Uint8Array.of(1) });
  await storage.replayJobs.create({ ...job, id: replayId });
}

async function fillRecords(storage: Storage, { accountId, alertId, budgetId }: World): Promise<void> {
  const actor = { kind: "system" as const, id: null, name: "test" };
  const entry = {
    id: randomUUID(),
    accountId,
    atMs: T0,
    actor,
    action: "a",
    targetId: null,
    details: {},
    ip: null,
  };
  await storage.audit.append(entry);
  await storage.modelOverrides.put({ accountId, modelId: "m", facts: {}, updatedAtMs: T0, updatedBy: null });
  const alert = { id: alertId, accountId, kind: "k", subject: "s", severity: "info" as const };
  await storage.alerts.open({ ...alert, details: {}, openedAtMs: T0 });
  await storage.budgets.put(aBudget(accountId, { id: budgetId }));
}

async function makeWorld(storage: Storage): Promise<World> {
  const accountId = await addAccount(storage);
  const user = await addUser(storage);
  await storage.memberships.create({ accountId, userId: user.id, role: "owner", createdAtMs: T0 });
  const key = aKey(accountId);
  await storage.apiKeys.create(key);
  const preferenceId = randomUUID();
  await storage.preferences.create({ accountId, id: preferenceId, name: "p", policy: {}, atMs: T0 });
  const text = { messages: [] };
  const { sessionId } = await addDecision(storage, accountId, { text, degraded: true, keyId: key.id });
  const inviteId = randomUUID();
  await storage.invites.create({
    id: inviteId,
    accountId,
    email: "x@example.org",
    role: "member",
    tokenHash: randomUUID(),
    invitedByUserId: user.id,
    createdAtMs: T0,
    expiresAtMs: T0 + HOUR,
    acceptedAtMs: null,
  });
  const ids = { accountId, userId: user.id, inviteId, keyId: key.id, preferenceId, sessionId };
  const [routerId, replayId, alertId, budgetId] = Array.from({ length: 4 }, () => randomUUID());
  const world = { ...ids, routerId, replayId, alertId, budgetId } as World;
  await fillLearning(storage, world);
  await fillRecords(storage, world);
  return world;
}

/** What an account can see of itself: the whole of it. */
async function view(
  storage: Storage,
  { accountId, sessionId, routerId, preferenceId }: World,
): Promise<unknown> {
  const scope = { accountId };
  return {
    account: await storage.accounts.find(accountId),
    members: await storage.memberships.list(scope),
    invites: await storage.invites.list(scope),
    keys: await storage.apiKeys.list({ ...scope, includeRevoked: true }),
    preferences: await storage.preferences.listVersions({ ...scope, id: preferenceId }),
    decisions: await drain(storage.decisions.stream(scope)),
    overview: await storage.overview.read({ ...scope, ...WINDOW }),
    groups: await storage.groups.read({ ...scope, ...WINDOW, dimension: "label" }),
    savings: await storage.savings.read({ ...scope, ...WINDOW, baseline: { kind: "best" } }),
    feedback: await storage.feedback.listHistory({ ...scope, sessionId, label: "mini" }),
    latency: await storage.latency.list(scope),
    learned: await storage.learned.findCurrent({ ...scope, kind: "online" }),
    routers: await storage.customRouters.list(scope),
    upload: await drain(storage.customRouters.streamUpload({ ...scope, id: routerId })),
    artefact: await storage.customRouters.findArtefact({ ...scope, id: routerId }),
    replays: await storage.replayJobs.list(scope),
    audit: await storage.audit.list(scope),
    models: await storage.modelOverrides.list(scope),
    alerts: await storage.alerts.list(scope),
    budgets: await storage.budgets.list(scope),
    spent: await storage.budgets.spent({ ...scope, scope: "account", subject: "", fromMs: 0 }),
  };
}

type Name = `${keyof Repositories}.${string}`;
type Attempt = (storage: Storage, foreign: World, accountId: string) => unknown;

const job = { workerId: "w", progress: 1, stage: "s", nowMs: T0, leaseMs: 1 };

const ATTEMPTS: Readonly<Record<Name, Attempt>> = {
  "memberships.find": (s, f, accountId) => s.memberships.find({ accountId, userId: f.userId }),
  "memberships.list": (s, _, accountId) => s.memberships.list({ accountId }),
  "memberships.setRole": (s, f, accountId) =>
    s.memberships.setRole({ accountId, userId: f.userId, role: "read_only" }),
  "memberships.delete": (s, f, accountId) => s.memberships.delete({ accountId, userId: f.userId }),
  "invites.list": (s, _, accountId) => s.invites.list({ accountId }),
  "invites.delete": (s, f, accountId) => s.invites.delete({ accountId, id: f.inviteId }),
  "apiKeys.find": (s, f, accountId) => s.apiKeys.find({ accountId, id: f.keyId }),
  "apiKeys.list": (s, _, accountId) => s.apiKeys.list({ accountId, includeRevoked: true }),
  "apiKeys.countActive": (s, _, accountId) => s.apiKeys.countActive({ accountId, nowMs: T0 }),
  "apiKeys.update": (s, f, accountId) => s.apiKeys.update({ accountId, id: f.keyId, name: "stolen" }),
  "apiKeys.rotate": (s, f, accountId) =>
    s.apiKeys.rotate({ accountId, id: f.keyId, replacement: aKey(accountId), nowMs: T0, oldExpiresAtMs: T0 }),
  "apiKeys.revoke": (s, f, accountId) => s.apiKeys.revoke({ accountId, id: f.keyId, atMs: T0 }),
  "preferences.find": (s, f, accountId) => s.preferences.find({ accountId, id: f.preferenceId }),
  "preferences.findVersion": (s, f, accountId) =>
    s.preferences.findVersion({ accountId, id: f.preferenceId, version: 1 }),
  "preferences.list": (s, _, accountId) => s.preferences.list({ accountId }),
  "preferences.listChanges": (s, _, accountId) =>
    s.preferences.listChanges({ accountId, fromMs: 0, toMs: T0 * 2, limit: 10 }),
  "preferences.listVersions": (s, f, accountId) =>
    s.preferences.listVersions({ accountId, id: f.preferenceId }),
  "preferences.update": (s, f, accountId) =>
    s.preferences.update({ accountId, id: f.preferenceId, name: "x", atMs: T0 }),
  "preferences.rollback": (s, f, accountId) =>
    s.preferences.rollback({ accountId, id: f.preferenceId, version: 1, atMs: T0 }),
  "preferences.delete": (s, f, accountId) =>
    s.preferences.delete({ accountId, id: f.preferenceId, atMs: T0 }),
  "decisions.find": (s, f, accountId) => s.decisions.find({ accountId, sessionId: f.sessionId }),
  "decisions.findSummary": (s, f, accountId) =>
    s.decisions.findSummary({ accountId, sessionId: f.sessionId }),
  "decisions.neighbours": async (s, f, accountId) => {
    const around = { accountId, sessionId: f.sessionId, createdAtMs: T0 };
    return Object.values(await s.decisions.neighbours(around)).filter(
      (id) => id !== null && id !== undefined,
    );
  },
  "decisions.list": (s, f, accountId) => s.decisions.list({ accountId, q: f.sessionId }),
  "decisions.listSorted": (s, _, accountId) =>
    s.decisions.listSorted({ accountId, sort: "usd", rowsMax: 10, toMs: T0 * 2 }),
  "decisions.listTexts": async (s, f, accountId) => {
    const texts = await s.decisions.listTexts({ accountId, sessionIds: [f.sessionId], charsMax: 10_000 });
    return [...texts.keys()];
  },
  "decisions.listDigests": (s, _, accountId) => s.decisions.listDigests({ accountId, afterMs: 0, limit: 10 }),
  "decisions.listAfter": (s, _, accountId) => s.decisions.listAfter({ accountId, afterMs: 0, limit: 10 }),
  "decisions.listChain": (s, f, accountId) => s.decisions.listChain({ accountId, chainId: f.sessionId }),
  "decisions.stream": (s, f, accountId) => drain(s.decisions.stream({ accountId, keyId: f.keyId })),
  "decisions.count": (s, _, accountId) => s.decisions.count({ accountId }),
  "decisions.delete": (s, f, accountId) => s.decisions.delete({ accountId, sessionIds: [f.sessionId] }),
  "decisions.purge": (s, _, accountId) => s.decisions.purge({ accountId, beforeMs: T0 * 2, limit: 10 }),
  "decisions.purgeText": (s, _, accountId) =>
    s.decisions.purgeText({ accountId, beforeMs: T0 * 2, limit: 10 }),
  "overview.read": async (s, _, accountId) => {
    const overview = await s.overview.read({ accountId, ...WINDOW });
    return (
      overview.totals.decisions + overview.models.length + overview.feedback.count + overview.latency.count
    );
  },
  "groups.read": (s, _, accountId) => s.groups.read({ accountId, ...WINDOW, dimension: "label" }),
  "groups.readFiltered": async (s, f, accountId) => {
    const filter = { accountId: f.accountId, label: "mini" };
    return (await s.groups.readFiltered({ accountId, ...WINDOW, dimension: "key", filter })).groups;
  },
  "savings.read": (s, _, accountId) =>
    s.savings.read({ accountId, ...WINDOW, baseline: { kind: "cheapest" } }),
  "savings.readLabels": async (s, _, accountId) =>
    (await s.savings.readLabels({ accountId, ...WINDOW, labels: ["mini", "large"] })).size,
  "overview.purge": (s, _, accountId) => s.overview.purge({ accountId, beforeMs: T0 * 2 }),
  "feedback.put": (s, f, accountId) =>
    s.feedback.put({ accountId, sessionId: f.sessionId, label: "mini", value: 0, atMs: T0 }),
  "feedback.withdraw": (s, f, accountId) =>
    s.feedback.withdraw({ accountId, sessionId: f.sessionId, label: "mini", atMs: T0 }),
  "feedback.listBySession": (s, f, accountId) =>
    s.feedback.listBySession({ accountId, sessionId: f.sessionId }),
  "feedback.listBySessions": (s, f, accountId) =>
    s.feedback.listBySessions({ accountId, sessionIds: [f.sessionId] }),
  "feedback.listHistory": (s, f, accountId) =>
    s.feedback.listHistory({ accountId, sessionId: f.sessionId, label: "mini" }),
  "feedback.list": (s, _, accountId) => s.feedback.list({ accountId }),
  "feedback.listForLearning": (s, _, accountId) => s.feedback.listForLearning({ accountId }),
  "feedback.statistics": (s, _, accountId) =>
    s.feedback.statistics({ accountId, fromMs: 0, toMs: T0 + HOUR }),
  "latency.list": (s, _, accountId) => s.latency.list({ accountId }),
  "learned.find": (s, _, accountId) => s.learned.find({ accountId, kind: "online", version: VERSION }),
  "learned.findCurrent": (s, _, accountId) => s.learned.findCurrent({ accountId, kind: "online" }),
  "learned.findCurrentVersion": (s, _, accountId) =>
    s.learned.findCurrentVersion({ accountId, kind: "online" }),
  "learned.setCurrent": (s, _, accountId) =>
    s.learned.setCurrent({ accountId, kind: "online", version: VERSION }),
  "learned.clearCurrent": (s, _, accountId) => s.learned.clearCurrent({ accountId, kind: "online" }),
  "learned.list": (s, _, accountId) => s.learned.list({ accountId, kind: "online" }),
  "learned.prune": (s, _, accountId) => s.learned.prune({ accountId, kind: "online", keep: 0 }),
  "customRouters.find": (s, f, accountId) => s.customRouters.find({ accountId, id: f.routerId }),
  "customRouters.list": (s, _, accountId) => s.customRouters.list({ accountId }),
  "customRouters.reportProgress": (s, f, accountId) =>
    s.customRouters.reportProgress({ accountId, id: f.routerId, ...job }),
  "customRouters.enqueue": (s, f, accountId) =>
    s.customRouters.enqueue({ accountId, id: f.routerId, nowMs: T0 }),
  "customRouters.finish": (s, f, accountId) => s.customRouters.finish({ accountId, id: f.routerId, ...job }),
  "customRouters.cancel": (s, f, accountId) =>
    s.customRouters.cancel({ accountId, id: f.routerId, nowMs: T0 }),
  "customRouters.delete": (s, f, accountId) => s.customRouters.delete({ accountId, id: f.routerId }),
  "customRouters.update": (s, f, accountId) =>
    s.customRouters.update({ accountId, id: f.routerId, preferenceId: "p", nowMs: T0 }),
  "customRouters.putUploadPart": (s, f, accountId) =>
    s.customRouters.putUploadPart({ accountId, id: f.routerId, part: 0, bytes: Uint8Array.of(66) }),
  "customRouters.streamUpload": (s, f, accountId) =>
    drain(s.customRouters.streamUpload({ accountId, id: f.routerId })),
  "customRouters.deleteUpload": (s, f, accountId) =>
    s.customRouters.deleteUpload({ accountId, id: f.routerId }),
  "customRouters.putArtefact": (s, f, accountId) =>
    s.customRouters.putArtefact({ accountId, id: f.routerId, blob: Uint8Array.of(66) }),
  "customRouters.findArtefact": (s, f, accountId) =>
    s.customRouters.findArtefact({ accountId, id: f.routerId }),
  "replayJobs.find": (s, f, accountId) => s.replayJobs.find({ accountId, id: f.replayId }),
  "replayJobs.list": (s, _, accountId) => s.replayJobs.list({ accountId }),
  "replayJobs.reportProgress": (s, f, accountId) =>
    s.replayJobs.reportProgress({ accountId, id: f.replayId, ...job }),
  "replayJobs.enqueue": (s, f, accountId) => s.replayJobs.enqueue({ accountId, id: f.replayId, nowMs: T0 }),
  "replayJobs.finish": (s, f, accountId) => s.replayJobs.finish({ accountId, id: f.replayId, ...job }),
  "replayJobs.cancel": (s, f, accountId) => s.replayJobs.cancel({ accountId, id: f.replayId, nowMs: T0 }),
  "replayJobs.delete": (s, f, accountId) => s.replayJobs.delete({ accountId, id: f.replayId }),
  "audit.list": (s, _, accountId) => s.audit.list({ accountId }),
  "audit.purge": (s, _, accountId) => s.audit.purge({ accountId, beforeMs: T0 * 2, limit: 10 }),
  "modelOverrides.find": (s, _, accountId) => s.modelOverrides.find({ accountId, modelId: "m" }),
  "modelOverrides.list": (s, _, accountId) => s.modelOverrides.list({ accountId }),
  "modelOverrides.delete": (s, _, accountId) => s.modelOverrides.delete({ accountId, modelId: "m" }),
  "alerts.resolve": (s, _, accountId) => s.alerts.resolve({ accountId, kind: "k", subject: "s", atMs: T0 }),
  "alerts.list": (s, _, accountId) => s.alerts.list({ accountId }),
  "alerts.handle": (s, f, accountId) =>
    s.alerts.handle({ accountId, id: f.alertId, acknowledgedAtMs: T0, handledBy: "intruder" }),
  "budgets.find": (s, f, accountId) => s.budgets.find({ accountId, id: f.budgetId }),
  "budgets.list": (s, _, accountId) => s.budgets.list({ accountId }),
  "budgets.delete": (s, f, accountId) => s.budgets.delete({ accountId, id: f.budgetId }),
  "budgets.spent": (s, f, accountId) =>
    s.budgets.spent({ accountId, scope: "key", subject: f.keyId, fromMs: 0 }),
};

/** Methods whose whole purpose is one account's own new row, one secret, one person, or work across accounts. */
const WITHOUT_FOREIGN_IDS = new Set<string>([
  "customRouters.purgeUploads",
  "instance.find",
  "instance.findOrCreate",
  "instance.set",
  "instance.list",
  "budgets.put",
  "budgets.listAccounts",
  "serviceCounts.add",
  "serviceCounts.read",
  "serviceCounts.purge",
  "instance.delete",
  "accounts.create",
  "accounts.find",
  "accounts.list",
  "accounts.count",
  "accounts.update",
  "accounts.claim",
  "accounts.findByClaimToken",
  "accounts.delete",
  "users.create",
  "users.find",
  "users.findByEmail",
  "users.update",
  "users.findByIdentity",
  "users.linkIdentity",
  "users.delete",
  "memberships.create",
  "memberships.listByUser",
  "invites.create",
  "invites.findOpen",
  "invites.accept",
  "browserSessions.create",
  "browserSessions.findActive",
  "browserSessions.listByUser",
  "browserSessions.touch",
  "browserSessions.setMethod",
  "browserSessions.delete",
  "browserSessions.deleteByUser",
  "browserSessions.purgeExpired",
  "passwordResets.create",
  "passwordResets.consume",
  "passwordResets.purgeExpired",
  "secondFactors.find",
  "secondFactors.propose",
  "secondFactors.confirm",
  "secondFactors.useStep",
  "secondFactors.delete",
  "secondFactors.replaceRecoveryCodes",
  "secondFactors.useRecoveryCode",
  "secondFactors.countRecoveryCodes",
  "passkeys.create",
  "passkeys.find",
  "passkeys.listByUser",
  "passkeys.rename",
  "passkeys.noteUse",
  "passkeys.delete",
  "passkeys.useChallenge",
  "passkeys.purgeChallenges",
  "apiKeys.create",
  "apiKeys.findByHash",
  "apiKeys.touch",
  "preferences.create",
  "feedback.listChangedAccounts",
  "latency.observe",
  "learned.create",
  "customRouters.create",
  "customRouters.claim",
  "replayJobs.create",
  "replayJobs.claim",
  "audit.append",
  "modelOverrides.put",
  "alerts.open",
]);

const NOTHING = new Set<unknown>([undefined, false, 0]);

function isNothing(result: unknown): boolean {
  if (NOTHING.has(result)) return true;
  if (Array.isArray(result)) return result.length === 0;
  const page = result as { readonly items?: readonly unknown[]; readonly nextCursor?: unknown };
  return page.items?.length === 0 && page.nextCursor === null;
}

function methodsOf(storage: Storage): readonly string[] {
  // The dialect says how to write a query; it reads no row of anybody.
  const repositories = Object.entries(storage).filter(
    ([name, value]) => typeof value === "object" && value !== null && name !== "dialect",
  );
  return repositories.flatMap(([name, repository]) =>
    Object.keys(repository as object).map((method) => `${name}.${method}`),
  );
}

export function describeIsolation(open: () => Storage): void {
  test("every method of every repository is held against account isolation", () => {
    const missing = methodsOf(open()).filter((name) => !(name in ATTEMPTS) && !WITHOUT_FOREIGN_IDS.has(name));
    assert.deepEqual(missing, []);
  });

  test("with another account's ids every method finds nothing, changes nothing and tells nothing", async () => {
    const storage = open();
    const victim = await makeWorld(storage);
    const intruder = await addAccount(storage);
    const before = await view(storage, victim);
    for (const [name, attempt] of Object.entries(ATTEMPTS)) {
      const result = await attempt(storage, victim, intruder);
      assert.ok(isNothing(result), `${name} gave ${JSON.stringify(result)}`);
    }
    assert.deepEqual(await view(storage, victim), before);
  });

  test("deleting an account removes everything of it, its lonely members too, and nothing of another's", async () => {
    const storage = open();
    const [gone, stays] = [await makeWorld(storage), await makeWorld(storage)];
    const shared = {
      accountId: stays.accountId,
      userId: gone.userId,
      role: "member" as const,
      createdAtMs: T0,
    };
    const lonely = await addUser(storage);
    await storage.memberships.create(shared);
    await storage.memberships.create({ ...shared, accountId: gone.accountId, userId: lonely.id });
    const before = await view(storage, stays);
    assert.equal(await storage.accounts.delete(gone.accountId), true);
    assert.equal(await storage.accounts.delete(gone.accountId), false);
    for (const [name, attempt] of Object.entries(ATTEMPTS)) {
      const result = await attempt(storage, gone, gone.accountId);
      assert.ok(isNothing(result), `${name} still gave ${JSON.stringify(result)}`);
    }
    assert.equal(await storage.users.find(lonely.id), undefined);
    assert.equal((await storage.users.find(gone.userId))?.id, gone.userId);
    assert.deepEqual(await view(storage, stays), before);
  });
}
