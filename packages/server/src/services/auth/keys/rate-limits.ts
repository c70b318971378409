// Token buckets in memory, one per key and one per account. A bucket holds a minute's worth; replicas count on their own.
import { SignalboxError } from "@signalbox/contracts";

import type { Clock } from "../../../context/clock.ts";
import type { RateBucket, RateLimits } from "../../../context/ports.ts";

const MINUTE_MS = 60_000;
const BUCKETS_MAX = 100_000;

interface Bucket {
  tokens: number;
  filledAtMs: number;
}

/** Full buckets say nothing: forgetting them is free. */
function sweep(buckets: Map<string, Bucket>, nowMs: number): void {
  for (const [owner, bucket] of buckets) if (nowMs - bucket.filledAtMs >= MINUTE_MS) buckets.delete(owner);
  for (const owner of buckets.keys()) {
    if (buckets.size < BUCKETS_MAX) return;
    buckets.delete(owner);
  }
}

function rateLimited(perMinute: number, waitMs: number): SignalboxError {
  const detail = `More than ${perMinute} requests in a minute. Wait, then repeat.`;
  return new SignalboxError("rate_limited", detail, { retryAfterS: Math.ceil(waitMs / 1000) });
}

/** Takes a token from the bucket and returns 0, or returns the milliseconds until there is one. */
type TakeToken = (bucket: RateBucket) => number;

export function createTokenBuckets(clock: Clock): TakeToken {
  const buckets = new Map<string, Bucket>();
  return ({ owner, perMinute }) => {
    if (perMinute === 0) return 0;
    const nowMs = clock.nowMs();
    if (buckets.size >= BUCKETS_MAX) sweep(buckets, nowMs);
    const bucket = buckets.get(owner) ?? { tokens: perMinute, filledAtMs: nowMs };
    const refill = (Math.max(0, nowMs - bucket.filledAtMs) * perMinute) / MINUTE_MS;
    bucket.tokens = Math.min(perMinute, bucket.tokens + refill);
    bucket.filledAtMs = nowMs;
    buckets.set(owner, bucket);
    if (bucket.tokens < 1) return ((1 - bucket.tokens) * MINUTE_MS) / perMinute;
    bucket.tokens -= 1;
    return 0;
  };
}

export function createRateLimits(clock: Clock): RateLimits {
  const takeToken = createTokenBuckets(clock);
  return {
    counting: "local",
    approximated: 0,
    take: (buckets) => {
      for (const bucket of buckets) {
        const waitMs = takeToken(bucket);
        if (waitMs > 0) throw rateLimited(bucket.perMinute, waitMs);
      }
      return undefined;
    },
    close: () => Promise.resolve(),
  };
}

/** Takes tokens that are kept elsewhere. @returns the milliseconds until there is one; 0 when one was taken */
type AskToken = (bucket: RateBucket) => Promise<number>;

async function takeInTurn(buckets: readonly RateBucket[], ask: AskToken): Promise<void> {
  for (const bucket of buckets) {
    const waitMs = await ask(bucket);
    if (waitMs > 0) throw rateLimited(bucket.perMinute, waitMs);
  }
}

/** Waits only where a bucket has a limit. @throws SignalboxError rate_limited */
export function takeElsewhere(buckets: readonly RateBucket[], ask: AskToken): Promise<void> | undefined {
  const limited = buckets.filter(({ perMinute }) => perMinute > 0);
  return limited.length > 0 ? takeInTurn(limited, ask) : undefined;
}

/** The buckets of the first process, which all workers of a service take from. */
export function createWorkerRateLimits(ask: AskToken): RateLimits {
  return {
    counting: "local",
    approximated: 0,
    take: (buckets) => takeElsewhere(buckets, ask),
    close: () => Promise.resolve(),
  };
}
