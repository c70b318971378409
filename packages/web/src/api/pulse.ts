// Whether the service answers, known for the whole page: while a tab is looked at, a small question goes out every second. Slow
// means that an answer is late, down that none came; what was waiting is then let go, and asked again once the service is back.

export type Pulse = "up" | "slow" | "down";

const EVERY_MS = 800;
const SLOW_MS = 3_000;
const GIVE_UP_MS = 10_000;

interface Means {
  /** Rejects without an answer, and when its signal is aborted. */
  readonly ask: (signal: AbortSignal) => Promise<unknown>;
  readonly isLookedAt: () => boolean;
}

const state = {
  pulse: "up" as Pulse,
  listeners: new Set<() => void>(),
  /** Aborts what waits for an answer of a service that gives none. */
  waiting: new AbortController(),
};

export const pulseNow = (): Pulse => state.pulse;

export function onPulse(listener: () => void): () => void {
  state.listeners.add(listener);
  return () => state.listeners.delete(listener);
}

function tell(pulse: Pulse): void {
  if (pulse === state.pulse) return;
  state.pulse = pulse;
  if (pulse === "down") {
    state.waiting.abort(new TypeError("the service does not answer"));
    state.waiting = new AbortController();
  }
  for (const listener of state.listeners) listener();
}

async function beat(ask: Means["ask"]): Promise<void> {
  const slow = setTimeout(() => {
    if (state.pulse === "up") tell("slow");
  }, SLOW_MS);
  try {
    await ask(AbortSignal.timeout(GIVE_UP_MS));
    tell("up");
  } catch {
    tell("down");
  } finally {
    clearTimeout(slow);
  }
}

const pause = (delayMs: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, delayMs));

/** Goes on until `signal` is aborted. */
export async function followPulse({ ask, isLookedAt }: Means, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    if (isLookedAt()) await beat(ask);
    await pause(EVERY_MS);
  }
}

/** The same fetch, whose questions (what only reads) end as soon as the service is known not to answer. */
export function withPulse(send: typeof globalThis.fetch): typeof globalThis.fetch {
  return (input, init) => {
    if ((init?.method ?? "GET") !== "GET") return send(input, init);
    const own = init?.signal ?? undefined;
    const signal = own === undefined ? state.waiting.signal : AbortSignal.any([own, state.waiting.signal]);
    return send(input, { ...init, signal });
  };
}
