import type { Alert, UpdateAlert } from "@signalbox/contracts";

import type { ServiceContext } from "../../context/service-context.ts";
import { actorOf, changeAs, changedBy } from "../audit/change.ts";
import { authorise, type Caller } from "../access/authorise.ts";
import { found } from "../faults.ts";
import { alertToWire } from "./alert-wire.ts";

/** Acknowledges or mutes an alert; who and why stand in it and in the audit log. @throws SignalboxError not_found */
export async function updateAlert(
  context: ServiceContext,
  caller: Caller,
  input: UpdateAlert & { readonly id: string },
): Promise<Alert> {
  authorise(caller.principal, "alerts.manage");
  const { accountId } = caller.principal;
  const { id, acknowledged, muted_s: mutedS, note: reason } = input;
  const nowMs = context.clock.nowMs();
  const change = {
    acknowledgedAtMs: acknowledged === undefined ? undefined : acknowledged ? nowMs : null,
    mutedUntilMs: mutedS === undefined ? undefined : mutedS === 0 ? null : nowMs + mutedS * 1000,
    handledBy: actorOf(caller.principal).name,
    note: reason,
  };
  return changeAs(context, changedBy(caller), async ({ repositories, note }) => {
    const alert = found(await repositories.alerts.handle({ accountId, id, ...change }), "alert");
    const said = Object.fromEntries(
      Object.entries({ acknowledged, muted_s: mutedS, reason }).filter(([, value]) => value !== undefined),
    );
    const action = mutedS === undefined ? "alert.acknowledge" : "alert.mute";
    await note({ action, targetId: id, details: { name: alert.subject, ...said } });
    return alertToWire(alert);
  });
}
