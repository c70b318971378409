// Account isolation: every method that takes an account is tried with another account's ids. Methods are read from the
// real objects, so that a new one fails here until it is listed.

import assert from "node:assert/strict";
import { test } from "node:test";
import type { Storage } from "../index.ts";
import { addAccount, addUser, T0, drain, HOUR, aKey } from "./fixtures.ts";
import {
  WITHOUT_FOREIGN_IDS,
  makeWorld,
  view,
  type Attempts,
  WINDOW,
  type World,
  VERSION,
} from "./isolation/world.ts";

// Audit log, corrections of models and alerts. Each method is tried with the ids of another account.

const OF_RECORDS = {
  "audit.list": (s, _, accountId) => s.audit.list({ accountId }),
  "audit.deleteBefore": (s, _, accountId) => s.audit.deleteBefore({ accountId, beforeMs: T0 * 2, limit: 10 }),
  "modelOverrides.find": (s, _, accountId) => s.modelOverrides.find({ accountId, modelId: "m" }),
  "modelOverrides.list": (s, _, accountId) => s.modelOverrides.list({ accountId }),
  "modelOverrides.delete": (s, _, accountId) => s.modelOverrides.delete({ accountId, modelId: "m" }),
  "alerts.resolve": (s, _, accountId) => s.alerts.resolve({ accountId, kind: "k", subject: "s", atMs: T0 }),
  "alerts.list": (s, _, accountId) => s.alerts.list({ accountId }),
  "alerts.handle": (s, f, accountId) =>
    s.alerts.handle({ accountId, id: f.alertId, acknowledgedAtMs: T0, handledBy: "intruder" }),
} as const satisfies Attempts;

// Members, invitations, keys and preferences. Each method is tried with the ids of another account.

const OF_PEOPLE = {
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
  "apiKeys.limitLives": (s, _, accountId) =>
    s.apiKeys.limitLives({ accountId, lifeMs: 1, graceEndMs: T0 + 1 }),
  "apiKeys.revokeByPerson": (s, f, accountId) =>
    s.apiKeys.revokeByPerson({ accountId, userId: f.userId, atMs: T0 }),
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
  "preferences.findDraft": async (s, f, accountId) =>
    [await s.preferences.findDraft({ accountId, userId: f.userId, preferenceId: f.preferenceId })].filter(
      (draft) => draft !== undefined,
    ),
  "preferences.putDraft": (s, f, accountId) =>
    s.preferences.putDraft({
      accountId,
      userId: f.userId,
      preferenceId: f.preferenceId,
      name: "x",
      policy: {},
      baseVersion: 1,
      updatedAtMs: T0,
    }),
  "preferences.deleteDraft": (s, f, accountId) =>
    s.preferences.deleteDraft({ accountId, userId: f.userId, preferenceId: f.preferenceId }),
  "preferences.listDrafts": (s, _, accountId) => s.preferences.listDrafts({ accountId }),
  "preferences.delete": (s, f, accountId) =>
    s.preferences.delete({ accountId, id: f.preferenceId, atMs: T0 }),
} as const satisfies Attempts;

// Everything that an account has learned, trained, replayed and tried. Each method is tried with the ids of another account.

const job = { workerId: "w", progress: 1, stage: "s", nowMs: T0, leaseMs: 1 };

const OF_LEARNING = {
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
    s.customRouters.enqueue({
      accountId,
      id: f.routerId,
      name: "elsewhere",
      preferenceId: null,
      upload: {},
      params: {},
      nowMs: T0,
    }),
  "customRouters.finish": (s, f, accountId) => s.customRouters.finish({ accountId, id: f.routerId, ...job }),
  "customRouters.cancel": (s, f, accountId) =>
    s.customRouters.cancel({ accountId, id: f.routerId, nowMs: T0 }),
  "customRouters.delete": (s, f, accountId) => s.customRouters.delete({ accountId, id: f.routerId }),
  "customRouters.update": (s, f, accountId) =>
    s.customRouters.update({ accountId, id: f.routerId, preferenceId: "p", nowMs: T0 }),
  "customRouters.putUploadPart": (s, f, accountId) =>
    s.customRouters.putUploadPart({ accountId, id: f.routerId, part: 0, bytes: Uint8Array.of(66) }),
  "customRouters.streamEvidence": (s, f, accountId) =>
    drain(s.customRouters.streamEvidence({ accountId, id: f.routerId, kind: "rows" })),
  "customRouters.deleteEvidence": (s, f, accountId) =>
    s.customRouters.deleteEvidence({ accountId, id: f.routerId, kind: "rows" }),
  "customRouters.putRows": (s, f, accountId) =>
    s.customRouters.putRows({
      accountId,
      id: f.routerId,
      workerId: "w",
      parts: [Uint8Array.of(66)],
      upload: { from: "elsewhere" },
    }),
  "customRouters.requeue": (s, f, accountId) =>
    s.customRouters.requeue({ accountId, id: f.routerId, params: { from: "elsewhere" }, nowMs: T0 }),
  "customRouters.putArtefact": (s, f, accountId) =>
    s.customRouters.putArtefact({ accountId, id: f.routerId, blob: Uint8Array.of(66) }),
  "customRouters.findArtefact": (s, f, accountId) =>
    s.customRouters.findArtefact({ accountId, id: f.routerId }),
  "replayJobs.find": (s, f, accountId) => s.replayJobs.find({ accountId, id: f.replayId }),
  "replayJobs.list": (s, _, accountId) => s.replayJobs.list({ accountId }),
  "replayJobs.reportProgress": (s, f, accountId) =>
    s.replayJobs.reportProgress({ accountId, id: f.replayId, ...job }),
  "replayJobs.finish": (s, f, accountId) => s.replayJobs.finish({ accountId, id: f.replayId, ...job }),
  "replayJobs.cancel": (s, f, accountId) => s.replayJobs.cancel({ accountId, id: f.replayId, nowMs: T0 }),
  "replayJobs.delete": (s, f, accountId) => s.replayJobs.delete({ accountId, id: f.replayId }),
  "replayJobs.prune": (s, _, accountId) => s.replayJobs.prune({ accountId, keep: 0 }),
  "experiments.list": (s, f, accountId) => s.experiments.list({ accountId, preferenceId: f.preferenceId }),
  "experiments.conclude": (s, f, accountId) =>
    s.experiments.conclude({ accountId, id: f.experimentId, report: {} }),
  "experiments.prune": (s, _, accountId) => s.experiments.prune({ accountId, keep: 0 }),
} as const satisfies Attempts;

