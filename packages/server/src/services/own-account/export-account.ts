// Everything that belongs to an account, as a stream of records with a `type` each. Secrets and their hashes stay inside:
// passwords, keys, links and the digest key are no use to anyone but an attacker.
import type { DecisionRow, Feedback } from "@signalbox/storage";
import { toIso, toIsoOrNull } from "../timestamps.ts";
import type { ServiceContext } from "../../context/service-context.ts";
import { authorise, type Caller } from "../access/authorise.ts";
import { changeAs, changedBy } from "../audit/change.ts";
import { readKeptRows } from "../custom-routers/row-archive.ts";
import { keptRowsOf } from "../custom-routers/passed-over.ts";
import { experimentToWire } from "../experiments/experiments.ts";
import { keyToWire, ownersOf } from "../keys/key-wire.ts";
import { inviteToWire, memberToWire } from "../members/members.ts";
import { preferenceToWire, versionToWire } from "../preferences/preferences.ts";
import { replayToWire } from "../replay/replays.ts";
import { found } from "../faults.ts";
import { accountToWire } from "../accounts/settings.ts";
import { allPages, eachPage } from "../accounts/all-pages.ts";

/** One line of an export. */
export type ExportRecord = Readonly<Record<string, unknown>> & { readonly type: string };

const floats = (values: Float32Array | null): readonly number[] | null =>
  values === null ? null : Array.from(values);

export function decisionRecord(row: DecisionRow): ExportRecord {
  const { accountId: _, createdAtMs, features, ...rest } = row;
  return {
    type: "decision",
    ...rest,
    created_at: toIso(createdAtMs),
    features: floats(features),
  };
}

export function feedbackRecord(feedback: Feedback): ExportRecord {
  const { accountId: _, createdAtMs, updatedAtMs, withdrawnAtMs, ...rest } = feedback;
  const times = { created_at: toIso(createdAtMs), updated_at: toIso(updatedAtMs) };
  return { type: "feedback", ...rest, ...times, withdrawn_at: toIsoOrNull(withdrawnAtMs) };
}

type Records = AsyncGenerator<ExportRecord>;

async function* people(context: ServiceContext, caller: Caller): Records {
  const { storage } = context;
  const { accountId } = caller.principal;
  for await (const member of allPages((page) => storage.memberships.list({ accountId, ...page })))
    yield { type: "member", ...memberToWire(member, caller.principal) };
  for await (const invite of allPages((page) => storage.invites.list({ accountId, ...page })))
    yield { type: "invite", ...inviteToWire(invite), accepted_at: toIsoOrNull(invite.acceptedAtMs) };
  const nowMs = context.clock.nowMs();
  for await (const keys of eachPage((page) =>
    storage.apiKeys.list({ accountId, includeRevoked: true, ...page }),
  )) {
    const owners = await ownersOf(storage, keys);
    for (const key of keys) yield { type: "key", ...keyToWire(key, nowMs, owners) };
  }
}

async function* preferences({ storage }: ServiceContext, accountId: string): Records {
  for await (const preference of allPages((page) => storage.preferences.list({ accountId, ...page }))) {
    yield { type: "preference", ...preferenceToWire(preference) };
    const { id, version } = preference;
    for await (const item of allPages((page) => storage.preferences.listVersions({ accountId, id, ...page })))
      yield { type: "preference_version", preference_id: id, ...versionToWire(item, version) };
  }
  for (const draft of await storage.preferences.listDrafts({ accountId })) {
    const { userId: user_id, preferenceId: preference_id, name, policy, updatedAtMs } = draft;
    yield { type: "preference_draft", user_id, preference_id, name, policy, updated_at: toIso(updatedAtMs) };
  }
}

async function* decisions({ storage }: ServiceContext, accountId: string): Records {
  for await (const row of storage.decisions.stream({ accountId })) yield decisionRecord(row);
  for await (const feedback of allPages((page) => storage.feedback.list({ accountId, ...page })))
    yield feedbackRecord(feedback);
}

async function* routers({ storage }: ServiceContext, accountId: string): Records {
  for await (const router of allPages((page) => storage.customRouters.list({ accountId, ...page }))) {
    const { accountId: _, leaseExpiresAtMs: _lease, createdAtMs, updatedAtMs, ...rest } = router;
    yield { type: "custom_router", ...rest, created_at: toIso(createdAtMs), updated_at: toIso(updatedAtMs) };
    if (keptRowsOf(router) === undefined) continue;
    for await (const row of readKeptRows(storage.customRouters.streamEvidence({ ...router, kind: "rows" })))
      yield { type: "custom_router_row", custom_router_id: router.id, ...row };
  }
}

async function* others({ storage }: ServiceContext, accountId: string): Records {
  for (const { modelId, facts, updatedAtMs } of await storage.modelOverrides.list({ accountId }))
    yield { type: "model_override", id: modelId, facts, updated_at: toIso(updatedAtMs) };
  for await (const replay of allPages((page) => storage.replayJobs.list({ accountId, ...page })))
    yield { type: "replay", ...replayToWire(replay) };
  for await (const ended of allPages((page) => storage.experiments.list({ accountId, ...page })))
    yield { type: "experiment", ...experimentToWire(ended) };
  for await (const entry of allPages((page) => storage.audit.list({ accountId, ...page }))) {
    const { accountId: _, atMs, ...rest } = entry;
    yield { type: "audit", ...rest, at: toIso(atMs) };
  }
}

/** Owners only. The export itself is an audit row. @throws SignalboxError forbidden before the first record */
export async function exportAccount(
  context: ServiceContext,
  caller: Caller,
): Promise<AsyncGenerator<ExportRecord>> {
  authorise(caller.principal, "account.export");
  const { accountId } = caller.principal;
  const account = found(await context.storage.accounts.find(accountId), "account");
  await changeAs(context, changedBy(caller), ({ note }) =>
    note({ action: "account.export", targetId: accountId }),
  );
  await context.journal.flush();
  return (async function* () {
    yield { type: "account", ...accountToWire(context.config, account) };
    yield* people(context, caller);
    yield* preferences(context, accountId);
    yield* decisions(context, accountId);
    yield* routers(context, accountId);
    yield* others(context, accountId);
  })();
}
