// Opens an alert when a model's calibration breaks in a field and closes it when it holds again. One open alert per model
// and field, whatever number of replicas watch.
import type { ServiceContext } from "../../context/service-context.ts";
import { closeOthers, raiseAlert } from "../../services/alerts/raise-alert.ts";
import { readDrift } from "../../services/drift/get-drift.ts";
import type { DriftRow } from "../../services/drift/judge-drift.ts";

const DRIFT_KIND = "calibration";
const OVERLAP_MS = 60_000;

function subjectOf({ label, field }: Pick<DriftRow, "label" | "field">): string {
  return `${label} in ${field}`;
}

function messageOf(row: Pick<DriftRow, "label" | "field" | "reported" | "predicted" | "feedback">): string {
  const percent = (value: number): string => `${(100 * value).toFixed(0)} %`;
  const direction = row.reported < row.predicted ? "worse" : "better";
  return `${row.label} does ${direction} in ${row.field} than predicted: ${percent(row.reported)} reported, ${percent(row.predicted)} predicted, ${row.feedback} reports.`;
}

const severityOf = ({ gap }: DriftRow): "critical" | "warning" =>
  Math.abs(gap) > 0.2 ? "critical" : "warning";

async function watchAccount(context: ServiceContext, accountId: string): Promise<void> {
  const rows = await readDrift(context.storage, accountId, context.clock.nowMs());
  const broken = rows.filter((row) => row.isAlert);
  for (const row of broken) {
    const { label, field, feedback, predicted, reported, gap } = row;
    const details = { label, field, feedback, predicted, reported, gap, message: messageOf(row) };
    const about = { kind: DRIFT_KIND, subject: subjectOf(row), severity: severityOf(row) };
    await raiseAlert(context, { accountId, ...about, details });
  }
  await closeOthers(context, { accountId, kind: DRIFT_KIND, subjects: new Set(broken.map(subjectOf)) });
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
