// Permits instead of a queue without end: what cannot be worked on now is shed at once, before its body is read.
import { SignalboxError } from "@signalbox/contracts";

export interface Permits {
  readonly inFlight: number;
  /** @throws SignalboxError overloaded */
  take(): void;
  release(): void;
}

export function createPermits(max: number): Permits {
  let inFlight = 0;
  return {
    get inFlight() {
      return inFlight;
    },
    take: () => {
      if (inFlight >= max)
        throw new SignalboxError(
          "overloaded",
          `More than ${max} requests are in flight. Repeat in a second.`,
          {
            retryAfterS: 1,
          },
        );
      inFlight += 1;
    },
    release: () => {
      inFlight -= 1;
    },
  };
}
