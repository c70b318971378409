// The names of a decision's candidates, from the record that was kept.
import { readRecord } from "@signalbox/engine/internals";
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

export function namedCandidates(row: DecisionRow): NamedCandidates {
  const { ranking, rejected } = readRecord(row.record);
  return { ranked: ranking, rejected: rejected.map(({ label }) => label) };
}