// Decisions, what is added up of them, and what was reported. Each method is tried with the ids of another account.

const sessionsOf = ({ sessionId }: World) => ({
  sessions: { sessionIds: [sessionId], chains: [{ chainId: sessionId, subjectDigest: undefined }] },
});

const OF_JOURNAL = {
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
  "decisions.chainsOf": (s, f, accountId) => s.decisions.chainsOf({ accountId, sessionIds: [f.sessionId] }),
  "decisions.stream": (s, f, accountId) => drain(s.decisions.stream({ accountId, keyId: f.keyId })),
  "decisions.count": (s, _, accountId) => s.decisions.count({ accountId }),
  "decisions.measure": async (s, f, accountId) =>
    (await s.decisions.measure({ accountId, ...sessionsOf(f), limit: 10 })).decisions,
  "decisions.erase": async (s, f, accountId) =>
    (await s.decisions.erase({ accountId, ...sessionsOf(f), limit: 10 })).decisions,
  "decisions.delete": (s, f, accountId) => s.decisions.delete({ accountId, sessionIds: [f.sessionId] }),
  "decisions.purge": (s, _, accountId) => s.decisions.purge({ accountId, beforeMs: T0 * 2, limit: 10 }),
  "decisions.purgeText": (s, _, accountId) =>
    s.decisions.purgeText({ accountId, beforeMs: T0 * 2, limit: 10 }),
  "overview.read": async (s, _, accountId) => {
    const overview = await s.overview.read({ accountId, ...WINDOW });
    return overview.models.length + overview.feedback.count + overview.latency.count;
  },
  "decisions.sumChains": async (s, _, accountId) =>
    (
      await s.decisions.sumChains({
        accountId,
        fromMs: 0,
        toMs: T0 * 2,
        turnsMin: 1,
        order: "latest",
        limit: 10,
        rowsMax: 100,
      })
    ).chains,
  "groups.readTags": (s, _, accountId) => s.groups.readTags({ accountId, fromMs: 0, valuesMax: 10 }),
  "groups.read": (s, _, accountId) => s.groups.read({ accountId, ...WINDOW, dimension: "label" }),
  "groups.readFiltered": async (s, f, accountId) => {
    const filter = { accountId: f.accountId, label: "mini" };
    return (await s.groups.readFiltered({ accountId, ...WINDOW, dimension: "key", filter })).groups;
  },
  "savings.read": async (s, _, accountId) =>
    (await s.savings.read({ accountId, ...WINDOW, labels: ["large"] })).get("large") ?? [],
  "groups.total": async (s, _, accountId) => (await s.groups.total({ accountId, ...WINDOW })).decisions,
  "overview.purge": (s, _, accountId) => s.overview.purge({ accountId, beforeMs: T0 * 2 }),
  "feedback.put": (s, f, accountId) =>
    s.feedback.put({ accountId, sessionId: f.sessionId, label: "mini", value: 0, atMs: T0 }),
  "feedback.putAll": async (s, f, accountId) =>
    (
      await s.feedback.putAll([{ accountId, sessionId: f.sessionId, label: "mini", value: 0, atMs: T0 }])
    ).filter((outcome) => outcome !== undefined),
  "feedback.withdrawAll": async (s, f, accountId) =>
    (await s.feedback.withdrawAll([{ accountId, sessionId: f.sessionId, label: "mini", atMs: T0 }])).filter(
      (outcome) => outcome !== undefined,
    ),
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
  "feedback.sumByKey": (s, _, accountId) => s.feedback.sumByKey({ accountId }),
  "feedback.eraseOfKey": (s, _, accountId) =>
    s.feedback.eraseOfKey({ accountId, keyId: null, limit: 10, atMs: T0 }),
  "latency.list": (s, _, accountId) => s.latency.list({ accountId }),
} as const satisfies Attempts;

const ATTEMPTS: Attempts = { ...OF_PEOPLE, ...OF_JOURNAL, ...OF_LEARNING, ...OF_RECORDS };

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
