// Attributes of a candidate as typed values; undefined where none, or none that can be read, is stated.
import { isRecord, MODALITIES, refusedBeside } from "@signalbox/contracts";
import type { Modality } from "@signalbox/contracts";

type Attributes = Readonly<Record<string, unknown>>;

export function numberOf(attributes: Attributes, name: string): number | undefined {
  const value = attributes[name];
  return typeof value === "number" && Number.isFinite(value) ? value : undefined;
}

export function booleanOf(attributes: Attributes, name: string): boolean | undefined {
  const value = attributes[name];
  return typeof value === "boolean" ? value : undefined;
}

/** The modalities that the stated list leaves out; undefined where no list is stated. Unknown names are dropped. */
export function refusedOf(attributes: Attributes): readonly Modality[] | undefined {
  const value = attributes["modalities"];
  return Array.isArray(value)
    ? refusedBeside(MODALITIES.filter((modality) => value.includes(modality)))
    : undefined;
}

/** Own scores by benchmark name; empty when none are stated. */
export function benchmarksOf(attributes: Attributes): Readonly<Record<string, number>> {
  const value = attributes["benchmarks"];
  if (!isRecord(value)) return NO_SCORES;
  const scores: Record<string, number> = {};
  for (const [name, score] of Object.entries(value))
    if (typeof score === "number" && Number.isFinite(score)) scores[name] = score;
  return scores;
}

const NO_SCORES: Readonly<Record<string, number>> = Object.freeze({});
