import type { Account } from "@signalbox/storage";

import type { ServiceContext } from "../../context/service-context.ts";
import { purgeAuditLog } from "../audit/audit-log.ts";
import { allPages } from "../accounts/all-pages.ts";
import { readAccountSettings } from "../accounts/settings.ts";
import { purgeKeptRows } from "../custom-routers/row-archive.ts";
import { purgeStaleText } from "./purge-text.ts";

const DAY_MS = 86_400_000;
const ROWS_PER_STEP = 500;

/** The shorter of the account's days and the installation's; undefined keeps for ever. */
function keptDays(account: Account, installationDays: number): number | undefined {
  const days = [readAccountSettings(account.settings).retention_days ?? 0, installationDays].filter(
    (value) => value > 0,
  );
  return days.length === 0 ? undefined : Math.min(...days);
}

/** How many decisions went. */
async function purgeAccount(context: ServiceContext, account: Account): Promise<number> {
  const days = keptDays(account, context.config.retention.decisionsDays);
  if (days === undefined) return 0;
  const beforeMs = context.clock.nowMs() - days * DAY_MS;
  const accountId = account.id;
  let total = 0;
  let removed = ROWS_PER_STEP;
  while (removed === ROWS_PER_STEP) {
    removed = await context.storage.decisions.purge({ accountId, beforeMs, limit: ROWS_PER_STEP });
    total += removed;
  }
  return total;
}

/**
 * Deletes what outlived its retention: decisions, text, rows of custom routers, audit rows, uploads. In small steps, so that nobody waits for it.
 * @param forget what was learned of an account's deleted decisions
 */
export async function purgeOldData(
  context: ServiceContext,
  forget: (accountId: string) => Promise<void>,
): Promise<void> {
  const { storage, clock, config } = context;
  for await (const account of allPages((page) => storage.accounts.list(page))) {
    if ((await purgeAccount(context, account)) > 0) await forget(account.id);
    await purgeStaleText(context, account);
    await purgeKeptRows(context, account);
    await purgeAuditLog(context, account.id);
  }
  const nowMs = clock.nowMs();
  await storage.customRouters.purgeUploads({ staleBeforeMs: nowMs - config.server.uploadTimeoutMs, nowMs });
  await storage.scrub();
}
