// A router that decisions pass over, or whose training failed, is trained again from the rows that were kept with it.
import { SignalboxError, type CustomRouter as CustomRouterWire } from "@signalbox/contracts";

import type { ServiceContext } from "../../context/service-context.ts";
import { authorise, type Caller } from "../access/authorise.ts";
import { changeAs, changedBy } from "../audit/change.ts";
import { found } from "../faults.ts";
import { keptRowsOf } from "./kept-rows.ts";
import { assertRoomForTraining } from "./queued-trainings.ts";
import { routerToWire } from "./router-wire.ts";

const NO_ROWS =
  "No rows are kept with this router, so it cannot be trained again by itself. Upload its evaluations again to train another, and switch that one on.";
const WORKING = "The router is being trained already. Wait until it is ready, or cancel the training.";

/**
 * Back to the queue; until it is ready, what it was before stands.
 * @param overrides whether it stays switched on even if it is not shown to be better
 * @throws SignalboxError not_found; conflict where no rows are kept or it is being trained
 */
export async function trainAgain(
  context: ServiceContext,
  caller: Caller,
  { id, overrides }: { readonly id: string; readonly overrides: boolean },
): Promise<CustomRouterWire> {
  authorise(caller.principal, "routers.write");
  const { accountId } = caller.principal;
  await assertRoomForTraining(context, accountId);
  return changeAs(context, changedBy(caller), async ({ repositories, note }) => {
    const router = found(await repositories.customRouters.find({ accountId, id }), "custom router");
    const kept = keptRowsOf(router);
    if (kept === undefined) throw new SignalboxError("conflict", NO_ROWS);
    const params = { ...router.params, isAgain: true, activates: false, overrides };
    const nowMs = context.clock.nowMs();
    if (!(await repositories.customRouters.requeue({ accountId, id, params, nowMs })))
      throw new SignalboxError("conflict", WORKING);
    await note({ action: "custom_router.train_again", targetId: id, details: { rows: kept.rows } });
    const queued = found(await repositories.customRouters.find({ accountId, id }), "custom router");
    return routerToWire(context, queued, repositories);
  });
}
