// Opens an alert when a model's calibration breaks in a field, resolves it when it holds again, and tells the log, the
// metrics and, where configured, a webhook. One open alert per model and field, whatever number of replicas watch.
import { randomUUID } from "node:crypto";

import type { ServiceContext } from "../../context/service-context.ts";
import { readDrift } from "../../services/drift/read-drift.ts";
import type { DriftRow } from "../../services/drift/judge-drift.ts";

export const DRIFT_KIND = "calibration";
const WEBHOOK_TIMEOUT_MS = 5_000;
const OPEN_ALERTS_MAX = 500;
const OVERLAP_MS = 60_000;

export function subjectOf({ label, field }: Pick<DriftRow, "label" | "field">): string {
  return `${label} in ${field}`;
}

export function messageOf(
  row: Pick<DriftRow, "label" | "field" | "reported" | "predicted" | "feedback">,
): string {
  const percent = (value: number): string => `${(100 * value).toFixed(0)} %`;
  const direction = row.reported < row.predicted ? "worse" : "better";
  return `${row.label} does ${direction} in ${row.field} than predicted: ${percent(row.reported)} reported, ${percent(row.predicted)} predicted, ${row.feedback} reports.`;
}

async function post(context: ServiceContext, body: unknown): Promise<void> {
  const url = context.config.learning.alertWebhookUrl;
  if (url === "") return;
  try {
    const response = await fetch(url, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(WEBHOOK_TIMEOUT_MS),
    });
    if (!response.ok) context.logger.warn({ status: response.status }, "the alert webhook refused an alert");
  } catch (cause) {
    context.logger.warn({ cause }, "the alert webhook could not be reached");
  }
}

async function raise(context: ServiceContext, accountId: string, row: DriftRow): Promise<void> {
  const { label, field, feedback, predicted, reported, gap } = row;
  const details = { label, field, feedback, predicted, reported, gap, message: messageOf(row) };
  const opened = await context.storage.alerts.open({
    id: randomUUID(),
    accountId,
    kind: DRIFT_KIND,
    subject: subjectOf(row),
    severity: Math.abs(gap) > 0.2 ? "critical" : "warning",
    details,
    openedAtMs: context.clock.nowMs(),
  });
  if (!opened.isNew) return;
  context.logger.warn({ accountId, ...details }, "calibration is broken");
  context.metrics.noteAlert(DRIFT_KIND);
  await post(context, { kind: DRIFT_KIND, account_id: accountId, ...details });
}

async function watchAccount(context: ServiceContext, accountId: string): Promise<void> {
  const { storage, clock } = context;
  const rows = await readDrift(storage, accountId, clock.nowMs());
  const broken = new Set(rows.filter((row) => row.isAlert).map(subjectOf));
  for (const row of rows) if (row.isAlert) await raise(context, accountId, row);
  const open = await storage.alerts.list({ accountId, openOnly: true, limit: OPEN_ALERTS_MAX });
  for (const alert of open.items)
    if (alert.kind === DRIFT_KIND && !broken.has(alert.subject))
      await storage.alerts.resolve({
        accountId,
        kind: DRIFT_KIND,
        subject: alert.subject,
        atMs: clock.nowMs(),
      });
}

/** One round over the accounts whose feedback changed since the last. */
export function createDriftWatch(context: ServiceContext): () => Promise<void> {
  let sinceMs = 0;
  return async () => {
    const startedMs = context.clock.nowMs();
    for (const accountId of await context.storage.feedback.listChangedAccounts({ sinceMs }))
      await watchAccount(context, accountId);
    sinceMs = startedMs - OVERLAP_MS;
  };
}
