// The evaluation rows that are kept with a custom router go when somebody says so, when their days are over, and when no text may
// be kept here any more.
import type { CustomRouter as CustomRouterWire } from "@signalbox/contracts";
import type { Account, CustomRouter, Repositories } from "@signalbox/storage";

import type { ServiceContext } from "../../context/service-context.ts";
import { allPages } from "../accounts/all-pages.ts";
import { readAccountSettings } from "../accounts/settings.ts";
import { authorise, type Caller } from "../access/authorise.ts";
import { changeAs, changedBy } from "../audit/change.ts";
import { found } from "../faults.ts";
import { keptRowsOf } from "./kept-rows.ts";
import { routerToWire } from "./router-wire.ts";

const DAY_MS = 86_400_000;

async function dropRows(
  { customRouters }: Pick<Repositories, "customRouters">,
  router: CustomRouter,
  nowMs: number,
): Promise<CustomRouter | undefined> {
  const { accountId, id } = router;
  const { kept: _kept, ...upload } = router.upload;
  await customRouters.deleteRows({ accountId, id });
  return customRouters.update({ accountId, id, upload, nowMs });
}

/** Deletes them; the router stays. @throws SignalboxError not_found */
export async function forgetRouterRows(
  context: ServiceContext,
  caller: Caller,
  id: string,
): Promise<CustomRouterWire> {
  authorise(caller.principal, "routers.write");
  const { accountId } = caller.principal;
  return changeAs(context, changedBy(caller), async ({ repositories, note }) => {
    const router = found(await repositories.customRouters.find({ accountId, id }), "custom router");
    const left = found(await dropRows(repositories, router, context.clock.nowMs()), "custom router");
    await note({ action: "custom_router.forget_rows", targetId: id });
    return routerToWire(context, left, repositories);
  });
}

/** Rows from before this time go; undefined where they stay with their router. */
function staleBeforeMs({ config, clock }: ServiceContext, account: Account): number | undefined {
  if (!config.retention.allowText) return Number.POSITIVE_INFINITY;
  const days = [readAccountSettings(account.settings).retention_days ?? 0, config.retention.routerRowsDays];
  const kept = days.filter((each) => each > 0);
  return kept.length === 0 ? undefined : clock.nowMs() - Math.min(...kept) * DAY_MS;
}

/** Removes rows that outlived their days, or that would not be kept today. Returns of how many routers. */
export async function purgeKeptRows(context: ServiceContext, account: Account): Promise<number> {
  const { storage, clock } = context;
  const beforeMs = staleBeforeMs(context, account);
  if (beforeMs === undefined) return 0;
  const accountId = account.id;
  let removed = 0;
  for await (const router of allPages((page) => storage.customRouters.list({ accountId, ...page }))) {
    const kept = keptRowsOf(router);
    if (kept === undefined || kept.atMs >= beforeMs) continue;
    await dropRows(storage, router, clock.nowMs());
    removed += 1;
  }
  return removed;
}
