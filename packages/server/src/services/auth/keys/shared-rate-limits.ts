// The same buckets in Redis or Valkey, so that all replicas take from one. A server that does not answer in time is passed over
// for a second: each replica counts by itself meanwhile, which readiness and metrics report.
import { SignalboxError } from "@signalbox/contracts";
import { inTime } from "@signalbox/storage";

import type { Logger } from "../../../context/logger.ts";
import type { RateBucket, RateLimits } from "../../../context/ports.ts";
import { takeElsewhere } from "./rate-limits.ts";

/** A decision waits no longer for it unless configured otherwise. @unit milliseconds */
const ANSWER_MS = 100;
/** How long it is left alone after it failed. @unit milliseconds */
const REST_MS = 1_000;
/** A start waits no longer for it. @unit milliseconds */
const CONNECT_MS = 1_000;
const RECONNECT_MS = 250;
const QUEUE_MAX = 10_000;

/**
 * One bucket, by the clock of the server that all replicas share. Takes a token and returns 0, or returns the milliseconds until
 * there is one. A bucket unused for a minute is full, so it may be dropped.
 */
const TAKE = `
local time = redis.call('TIME')
local now = time[1] * 1000 + time[2] / 1000
local max = tonumber(ARGV[1])
local kept = redis.call('HMGET', KEYS[1], 'tokens', 'at')
local tokens = tonumber(kept[1]) or max
local at = tonumber(kept[2]) or now
tokens = math.min(max, tokens + math.max(0, now - at) * max / 60000)
local wait = 0
if tokens < 1 then wait = math.ceil((1 - tokens) * 60000 / max) else tokens = tokens - 1 end
redis.call('HSET', KEYS[1], 'tokens', tokens, 'at', string.format('%.3f', now))
redis.call('PEXPIRE', KEYS[1], 60000)
return wait
`;

/** The part of a connection that is used. */
export interface Counter {
  readonly isReady: boolean;
  sendCommand(words: string[]): Promise<unknown>;
  destroy(): void;
}

const within = (answerMs: number) => ({ asked: "The server of the rate limits", answerMs });

/** A connection that comes back by itself; not connected yet when the server does not answer. */
async function connectCounter(url: string, onFault: (cause: unknown) => void): Promise<Counter> {
  const { createClient } = await import("@redis/client");
  const client = createClient({
    url,
    disableOfflineQueue: true,
    commandsQueueMaxLength: QUEUE_MAX,
    socket: { connectTimeout: CONNECT_MS, reconnectStrategy: RECONNECT_MS },
  });
  client.on("error", onFault);
  try {
    await inTime(client.connect(), within(CONNECT_MS));
  } catch (cause) {
    onFault(cause);
  }
  return {
    get isReady() {
      return client.isReady;
    },
    sendCommand: (words) => client.sendCommand(words),
    destroy: () => {
      if (client.isOpen) client.destroy();
    },
  };
}

class SharedRateLimits implements RateLimits {
  readonly #counter: Counter;
  readonly #local: RateLimits;
  readonly #logger: Pick<Logger, "warn">;
  readonly #answerMs: number;
  #approximated = 0;
  #isAway = false;
  /** @unit milliseconds of `performance.now()` */
  #restsUntilMs = 0;

  constructor(counter: Counter, { local, logger, answerMs }: SharedRateLimitOptions) {
    this.#counter = counter;
    this.#local = local;
    this.#logger = logger;
    this.#answerMs = answerMs ?? ANSWER_MS;
    if (!counter.isReady) this.#noteAway("not connected");
  }

  get counting(): "shared" | "approximate" {
    return this.#isAway || !this.#counter.isReady ? "approximate" : "shared";
  }

  get approximated(): number {
    return this.#approximated;
  }

  take(buckets: readonly RateBucket[]): Promise<void> | undefined {
    return takeElsewhere(buckets, async (bucket) => (await this.#ask(bucket)) ?? this.#takeHere(bucket));
  }

  async close(): Promise<void> {
    this.#counter.destroy();
    await this.#local.close();
  }

  async #takeHere(bucket: RateBucket): Promise<number> {
    this.#approximated += 1;
    await this.#local.take([bucket]);
    return 0;
  }

  /** Undefined when the server cannot say. */
  async #ask({ owner, perMinute }: RateBucket): Promise<number | undefined> {
    if (!this.#counter.isReady || performance.now() < this.#restsUntilMs) return undefined;
    try {
      const words = ["EVAL", TAKE, "1", `signalbox:rate:${owner}`, String(perMinute)];
      const waitMs = Number(await inTime(this.#counter.sendCommand(words), within(this.#answerMs)));
      if (this.#isAway) this.#noteBack();
      return waitMs;
    } catch (cause) {
      this.#restsUntilMs = performance.now() + REST_MS;
      this.#noteAway(cause);
      return undefined;
    }
  }

  #noteAway(cause: unknown): void {
    if (this.#isAway) return;
    this.#isAway = true;
    this.#logger.warn({ cause }, "the shared counter of rate limits is away; each replica counts by itself");
  }

  #noteBack(): void {
    this.#isAway = false;
    this.#logger.warn({}, "the shared counter of rate limits is back");
  }
}

interface SharedRateLimitOptions {
  /** Address of a Redis or Valkey server. */
  readonly url: string;
  /** Limits that hold while that server is away. */
  readonly local: RateLimits;
  readonly logger: Pick<Logger, "warn">;
  /** How long a request waits for it. @unit milliseconds, default 100 */
  readonly answerMs?: number;
}

export async function createSharedRateLimits(options: SharedRateLimitOptions): Promise<RateLimits> {
  return new SharedRateLimits(await connectCounter(options.url, () => {}), options);
}

/** @throws SignalboxError dependency_unavailable when the server does not count */
export async function probeCounter(url: string): Promise<void> {
  let cause: unknown;
  const counter = await connectCounter(url, (fault) => void (cause ??= fault));
  try {
    if (!counter.isReady) throw cause instanceof Error ? cause : new Error("not connected");
    await inTime(counter.sendCommand(["EVAL", TAKE, "1", "signalbox:rate:probe", "60"]), within(CONNECT_MS));
  } catch (fault) {
    const words = fault instanceof Error ? fault.message : String(fault);
    throw new SignalboxError("dependency_unavailable", `It does not count: ${words}.`, { cause: fault });
  } finally {
    counter.destroy();
  }
}
