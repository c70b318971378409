// One service on several cores: this process starts workers that share its port, starts another for one that dies, and ends
// when all have ended. Each worker is what a replica is, with memory, connections and its own journal.
import cluster, { type Worker } from "node:cluster";
import { setTimeout as delay } from "node:timers/promises";

import type { Config } from "@signalbox/contracts";

import { systemClock } from "../context/clock.ts";
import type { Logger } from "../context/logger.ts";
import { createTokenBuckets } from "../services/auth/keys/rate-limits.ts";
import type { Announcement, FromWorker, ToWorker } from "../workers/worker-link.ts";
import { createMetricsCollector } from "./summed-metrics.ts";

export interface Workers {
  readonly announcement: Announcement;
  /** Every worker finishes its requests in flight, as a single process does. */
  stop(): Promise<void>;
}

export interface WorkersOptions {
  readonly config: Config;
  readonly logger: Logger;
}

/** A worker that dies as soon as it starts must not keep a core busy with starting. */
const RESTART_MS = 1_000;
/** Beyond draining and the grace of requests: the journal, the database. @unit milliseconds */
const CLOSE_MS = 10_000;

const tell = (worker: Worker, message: ToWorker): void => void worker.send(message);

class Crew {
  readonly #options: WorkersOptions;
  readonly #metrics = createMetricsCollector();
  readonly #takeToken = createTokenBuckets(systemClock);
  readonly #ready = new Set<Worker>();
  readonly #running = new Map<Worker, Promise<void>>();
  #isStopping = false;

  constructor(options: WorkersOptions) {
    this.#options = options;
  }

  /** Undefined when the worker ended before it listened; it has said why. */
  start(): Promise<Announcement | undefined> {
    const listening = Promise.withResolvers<Announcement | undefined>();
    const ended = Promise.withResolvers<void>();
    const worker = cluster.fork();
    this.#running.set(worker, ended.promise);
    worker.on("message", (message: FromWorker) => {
      if (message.kind === "ready") {
        this.#ready.add(worker);
        listening.resolve(message.announcement);
      } else this.#answer(worker, message);
    });
    worker.once("exit", (code, signal) => {
      const wasReady = this.#ready.delete(worker);
      this.#running.delete(worker);
      listening.resolve(undefined);
      ended.resolve();
      if (!this.#isStopping && wasReady) void this.#replace(code, signal);
    });
    return listening.promise;
  }

  async stop(): Promise<void> {
    this.#isStopping = true;
    const { drainMs, shutdownGraceMs } = this.#options.config.server;
    const workers = [...this.#running.keys()];
    const ended = Promise.all(this.#running.values());
    for (const worker of workers) worker.process.kill("SIGTERM");
    const impatience = setTimeout(
      () => {
        for (const worker of this.#running.keys()) worker.process.kill("SIGKILL");
      },
      drainMs + shutdownGraceMs + CLOSE_MS,
    );
    await ended;
    clearTimeout(impatience);
  }

  #answer(worker: Worker, message: Exclude<FromWorker, { readonly kind: "ready" }>): void {
    if (message.kind === "metrics") this.#metrics.take(message.round, message.metrics);
    else if (message.kind === "sums wanted") void this.#answerScrape(worker, message.id);
    else if (worker.isConnected())
      tell(worker, { kind: "token", id: message.id, waitMs: this.#takeToken(message.bucket) });
  }

  async #answerScrape(worker: Worker, id: number): Promise<void> {
    const text = await this.#metrics.collect((round) => {
      for (const asked of this.#ready) tell(asked, { kind: "metrics wanted", round });
      return this.#ready.size;
    });
    if (worker.isConnected()) tell(worker, { kind: "sums", id, text });
  }

  async #replace(code: number | null, signal: string | null): Promise<void> {
    this.#options.logger.error({ code, signal }, "a worker ended; another one is started");
    while (!this.#isStopping) {
      await delay(RESTART_MS, undefined, { ref: false });
      if (this.#isStopping || (await this.start()) !== undefined) return;
    }
  }
}

/** Undefined when the first worker could not start. The others begin after it, so that one alone prepares the database. */
export async function runWorkers(options: WorkersOptions): Promise<Workers | undefined> {
  const crew = new Crew(options);
  const announcement = await crew.start();
  if (announcement === undefined) return undefined;
  const others = Array.from({ length: options.config.server.workers - 1 }, () => crew.start());
  const started = await Promise.all(others);
  if (started.includes(undefined)) {
    await crew.stop();
    return undefined;
  }
  return { announcement, stop: () => crew.stop() };
}
