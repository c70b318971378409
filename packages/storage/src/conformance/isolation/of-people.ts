// Members, invitations, keys and preferences. Each method is tried with the ids of another account.
import { aKey, T0 } from "../fixtures.ts";
import type { Attempts } from "./world.ts";

export const OF_PEOPLE = {
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
