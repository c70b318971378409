import type { DecisionRow, Feedback } from "@signalbox/storage";

import { toIso, toIsoOrNull } from "../timestamps.ts";

/** One line of an export. */
export type ExportRecord = Readonly<Record<string, unknown>> & { readonly type: string };

const floats = (values: Float32Array | null): readonly number[] | null =>
  values === null ? null : Array.from(values);

export function decisionRecord(row: DecisionRow): ExportRecord {
  const { accountId: _, createdAtMs, features, ...rest } = row;
  return {
    type: "decision",
    ...rest,
    created_at: toIso(createdAtMs),
    features: floats(features),
  };
}

export function feedbackRecord(feedback: Feedback): ExportRecord {
  const { accountId: _, createdAtMs, updatedAtMs, withdrawnAtMs, ...rest } = feedback;
  const times = { created_at: toIso(createdAtMs), updated_at: toIso(updatedAtMs) };
  return { type: "feedback", ...rest, ...times, withdrawn_at: toIsoOrNull(withdrawnAtMs) };
}
