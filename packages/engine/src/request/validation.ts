// Faults found while the wire form is read, kept together so that a caller sees all of them at once.
import { SignalboxError } from "@signalbox/contracts";
import type { FieldError } from "@signalbox/contracts";

/** More faults than this help nobody and could make an answer larger than its request. */
const FAULTS_MAX = 50;

export type Faults = FieldError[];

export function addFault(faults: Faults, fault: FieldError): void {
  if (faults.length < FAULTS_MAX) faults.push(fault);
}

/** @throws SignalboxError validation_failed when there is any fault; `detail` names the first and its fix. */
export function assertNoFaults(faults: Faults): void {
  const first = faults[0];
  if (first === undefined) return;
  const more = faults.length > 1 ? ` (and ${faults.length - 1} more)` : "";
  throw new SignalboxError("validation_failed", `${first.location}: ${first.message} ${first.fix}${more}`, {
    errors: faults,
  });
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
