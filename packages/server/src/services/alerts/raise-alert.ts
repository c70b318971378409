import { randomUUID } from "node:crypto";

import type { Alert } from "@signalbox/storage";

import type { ServiceContext } from "../../context/service-context.ts";
import { notifyAlert } from "./notify-alert.ts";

const OPEN_ALERTS_MAX = 500;

type Raised = Pick<Alert, "accountId" | "kind" | "subject" | "severity" | "details">;

/** Opens an alert or refreshes the open one; it is reported once, whatever number of replicas watch. */
export async function raiseAlert(context: ServiceContext, raised: Raised): Promise<void> {
  const { accountId, kind, details } = raised;
  const openedAtMs = context.clock.nowMs();
  const { alert, isNew } = await context.storage.alerts.open({ ...raised, id: randomUUID(), openedAtMs });
  if (!isNew) return;
  context.logger.warn({ accountId, kind, ...details }, "an alert was opened");
  context.metrics.noteAlert(kind);
  await notifyAlert(context, alert, "opened");
}

interface Standing {
  readonly accountId: string;
  readonly kind: string;
  /** Subjects of which the alert still holds. */
  readonly subjects: ReadonlySet<string>;
}

/** Closes the alerts of a kind that no longer hold. */
export async function closeOthers(context: ServiceContext, standing: Standing): Promise<void> {
  const { accountId, kind, subjects } = standing;
  const { alerts } = context.storage;
  const open = await alerts.list({ accountId, openOnly: true, limit: OPEN_ALERTS_MAX });
  for (const { kind: its, subject } of open.items) {
    if (its !== kind || subjects.has(subject)) continue;
    const closed = await alerts.resolve({ accountId, kind, subject, atMs: context.clock.nowMs() });
    if (closed !== undefined) await notifyAlert(context, closed, "closed");
  }
}
