// A fitted correction to and from plain JSON, for the immutable snapshots that replicas share.
import { SignalboxError } from "@signalbox/contracts";

import type { FittedCorrection } from "./select-correction.ts";

const FORMAT = "signalbox-correction-2";

interface Serialised {
  readonly format: string;
  readonly fitted: unknown;
}

/** Arrays become `{ f64: number[] }`, everything else stays as it is. */
export function serialiseCorrection(fitted: FittedCorrection): string {
  const body: Serialised = { format: FORMAT, fitted };
  return JSON.stringify(body, (_key, value: unknown) =>
    value instanceof Float64Array ? { f64: Array.from(value) } : value,
  );
}

/**
 * Undefined for a snapshot in the format of another release: it is passed over until something is learned anew.
 * @throws SignalboxError invalid_artefact when the text is not JSON
 */
export function parseCorrection(text: string): FittedCorrection | undefined {
  let body: Serialised;
  try {
    body = JSON.parse(text, (_key, value: unknown) =>
      typeof value === "object" && value !== null && "f64" in value && Array.isArray(value.f64)
        ? Float64Array.from(value.f64 as number[])
        : value,
    ) as Serialised;
  } catch (cause) {
    throw new SignalboxError("invalid_artefact", "The learned snapshot is not valid JSON.", { cause });
  }
  return body.format === FORMAT ? (body.fitted as FittedCorrection) : undefined;
}
