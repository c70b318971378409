import type { Account } from "@signalbox/storage";

import type { ServiceContext } from "../../context/service-context.ts";
import { purgeAuditLog } from "../audit/audit-log.ts";
import { allPages } from "../accounts/all-pages.ts";
import { readAccountSettings, settingsInForce } from "../accounts/settings.ts";
import { purgeKeptRows } from "../custom-routers/row-archive.ts";
import { purgeStaleText } from "./purge-text.ts";

const DAY_MS = 86_400_000;
const ROWS_PER_STEP = 500;

/** Bounds how much of an account goes in a day. */
export interface DeletionShares {
  /**
   * How many of the account's old decisions may be deleted now.
   * @param account its days of retention, and the decisions that stay
   */
  allowed(account: { readonly id: string; readonly days: number; readonly stay: number }): number;
  note(accountId: string, deleted: number, isMoreDue: boolean): void;
}

/** How many decisions went. */
async function purgeAccount(
  context: ServiceContext,
  account: Account,
  shares: DeletionShares | undefined,
): Promise<number> {
  const { value: days } = settingsInForce(
    context.config,
    readAccountSettings(account.settings),
  ).retention_days;
  if (days === null) return 0;
  const { decisions } = context.storage;
  const beforeMs = context.clock.nowMs() - days * DAY_MS;
  const accountId = account.id;
  const stay = await decisions.count({ accountId, sinceMs: beforeMs });
  const allowed = shares?.allowed({ id: accountId, days, stay }) ?? Infinity;
  let total = 0;
  let isMoreDue = true;
  while (isMoreDue && total < allowed) {
    const limit = Math.min(ROWS_PER_STEP, allowed - total);
    const removed = await decisions.purge({ accountId, beforeMs, limit });
    total += removed;
    isMoreDue = removed === limit;
  }
  if (isMoreDue) isMoreDue = (await decisions.measure({ accountId, toMs: beforeMs, limit: 1 })).decisions > 0;
  shares?.note(accountId, total, isMoreDue);
  return total;
}

/**
 * Deletes what outlived its retention: decisions, text, rows of custom routers, audit rows, uploads. In small steps, so that nobody waits for it.
 * @param forget what was learned of an account's deleted decisions
 * @param shares undefined deletes all of it immediately
 */
export async function purgeOldData(
  context: ServiceContext,
  forget: (accountId: string) => Promise<void>,
  shares?: DeletionShares,
): Promise<void> {
  const { storage, clock, config } = context;
  for await (const account of allPages((page) => storage.accounts.list(page))) {
    if ((await purgeAccount(context, account, shares)) > 0) await forget(account.id);
    await purgeStaleText(context, account);
    await purgeKeptRows(context, account);
    await purgeAuditLog(context, account.id);
  }
  const nowMs = clock.nowMs();
  // An upload may take the limit, and then as long to be deleted.
  await storage.customRouters.purgeUploads({
    staleBeforeMs: nowMs - 2 * config.server.uploadTimeoutMs,
    nowMs,
  });
  await storage.scrub();
}
