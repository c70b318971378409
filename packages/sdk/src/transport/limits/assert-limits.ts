// A limit read from the environment is easily NaN, which a timer takes for "now" and a comparison for "never".
import { SignalboxApiError } from "../errors.ts";

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
