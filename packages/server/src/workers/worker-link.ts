// A worker's side of a service of several processes: it says when it listens, answers a scrape with the sums of all, and takes
// requests a minute from the buckets of the first process.
import cluster from "node:cluster";
import type { MetricObjectWithValues, MetricValue } from "prom-client";
import type { Config } from "@signalbox/contracts";

// Messages between the processes of one service.

/** Facts to announce about a service that listens. */
export interface Announcement {
  /** "http://127.0.0.1:8787" */
  readonly url: string;
  /** Present on the very first start only. */
  readonly firstStart: { readonly key: string; readonly claimToken: string } | undefined;
  readonly artefactVersion: string;
  /** Ids of models for the line that is printed to try. */
  readonly exampleModels: readonly string[];
}

export type WorkerMetrics = readonly MetricObjectWithValues<MetricValue<string>>[];

/** One request of a key or of an account. */
interface TokenAsked {
  readonly owner: string;
  readonly perMinute: number;
}

export type FromWorker =
  | { readonly kind: "ready"; readonly announcement: Announcement }
  /** Somebody scrapes this worker. */
  | { readonly kind: "sums wanted"; readonly id: number }
  | { readonly kind: "token wanted"; readonly id: number; readonly bucket: TokenAsked }
  | { readonly kind: "metrics"; readonly round: number; readonly metrics: WorkerMetrics };

export type ToWorker =
  | { readonly kind: "sums"; readonly id: number; readonly text: string }
  /** @property waitMs until there is a token; 0 when one was taken */
  | { readonly kind: "token"; readonly id: number; readonly waitMs: number }
  | { readonly kind: "metrics wanted"; readonly round: number };

// Connections are handed to workers in turn, so each worker may hold its share of what one service may.
const SHARED = [
  "inFlightMax",
  "bodyBytesPerAccountMax",
  "streamsMax",
] as const satisfies readonly (keyof Config["limits"])[];

/** @returns the configuration of one of `server.workers` processes, its shares rounded up */
export function shareLimits(config: Config): Config {
  const shares = SHARED.map((name) => [name, Math.ceil(config.limits[name] / config.server.workers)]);
  return { ...config, limits: { ...config.limits, ...Object.fromEntries(shares) } };
}

export interface WorkerLink {
  /** Tells the first process that this one listens. */
  announce(announcement: Announcement): void;
  /** @param own this process's metrics, whenever the first process collects those of all */
  answerMetrics(own: () => Promise<WorkerMetrics>): void;
  /** The metrics of all workers as one text. */
  summedMetrics(): Promise<string>;
  /** @returns 0 when the first process gave a token of the bucket, else the milliseconds until it has one */
  readonly takeToken: (bucket: TokenAsked) => Promise<number>;
  /**
   * Resolves at the first signal to stop; further ones change nothing. A supervisor may signal the whole group, and the first
   * process signals each worker besides: none is cut off for that. When the first process ends, so do all.
   */
  untilStopped(): Promise<void>;
  /** The last word: the process may end. */
  close(): void;
}

/** Questions to the first process that have no answer yet. */
class Questions<Answer> {
  readonly #waiting = new Map<number, (answer: Answer) => void>();
  #lastId = 0;

  ask(send: (id: number) => void): Promise<Answer> {
    const { promise, resolve } = Promise.withResolvers<Answer>();
    this.#lastId += 1;
    this.#waiting.set(this.#lastId, resolve);
    send(this.#lastId);
    return promise;
  }

  answer(id: number, answer: Answer): void {
    this.#waiting.get(id)?.(answer);
    this.#waiting.delete(id);
  }
}

function createLink(): WorkerLink {
  const [scrapes, tokens] = [new Questions<string>(), new Questions<number>()];
  let ownMetrics: () => Promise<WorkerMetrics> = () => Promise.resolve([]);
  const tell = (message: FromWorker): void => void cluster.worker?.send(message);
  const answer = async (round: number): Promise<void> => {
    tell({ kind: "metrics", round, metrics: await ownMetrics() });
  };
  process.on("message", (message: ToWorker) => {
    if (message.kind === "metrics wanted") void answer(message.round);
    else if (message.kind === "sums") scrapes.answer(message.id, message.text);
    else tokens.answer(message.id, message.waitMs);
  });
  return {
    announce: (announcement) => {
      tell({ kind: "ready", announcement });
    },
    answerMetrics: (own) => {
      ownMetrics = own;
    },
    summedMetrics: () => scrapes.ask((id) => tell({ kind: "sums wanted", id })),
    takeToken: (bucket) => tokens.ask((id) => tell({ kind: "token wanted", id, bucket })),
    untilStopped: () => {
      const { promise, resolve } = Promise.withResolvers<void>();
      for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, () => resolve());
      return promise;
    },
    close: () => {
      cluster.worker?.disconnect();
    },
  };
}

let link: WorkerLink | undefined;

/** Undefined in a service of one process. */
export function workerLink(): WorkerLink | undefined {
  if (cluster.isWorker) link ??= createLink();
  return link;
}
