import type { Alert as AlertWire } from "@signalbox/contracts";
import type { Alert } from "@signalbox/storage";

import { toIso, toIsoOrNull } from "../timestamps.ts";

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
