import { FAULTS_MAX, invalid, type FieldError } from "@signalbox/contracts";

/** Bounds what the reading of one request may cost, where somebody counts it. */
export interface Reading {
  /**
   * Called again and again while lists are read.
   * @param part that is being read
   * @throws SignalboxError where the request has cost as much as it may
   */
  check(part: () => string): void;
}

/** For callers that read what they wrote themselves. */
export const UNBOUNDED: Reading = { check: () => {} };

/** Items of a list between two looks at the cost. */
export const ITEMS_A_LOOK = 64;

// Faults found while the wire form is read, kept together so that a caller sees all of them together.
export type Faults = FieldError[];

export function addFault(faults: Faults, fault: FieldError): void {
  if (faults.length < FAULTS_MAX) faults.push(fault);
}

/** @throws SignalboxError validation_failed when there is any fault; `detail` names the first and its fix. */
export function assertNoFaults(faults: readonly FieldError[]): void {
  if (faults.length > 0) throw invalid(faults);
}

/** JSON text of a foreign value; undefined when it has none (cycles, bigint). */
export function toJsonText(value: unknown): string | undefined {
  try {
    return JSON.stringify(value);
  } catch (cause) {
    if (cause instanceof TypeError || cause instanceof RangeError) return undefined;
    throw cause;
  }
}
