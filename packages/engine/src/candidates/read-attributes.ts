// Attributes of a candidate as typed values; undefined where none, or none that can be read, is stated.
import { isRecord } from "@signalbox/contracts";
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

/** The stated modalities; `undefined` when none are stated. Names of no known modality are dropped. */
export function modalitiesOf(attributes: Attributes): readonly Modality[] | undefined {
  const value = attributes["modalities"];
  if (!Array.isArray(value)) return undefined;
  return (value as readonly unknown[]).filter(isModality);
}

function isModality(value: unknown): value is Modality {
  return value === "text" || value === "image" || value === "audio" || value === "video" || value === "file";
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
