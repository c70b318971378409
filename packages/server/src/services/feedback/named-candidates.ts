// The names of a decision's candidates, from the numbers that were kept: wording a whole explanation to look a label up
// would cost more than the report.
import type { DecisionRecord } from "@signalbox/engine";
import type { DecisionRow } from "@signalbox/storage";

export interface NamedCandidate {
  readonly label: string;
  readonly provider: string | null;
  readonly model: string | null;
  /** Canonical id in the catalogue; null when unknown. */
  readonly modelId: string | null;
}

export interface NamedCandidates {
  readonly ranked: readonly NamedCandidate[];
  /** Labels alone: who was rejected was never identified further. */
  readonly rejected: readonly string[];
}

/** Rows that kept words instead of numbers, as imported ones may, are read from those. */
export function namedCandidates(row: DecisionRow): NamedCandidates {
  const record = row.record as Pick<DecisionRecord, "ranking" | "rejected"> | undefined;
  if (record !== undefined)
    return { ranked: record.ranking, rejected: record.rejected.map(({ label }) => label) };
  const { ranking, rejected } = row.explanation;
  return {
    ranked: ranking.map(({ label, provider, model, model_id: modelId }) => ({
      label,
      provider,
      model,
      modelId,
    })),
    rejected: rejected.map(({ label }) => label),
  };
}
