// Whether the service is worth asking: after an outage callers with a fallback are answered without waiting for the dead.
// Closed: asked. Open: not asked. Half open: one background probe is under way.

import { isOutage, type SignalboxApiError } from "./errors.ts";
import { apiRoot, type ClientOptions } from "./transport.ts";
import { limitSignal, raceSignal } from "./limits.ts";

const TIMEOUT_MS = 1000;
const BROKEN = 500;

/** Whether anything but a fault of a server comes back within a second; a proxy that hides the address has answered too. */
export async function isAlive({
  baseUrl,
  fetch = globalThis.fetch,
  headers,
}: ClientOptions): Promise<boolean> {
  const limit = limitSignal(undefined, TIMEOUT_MS);
  try {
    const address = `${apiRoot(baseUrl).slice(0, -"/api/v1".length)}/livez`;
    const init = { headers: { ...headers }, signal: limit.signal };
    const { status } = await raceSignal(fetch(address, init), limit.signal);
    return status < BROKEN;
  } catch {
    // Whatever went wrong, nothing came back.
    return false;
  } finally {
    limit.release();
  }
}

export interface ServiceHealth {
  /** `open`: the service is not asked while a fallback can answer; `half_open`: a probe is under way. */
  readonly state: "closed" | "open" | "half_open";
  /** Failed calls of the last ten seconds. */
  readonly failures: number;
  /** The last outage; undefined once the service has answered since. */
  readonly fault: SignalboxApiError | undefined;
}

export interface Breaker {
  health(): ServiceHealth;
  /** The outage that a call with a fallback need not wait for again; undefined when the service is to be asked. */
  knownOutage(): SignalboxApiError | undefined;
  /** The outcome of a call; faults that are no outage count as answers. */
  note(fault: SignalboxApiError | undefined): void;
}

interface BreakerOptions {
  /** Whether the service answers at all; never rejects. */
  readonly probe: () => Promise<boolean>;
  readonly onHealth?: ((health: ServiceHealth) => void) | undefined;
  /** @unit milliseconds */
  readonly nowMs?: (() => number) | undefined;
}

const FAILURES_MAX = 3;
const WINDOW_MS = 10_000;
/** Between two probes, while no call asks the service. */
const PROBE_EVERY_MS = 1000;

export function createBreaker({ probe, onHealth, nowMs = () => performance.now() }: BreakerOptions): Breaker {
  let failedAtMs: readonly number[] = [];
  let fault: SignalboxApiError | undefined;
  let state: ServiceHealth["state"] = "closed";
  let triedAtMs = 0;
  const recent = (): readonly number[] => failedAtMs.filter((at) => at > nowMs() - WINDOW_MS);
  const health = (): ServiceHealth => ({ state, failures: recent().length, fault });
  const change = (next: ServiceHealth["state"]): void => {
    if (state === next) return;
    state = next;
    // An error that a listener throws does not fail the call.
    if (onHealth !== undefined)
      void Promise.resolve(health())
        .then(onHealth)
        .catch(() => undefined);
  };
  const close = (): void => {
    failedAtMs = [];
    fault = undefined;
    change("closed");
  };
  const startProbe = async (): Promise<void> => {
    change("half_open");
    const isAlive = await probe();
    triedAtMs = nowMs();
    if (state !== "half_open") return;
    if (isAlive) close();
    else change("open");
  };
  return {
    health,
    knownOutage: () => {
      if (state === "open" && nowMs() - triedAtMs >= PROBE_EVERY_MS) void startProbe();
      return state === "closed" ? undefined : fault;
    },
    note: (outcome) => {
      if (outcome === undefined || !isOutage(outcome)) return close();
      fault = outcome;
      failedAtMs = [...recent(), nowMs()];
      // A silent timeout costs a caller the whole limit: no call should pay it twice.
      if (outcome.code !== "timeout" && failedAtMs.length < FAILURES_MAX) return;
      if (state === "closed") triedAtMs = nowMs();
      change(state === "closed" ? "open" : state);
    },
  };
}
