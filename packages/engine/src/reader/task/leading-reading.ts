// Which reading of a turn leads: a mixture of that of all of it and of the others, gated by what each says.
// @source Jacobs, Jordan, Nowlan, Hinton (1991), "Adaptive mixtures of local experts"
import type { TensorStore } from "../../artefact/tensor-store.ts";
import { HEADS } from "./attention.ts";
import { EDGE_FEATURES, INSTRUCTION_FEATURES } from "./other-readings.ts";
import type { OtherReading } from "./other-readings.ts";
import type { TextSpan } from "./task-reading.ts";

/** Shares of operations and of classes are mixed, and the length; the field is that of all that was said. */
const MIXED = [
  [HEADS.operation, HEADS.field],
  [HEADS.tier, HEADS.count],
] as const;
const LEADS = 0.5;

/** The features by which a reading leads or not. */
export type LeadFeatures = Pick<OtherReading, "span" | "features">;

/** Index of its first weight: those of edges come first, then those of instructions. */
export const weightsFrom = ({ span }: LeadFeatures): number => (span === undefined ? EDGE_FEATURES : 0);

/** Log odds of a reading against that of all of the turn. */
export function leadOf(reading: LeadFeatures, weights: ArrayLike<number>): number {
  const { features } = reading;
  const from = weightsFrom(reading);
  let sum = 0;
  for (let at = 0; at < features.length; at += 1) sum += features[at]! * weights[from + at]!;
  return sum;
}

/** Mixes the others into the reading of all of the turn. @returns the parts that lead, where some of them do */
export type MixReadings = (whole: Float64Array, others: readonly OtherReading[]) => TextSpan | undefined;

/** @throws SignalboxError invalid_artefact when the tensor is missing or misshapen */
export function loadLeadingReading(store: TensorStore): MixReadings {
  const weights = store.float32("taskLead", EDGE_FEATURES + INSTRUCTION_FEATURES);
  return (whole, others) => {
    const leads = others.map((other) => leadOf(other, weights));
    const most = Math.max(0, ...leads);
    const counts = leads.map((lead) => Math.exp(lead - most));
    const own = Math.exp(-most);
    const sum = counts.reduce((total, count) => total + count, own);
    for (const [from, to] of MIXED)
      for (let at = from; at < to; at += 1) {
        let mixed = own * whole[at]!;
        for (let other = 0; other < others.length; other += 1)
          mixed += counts[other]! * others[other]!.shares[at]!;
        whole[at] = mixed / sum;
      }
    return others[counts.findIndex((count) => count / sum > LEADS)]?.span;
  };
}
