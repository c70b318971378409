import type { Drift } from "@signalbox/contracts";

import { readDrift } from "./read-drift.ts";
import type { ServiceContext } from "../../context/service-context.ts";
import { authorise, type Caller } from "../auth/authorise.ts";
import { toIso } from "../timestamps.ts";

const ALERTS_SHOWN = 100;

/** Predicted against reported success over the last thirty days, the widest gaps first, with the alerts. */
export async function getDrift(context: ServiceContext, caller: Caller): Promise<Drift> {
  authorise(caller.principal, "overview.read");
  const { accountId } = caller.principal;
  const nowMs = context.clock.nowMs();
  const rows = await readDrift(context.storage, accountId, nowMs);
  const alerts = await context.storage.alerts.list({ accountId, limit: ALERTS_SHOWN });
  return {
    checked_at: toIso(nowMs),
    rows: rows
      .toSorted((a, b) => Math.abs(b.gap) - Math.abs(a.gap))
      .map((row) => ({
        label: row.label,
        field: row.field,
        feedback: row.feedback,
        success_predicted: row.predicted,
        success_reported: row.reported,
        gap: row.gap,
        gap_spread: Number.isFinite(row.gapSpread) ? row.gapSpread : null,
        is_alert: row.isAlert,
      })),
    alerts: alerts.items.map(({ id, openedAtMs, kind, subject, details, resolvedAtMs }) => ({
      id,
      at: toIso(openedAtMs),
      kind,
      message: typeof details["message"] === "string" ? details["message"] : subject,
      resolved_at: resolvedAtMs === null ? null : toIso(resolvedAtMs),
    })),
  };
}
