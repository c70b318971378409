// Lists and erases the evidence of an account behind one door: reports under the key that sent them, files under the name of
// their router.
import { setTimeout as wait } from "node:timers/promises";
import type { Evidence, EvidenceErased } from "@signalbox/contracts";
import type { Account, CustomRouter, KeyReports } from "@signalbox/storage";
import type { ServiceContext } from "../../context/service-context.ts";
import { authorise, type Caller } from "../access/authorise.ts";
import { allPages } from "../accounts/all-pages.ts";
import { readAccountSettings, settingsInForce } from "../accounts/settings.ts";
import { changeAs, changedBy } from "../audit/change.ts";
import { keptRowsOf } from "../custom-routers/passed-over.ts";
import { deleteRouter, rowsKeptDays } from "../custom-routers/row-archive.ts";
import { found } from "../faults.ts";
import { markForgotten } from "../privacy/erase-decisions.ts";
import { toIso } from "../timestamps.ts";

/** Reports of people, who have no key. */
const DASHBOARD = "dashboard";
const FILES_MAX = 1_000;
const REPORTS_PER_STEP = 100;
/** Between two steps, for everybody else's writes. */
const PAUSE_MS = 5;
const CALL_MS_MAX = 5_000;

type Using = Pick<ServiceContext, "storage" | "clock">;

async function reportsToWire(
  { storage, config }: Pick<ServiceContext, "storage" | "config">,
  account: Account,
  { keyId, reports, labels, firstMs, lastMs }: KeyReports,
): Promise<Evidence> {
  const key = keyId === null ? undefined : await storage.apiKeys.find({ accountId: account.id, id: keyId });
  const settings = settingsInForce(config, readAccountSettings(account.settings));
  return {
    id: keyId ?? DASHBOARD,
    kind: "reports",
    name: keyId === null ? "People in the dashboard" : (key?.name ?? keyId),
    rows: reports,
    models: labels,
    first_at: toIso(firstMs),
    last_at: toIso(lastMs),
    kept_days: settings.retention_days.value,
  };
}

function fileToWire(router: CustomRouter, keptDays: number | null): Evidence {
  const { labels } = router.upload;
  return {
    id: router.id,
    kind: "file",
    name: router.name,
    rows: keptRowsOf(router)?.rows ?? 0,
    models: Array.isArray(labels) ? labels.length : 0,
    first_at: toIso(router.createdAtMs),
    last_at: toIso(keptRowsOf(router)?.atMs ?? router.createdAtMs),
    kept_days: keptDays,
  };
}

/** Newest first. */
export async function listEvidence(context: ServiceContext, caller: Caller): Promise<readonly Evidence[]> {
  authorise(caller.principal, "routers.read");
  const { accountId } = caller.principal;
  const { storage, config } = context;
  const account = found(await storage.accounts.find(accountId), "account");
  const reports: Evidence[] = [];
  for (const sums of await storage.feedback.sumByKey({ accountId }))
    reports.push(await reportsToWire(context, account, sums));
  const files: Evidence[] = [];
  const keptDays = rowsKeptDays(config, account);
  for await (const router of allPages((page) => storage.customRouters.list({ accountId, ...page }))) {
    files.push(fileToWire(router, keptDays));
    if (files.length === FILES_MAX) break;
  }
  return [...reports, ...files].toSorted((a, b) => (a.last_at < b.last_at ? 1 : -1));
}

/** As much as fits into one call. */
async function eraseReports(context: Using, caller: Caller, id: string): Promise<EvidenceErased> {
  const { storage, clock } = context;
  const { accountId } = caller.principal;
  const keyId = id === DASHBOARD ? null : id;
  const kept = async (): Promise<number> =>
    (await storage.feedback.sumByKey({ accountId })).find((each) => each.keyId === keyId)?.reports ?? 0;
  const before = await kept();
  found(before === 0 ? undefined : before, "evidence");
  authorise(caller.principal, "privacy.manage");
  // First: what was learned is forgotten, also when this process ends in the middle.
  await markForgotten(context, accountId);
  const endMs = performance.now() + CALL_MS_MAX;
  const input = { accountId, keyId, limit: REPORTS_PER_STEP, atMs: clock.nowMs() };
  while ((await storage.feedback.eraseOfKey(input)) === REPORTS_PER_STEP && performance.now() < endMs)
    await wait(PAUSE_MS);
  const remaining = await kept();
  const erased = Math.max(0, before - remaining);
  await changeAs(context, changedBy(caller), ({ note }) =>
    note({ action: "feedback.erase", targetId: id, details: { feedback: erased, of: before } }),
  );
  await storage.scrub();
  return { erased, remaining };
}

/**
 * Erases a file with its router, or the reports of a key, and what they taught.
 * @throws SignalboxError not_found; conflict while the router is trained or a preference names it; forbidden
 */
export async function eraseEvidence(context: Using, caller: Caller, id: string): Promise<EvidenceErased> {
  authorise(caller.principal, "routers.write");
  const router = await context.storage.customRouters.find({ accountId: caller.principal.accountId, id });
  if (router === undefined) return eraseReports(context, caller, id);
  await deleteRouter(context, caller, id);
  return { erased: keptRowsOf(router)?.rows ?? 0, remaining: 0 };
}
