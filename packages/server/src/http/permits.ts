// Permits instead of a queue without end: what cannot be worked on now is shed immediately, before its body is read.
// Callers without a key have a pool of their own, so that no crowd of them can shut out those who have one.
import type { IncomingHttpHeaders } from "node:http";

import { SignalboxError } from "@signalbox/contracts";
import { createHoldings } from "../context/holdings.ts";
import { addressGroup } from "../context/networks.ts";

/** Gives a permit back; calling it again does nothing. */
type Release = () => void;

/** Permits that only people with a session may take, so that an operator gets in while keys have all the others. */
const SESSIONS_RESERVED = 8;

export interface Permits {
  readonly inFlight: number;
  /** @param from whose address counts only where addresses are limited @throws SignalboxError overloaded */
  take(from: { readonly ip: string; readonly headers: IncomingHttpHeaders }): Release;
}

interface PermitOptions {
  readonly max: number;
  /** How many one address may hold; undefined where callers are known by their key. */
  readonly perAddressMax?: number;
}

export function shed(detail: string): SignalboxError {
  return new SignalboxError("overloaded", `${detail} Repeat in a second.`, { retryAfterS: 1 });
}

/** Larger bodies are refused while memory runs out. @unit bytes */
const SMALL_BODY_BYTES = 65_536;

/** @param body what the headers say about it. @throws SignalboxError overloaded for a body that is large or of unknown size */
export function assertMemoryFor(
  { isShortOfMemory }: { readonly isShortOfMemory: boolean },
  body: { readonly length: string | undefined; readonly encoding: string | undefined },
): void {
  if (!isShortOfMemory) return;
  if (body.encoding === undefined && Number(body.length ?? 0) <= SMALL_BODY_BYTES) return;
  throw shed("Memory runs out: only requests with a small body are answered.");
}

export function createPermits({ max, perAddressMax }: PermitOptions): Permits {
  let inFlight = 0;
  const addresses = perAddressMax === undefined ? undefined : createHoldings(() => perAddressMax);
  const reserved = addresses === undefined ? Math.min(SESSIONS_RESERVED, max >> 3) : 0;
  return {
    get inFlight() {
      return inFlight;
    },
    take: (from) => {
      // A forged cookie gets as far as authentication, which gives the permit back.
      const isSession = from.headers.cookie !== undefined && from.headers.authorization === undefined;
      if (inFlight >= (isSession ? max : max - reserved))
        throw shed(`More than ${max} requests are in flight.`);
      const giveBack = addresses?.take(addressGroup(from.ip));
      if (addresses !== undefined && giveBack === undefined)
        throw shed(`More than ${perAddressMax} requests of this address are in flight.`);
      inFlight += 1;
      let isHeld = true;
      return () => {
        if (!isHeld) return;
        isHeld = false;
        inFlight -= 1;
        giveBack?.();
      };
    },
  };
}

// Pauses before refusals: a client that asks again as soon as it is answered would otherwise cost as much as one that is served.

/** Further refusals leave immediately. */
const PAUSING_MAX = 4_096;

let pausing = 0;

/**
 * Calls back after a pause, or immediately where too many wait already. Pauses are of half to three halves of the time, so that
 * those who were refused together do not come again together.
 * @param ms on average
 */
export function pause(ms: number, done: () => void): void {
  if (pausing >= PAUSING_MAX) {
    done();
    return;
  }
  pausing += 1;
  setTimeout(
    () => {
      pausing -= 1;
      done();
    },
    ms * (0.5 + Math.random()),
  );
}
