// Limits of time and bytes that a caller sets, checked and enforced.
import { SignalboxApiError } from "./errors.ts";

/** The least that each can be; Infinity is allowed everywhere. */
const LEAST = {
  firstByteTimeoutMs: 0,
  timeoutMs: 0,
  deadlineMs: 0,
  retries: 0,
  retryDelayMsMax: 0,
  attemptsMax: 1,
  callTimeoutMs: 0,
  chunkTimeoutMs: 0,
  reportsPendingMax: 0,
  linkedIdsMax: 0,
} as const;

/** Looks at those that are there. @throws SignalboxApiError bad_request */
export function assertLimits(options: Readonly<Partial<Record<keyof typeof LEAST, unknown>>>): void {
  for (const name of Object.keys(LEAST) as (keyof typeof LEAST)[]) {
    const value = options[name];
    if (value === undefined || (typeof value === "number" && value >= LEAST[name])) continue;
    const detail = `\`${name}\` must be a number, at least ${LEAST[name]}.`;
    throw new SignalboxApiError({ code: "bad_request", detail, status: 0 });
  }
}

export interface LimitedSignal {
  /** Aborted by the parent, by the limit, or by `abort`. */
  readonly signal: AbortSignal;
  hasExpired(): boolean;
  abort(): void;
  /** Starts to count again. @unit milliseconds */
  restart(limitMs: number): void;
  /** Stops the clock; the parent still aborts the signal. */
  pause(): void;
  /** Lets go of timer and parent. */
  release(): void;
}

/** The longest that timers can count; more would fire immediately. */
const TIMER_MS_MAX = 2 ** 31 - 1;

/** `limitMs` of Infinity is no limit. @unit milliseconds */
export function limitSignal(parent: AbortSignal | undefined, limitMs: number): LimitedSignal {
  const controller = new AbortController();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let hasExpired = false;
  const onParentAbort = (): void => {
    controller.abort(parent?.reason);
  };
  const pause = (): void => {
    clearTimeout(timer);
  };
  const restart = (afterMs: number): void => {
    pause();
    if (afterMs > TIMER_MS_MAX) return;
    timer = setTimeout(() => {
      hasExpired = true;
      controller.abort(new DOMException("The time limit has passed.", "TimeoutError"));
    }, afterMs);
  };
  if (parent?.aborted === true) onParentAbort();
  else {
    parent?.addEventListener("abort", onParentAbort);
    restart(limitMs);
  }
  return {
    signal: controller.signal,
    hasExpired: () => hasExpired,
    abort: () => {
      controller.abort();
    },
    restart,
    pause,
    release: () => {
      pause();
      parent?.removeEventListener("abort", onParentAbort);
    },
  };
}

/** The promise, unless the signal aborts first: for work that may ignore its signal. Rejects with the signal's reason. */
export async function raceSignal<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  let onAbort: (() => void) | undefined;
  const aborted = new Promise<never>((_resolve, reject) => {
    onAbort = () => {
      reject(signal.reason);
    };
    if (signal.aborted) onAbort();
    signal.addEventListener("abort", onAbort);
  });
  try {
    return await Promise.race([aborted, work]);
  } finally {
    if (onAbort !== undefined) signal.removeEventListener("abort", onAbort);
  }
}
