import type { Alert as AlertWire, UpdateAlert } from "@signalbox/contracts";
import type { Alert } from "@signalbox/storage";
import { toIso, toIsoOrNull } from "../timestamps.ts";
import type { ServiceContext } from "../../context/service-context.ts";
import { actorOf, changeAs, changedBy } from "../audit/change.ts";
import { authorise, type Caller } from "../access/authorise.ts";
import { found } from "../faults.ts";

const textOrNull = (value: unknown): string | null => (typeof value === "string" ? value : null);
const numberOrNull = (value: unknown): number | null => (typeof value === "number" ? value : null);

export function alertToWire(alert: Alert): AlertWire {
  const { details } = alert;
  return {
    id: alert.id,
    at: toIso(alert.openedAtMs),
    kind: alert.kind,
    severity: alert.severity,
    message: textOrNull(details["message"]) ?? alert.subject,
    value: numberOrNull(details["value"] ?? details["gap"]),
    label: textOrNull(details["label"]),
    field: textOrNull(details["field"]),
    key_id: textOrNull(details["key_id"]),
    preference_id: textOrNull(details["preference_id"]),
    resolved_at: toIsoOrNull(alert.resolvedAtMs),
    acknowledged_at: toIsoOrNull(alert.acknowledgedAtMs),
    muted_until: toIsoOrNull(alert.mutedUntilMs),
    handled_by: alert.handledBy,
    note: alert.note,
  };
}

/** Acknowledges or mutes an alert; records actor and note in the alert and the audit log. @throws SignalboxError not_found */
export async function updateAlert(
  context: ServiceContext,
  caller: Caller,
  input: UpdateAlert & { readonly id: string },
): Promise<AlertWire> {
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
