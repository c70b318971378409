// Which candidate of a decision a report is about. Existing clients name provider and model, ours the label.
import { invalid } from "@signalbox/contracts";
import type { DecisionRow } from "@signalbox/storage";
import { readRecord } from "@signalbox/engine/internals";

interface Judged {
  readonly label?: string | undefined;
  readonly provider?: { readonly provider?: string | null; readonly model: string } | undefined;
}

function matches(candidate: NamedCandidate, { provider, model }: NonNullable<Judged["provider"]>): boolean {
  if (
    candidate.model === model &&
    (provider === undefined || provider === null || candidate.provider === provider)
  )
    return true;
  const spelt = provider === undefined || provider === null ? model : `${provider}/${model}`;
  const label = candidate.callLabel ?? candidate.label;
  return label === spelt || label === model;
}

/** The pick, when the report names none. @throws SignalboxError validation_failed for a label that was no candidate */
export function findLabel(row: DecisionRow, judged: Judged): string {
  if (judged.label === undefined && judged.provider === undefined) return row.label;
  const { ranked, rejected } = namedCandidates(row);
  const { label, provider } = judged;
  const byLabel = [...ranked.map((candidate) => candidate.label), ...rejected].find(
    (known) => known === label,
  );
  if (byLabel !== undefined) return byLabel;
  // Takes the best ranked of several efforts of one entry: the pick, where it is among them.
  const byEntry = label === undefined ? undefined : ranked.find(({ callLabel }) => callLabel === label);
  if (byEntry !== undefined) return byEntry.label;
  const byProvider =
    provider === undefined ? undefined : ranked.find((candidate) => matches(candidate, provider));
  if (byProvider !== undefined) return byProvider.label;
  throw invalid([
    {
      location: label === undefined ? "body.provider" : "body.label",
      message: "It was not a candidate of this session.",
      fix: `Send one of its labels, e.g. ${JSON.stringify(row.label)}, or leave it out for the pick.`,
    },
  ]);
}

// The names of a decision's candidates, from the record that was kept.
interface NamedCandidate {
  readonly label: string;
  readonly callLabel?: string | undefined;
  readonly provider: string | null;
  readonly model: string | null;
  /** Canonical id in the catalogue; null when unknown. */
  readonly modelId: string | null;
}

interface NamedCandidates {
  readonly ranked: readonly NamedCandidate[];
  /** Labels alone: who was rejected was never identified further. */
  readonly rejected: readonly string[];
}

export function namedCandidates(row: DecisionRow): NamedCandidates {
  const { ranking, rejected } = readRecord(row.record);
  return { ranked: ranking, rejected: rejected.map(({ label }) => label) };
}
