// The warnings of one request, bounded while they are gathered: a body of strangers costs no more than a body of twenty.
import type { FieldError } from "@signalbox/contracts";

const WARNINGS_MAX = 20;
/** Spellings that one request may have compared with the names that are read; the search ends there. */
const COMPARED_MAX = 200;

export interface Warnings {
  readonly found: readonly FieldError[];
  /** True: nothing more is looked for. */
  readonly isFull: boolean;
  /** Nothing happens where it is full. */
  readonly add: (...warnings: readonly FieldError[]) => void;
  /** Counts a comparison; false where the request has had as many as it may. */
  readonly mayCompare: () => boolean;
}

export function createWarnings(): Warnings {
  const found: FieldError[] = [];
  let compared = 0;
  return {
    found,
    get isFull() {
      return found.length >= WARNINGS_MAX || compared > COMPARED_MAX;
    },
    add: (...warnings) => {
      found.push(...warnings.slice(0, WARNINGS_MAX - found.length));
    },
    mayCompare: () => {
      compared += 1;
      return compared <= COMPARED_MAX;
    },
  };
}
