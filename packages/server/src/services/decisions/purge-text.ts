// Text outlives neither the settings that kept it nor the policy of its preference: what would not be kept today goes.
import type { Account, TextPurge } from "@signalbox/storage";

import type { ServiceContext } from "../../context/service-context.ts";
import { allPages } from "../accounts/all-pages.ts";
import { readAccountSettings } from "../accounts/settings.ts";

const ROWS_PER_STEP = 500;

/** Which text may stay no longer. */
async function staleText(context: ServiceContext, account: Account): Promise<TextPurge["preferences"]> {
  if (!context.config.retention.allowText) return undefined;
  const accountId = account.id;
  const isKept = readAccountSettings(account.settings).retention === "text";
  const ids: string[] = [];
  for await (const { id, policy } of allPages((page) =>
    context.storage.preferences.list({ accountId, ...page }),
  ))
    if (policy.retention !== undefined && (policy.retention === "text") !== isKept) ids.push(id);
  return { ids, isExcept: !isKept };
}

/** Removes the account's text that would not be kept today. Returns from how many decisions. */
export async function purgeStaleText(context: ServiceContext, account: Account): Promise<number> {
  const purge = {
    accountId: account.id,
    beforeMs: Number.MAX_SAFE_INTEGER,
    limit: ROWS_PER_STEP,
    preferences: await staleText(context, account),
  };
  let total = 0;
  let removed = ROWS_PER_STEP;
  while (removed === ROWS_PER_STEP) {
    removed = await context.storage.decisions.purgeText(purge);
    total += removed;
  }
  return total;
}
