// An account that holds one of everything, what it can see of itself, and how another account tries to reach it.

import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import type { Repositories, Storage } from "../../index.ts";
import { addAccount, addDecision, addUser, aKey, anExperiment, drain, HOUR, T0 } from "../fixtures.ts";

/** Methods whose whole purpose is one account's own new row, one secret, one person, or work across accounts. */
export const WITHOUT_FOREIGN_IDS = new Set<string>([
  "customRouters.purgeUploads",
  "instance.find",
  "instance.findOrCreate",
  "instance.set",
  "instance.list",
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
  "accounts.setDigestKey",
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
  "passwordResets.deleteByUser",
  "passwordResets.purgeExpired",
  "secondFactors.find",
  "secondFactors.propose",
  "secondFactors.confirm",
  "secondFactors.useStep",
  "secondFactors.delete",
  "secondFactors.replaceRecoveryCodes",
  "secondFactors.useRecoveryCode",
  "secondFactors.countRecoveryCodes",
  "apiKeys.create",
  "apiKeys.findByHash",
  "apiKeys.touch",
  "apiKeys.listEnding",
  "preferences.create",
  "feedback.listChangedAccounts",
  "latency.observe",
  "latency.observeAll",
  "learned.create",
  "customRouters.create",
  "customRouters.claim",
  "replayJobs.create",
  "replayJobs.claim",
  "experiments.create",
  "experiments.findUncounted",
  "audit.append",
  "modelOverrides.put",
  "alerts.open",
]);

/** Every id of one account that another might try. */
export interface World {
  readonly accountId: string;
  readonly userId: string;
  readonly inviteId: string;
  readonly keyId: string;
  readonly preferenceId: string;
  readonly sessionId: string;
  readonly routerId: string;
  readonly replayId: string;
  readonly experimentId: string;
  readonly alertId: string;
}

export const VERSION = "v1";
export const WINDOW = { fromMs: 0, toMs: T0 + HOUR, bucketHours: 24 } as const;

async function fillLearning(storage: Storage, world: World): Promise<void> {
  const { accountId, sessionId, routerId, replayId, experimentId, preferenceId } = world;
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
  const router = { accountId, id: routerId };
  await storage.customRouters.create({ ...job, ...router, createdAtMs: -1, name: "own", upload: {} });
  const claimed = await storage.customRouters.claim({ workerId: "w", nowMs: T0, leaseMs: HOUR });
  assert.equal(claimed?.id, routerId);
  await storage.customRouters.putRows({
    ...router,
    workerId: "w",
    parts: [Uint8Array.of(1)],
    upload: { kept: 1 },
  });
  await storage.customRouters.putUploadPart({ accountId, id: routerId, part: 0, bytes: Uint8Array.of(1) });
  await storage.customRouters.putArtefact({ accountId, id: routerId, blob: Uint8Array.of(1) });
  await storage.replayJobs.create({ ...job, id: replayId });
  await storage.replayJobs.cancel({ accountId, id: replayId, nowMs: T0 });
  await storage.experiments.create(anExperiment(accountId, { id: experimentId, preferenceId }));
}

async function fillRecords(storage: Storage, { accountId, alertId }: World): Promise<void> {
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
}

export async function makeWorld(storage: Storage): Promise<World> {
  const accountId = await addAccount(storage);
  const user = await addUser(storage);
  await storage.memberships.create({ accountId, userId: user.id, role: "owner", createdAtMs: T0 });
  const key = aKey(accountId, { ownerId: user.id, makerId: user.id });
  await storage.apiKeys.create(key);
  const preferenceId = randomUUID();
  await storage.preferences.create({ accountId, id: preferenceId, name: "p", policy: {}, atMs: T0 });
  const draft = { name: "d", policy: {}, baseVersion: 1, updatedAtMs: T0 };
  await storage.preferences.putDraft({ accountId, userId: user.id, preferenceId, ...draft });
  const text = { messages: [] };
  const { sessionId } = await addDecision(storage, accountId, {
    text,
    degraded: true,
    keyId: key.id,
    tags: { region: "eu" },
  });
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
  const [routerId, replayId, experimentId, alertId] = Array.from({ length: 4 }, () => randomUUID());
  const world = { ...ids, routerId, replayId, experimentId, alertId } as World;
  await fillLearning(storage, world);
  await fillRecords(storage, world);
  return world;
}

/** Everything that an account can see of itself. */
export async function view(
  storage: Storage,
  { accountId, sessionId, routerId, preferenceId }: World,
): Promise<unknown> {
  const scope = { accountId };
  return {
    account: await storage.accounts.find(accountId),
    members: await storage.memberships.list(scope),
    invites: await storage.invites.list(scope),
    keys: await storage.apiKeys.list({ ...scope, includeRevoked: true }),
    drafts: await storage.preferences.listDrafts(scope),
    preferences: await storage.preferences.listVersions({ ...scope, id: preferenceId }),
    decisions: await drain(storage.decisions.stream(scope)),
    overview: await storage.overview.read({ ...scope, ...WINDOW }),
    groups: await storage.groups.read({ ...scope, ...WINDOW, dimension: "label" }),
    savings: await storage.savings.read({ ...scope, ...WINDOW, labels: ["large"] }),
    feedback: await storage.feedback.listHistory({ ...scope, sessionId, label: "mini" }),
    latency: await storage.latency.list(scope),
    learned: await storage.learned.findCurrent({ ...scope, kind: "online" }),
    routers: await storage.customRouters.list(scope),
    upload: await drain(storage.customRouters.streamEvidence({ ...scope, id: routerId, kind: "upload" })),
    rows: await drain(storage.customRouters.streamEvidence({ ...scope, id: routerId, kind: "rows" })),
    artefact: await storage.customRouters.findArtefact({ ...scope, id: routerId }),
    replays: await storage.replayJobs.list(scope),
    experiments: await storage.experiments.list(scope),
    audit: await storage.audit.list(scope),
    models: await storage.modelOverrides.list(scope),
    alerts: await storage.alerts.list(scope),
  };
}

type Attempt = (storage: Storage, foreign: World, accountId: string) => unknown;

/** By the repository and its method. */
export type Attempts = Readonly<Record<`${keyof Repositories}.${string}`, Attempt>>;
