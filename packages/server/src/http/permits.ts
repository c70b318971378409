// Permits instead of a queue without end: what cannot be worked on now is shed immediately, before its body is read.
// Callers without a key have a pool of their own, so that no crowd of them can shut out those who have one.
import { SignalboxError } from "@signalbox/contracts";

import { addressGroup } from "../context/address-group.ts";

/** Gives a permit back; calling it again does nothing. */
export type Release = () => void;

export interface Permits {
  readonly inFlight: number;
  /** @throws SignalboxError overloaded */
  take(address: string): Release;
}

export interface PermitOptions {
  readonly max: number;
  /** How many one address may hold; undefined where callers are known by their key. */
  readonly perAddressMax?: number;
}

function refuse(detail: string): never {
  throw new SignalboxError("overloaded", `${detail} Repeat in a second.`, { retryAfterS: 1 });
}

export function createPermits({ max, perAddressMax }: PermitOptions): Permits {
  let inFlight = 0;
  const byAddress = new Map<string, number>();
  const count = (group: string, change: number): void => {
    const now = (byAddress.get(group) ?? 0) + change;
    if (now > 0) byAddress.set(group, now);
    else byAddress.delete(group);
  };
  return {
    get inFlight() {
      return inFlight;
    },
    take: (address) => {
      if (inFlight >= max) refuse(`More than ${max} requests are in flight.`);
      const group = perAddressMax === undefined ? undefined : addressGroup(address);
      if (group !== undefined && (byAddress.get(group) ?? 0) >= (perAddressMax ?? max))
        refuse(`More than ${perAddressMax} requests of this address are in flight.`);
      inFlight += 1;
      if (group !== undefined) count(group, 1);
      let isHeld = true;
      return () => {
        if (!isHeld) return;
        isHeld = false;
        inFlight -= 1;
        if (group !== undefined) count(group, -1);
      };
    },
  };
}
