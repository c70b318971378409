// The findings of a run of torture: figures for people, and the promises that it saw broken.

export interface Outcome {
  readonly figures: readonly (readonly [what: string, figure: string])[];
  /** One sentence for each broken promise; empty when all held. */
  readonly broken: readonly string[];
}

export interface Torture {
  /** The work and the promise of it, in one line. */
  readonly summary: string;
  /** Names and defaults of its numbers. */
  readonly numbers: Readonly<Record<string, number>>;
  /** Why it cannot run here; false when it can. */
  skipReason(): Promise<string | false>;
  run(numbers: Readonly<Record<string, number>>, report: (step: string) => void): Promise<Outcome>;
}

/** Sentences for the conditions that do not hold. */
export function brokenOf(promises: Readonly<Record<string, boolean>>): readonly string[] {
  return Object.entries(promises)
    .filter(([, isKept]) => !isKept)
    .map(([promise]) => `broken: ${promise}`);
}

/** @throws Error for a number that the run does not have */
export function numberOf(numbers: Readonly<Record<string, number>>, name: string): number {
  const value = numbers[name];
  if (value === undefined) throw new Error(`The run has no number "${name}".`);
  return value;
}
