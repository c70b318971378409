// Trainings wait for one process: an account may have a few of them in the queue.
import { SignalboxError } from "@signalbox/contracts";

import type { ServiceContext } from "../../context/service-context.ts";

const WAITING: ReadonlySet<string> = new Set(["uploading", "queued", "running"]);
/** Newest routers of the account that are looked at; older ones have long ended. */
const LOOKED_AT = 200;
const RETRY_S = 60;

/** @throws SignalboxError rate_limited */
export async function assertRoomForTraining(
  { storage, config }: Pick<ServiceContext, "storage" | "config">,
  accountId: string,
): Promise<void> {
  const max = config.learning.trainingsQueuedMax;
  const { items } = await storage.customRouters.list({ accountId, limit: LOOKED_AT });
  if (items.filter(({ state }) => WAITING.has(state)).length < max) return;
  throw new SignalboxError(
    "rate_limited",
    `${max} trainings of this account wait or run. Wait for one of them or cancel it, or raise \`learning.trainingsQueuedMax\`.`,
    { retryAfterS: RETRY_S },
  );
}
