// Faults found while the wire form is read, kept together so that a caller sees all of them together.
import { FAULTS_MAX, invalid, type FieldError } from "@signalbox/contracts";

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
