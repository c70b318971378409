// Word between replicas: LISTEN on a separate connection. Messages sent while it was down are lost, so every
// reconnection tells the process to drop all its caches. A backend that is frozen closes nothing and says nothing: it is
// asked for a sign of life twice a second, and while none comes the caches are dropped as often.
import { setTimeout as wait } from "node:timers/promises";

import { every, type Periodic } from "@signalbox/contracts";
import { Client, type Notification } from "pg";

import { fromPostgres } from "../database/map-driver-errors.ts";
import type { Invalidation } from "../interface/storage-options.ts";
import type { InvalidationEmitter } from "./file-changes.ts";

export const NOTIFY_CHANNEL = "signalbox_changes";
const PAUSE_MAX_MS = 5_000;
const BEAT_EVERY_MS = 500;
/** A backend that answers later hears later, too. @unit milliseconds */
const ANSWER_MS = 750;

const EVERYTHING: Invalidation = { topic: "all", accountId: null, id: null };

interface PostgresListener {
  /** Whether changes by other replicas are heard as they happen. */
  readonly isHearing: boolean;
  close(): Promise<void>;
}

interface ListenerOptions {
  readonly url: string;
  readonly origin: string;
  readonly emitter: InvalidationEmitter;
  readonly onFault: (error: unknown) => void;
  readonly timeoutMs: number;
}

interface Message {
  readonly origin: string;
  readonly event: Invalidation;
}

class ReconnectingListener implements PostgresListener {
  readonly #options: ListenerOptions;
  readonly #closing = new AbortController();
  readonly #timer: Periodic;
  #client: Client | undefined;
  #isAsking = false;

  constructor(options: ListenerOptions) {
    this.#options = options;
    this.#timer = every(BEAT_EVERY_MS, () => this.#beat(), options.onFault);
  }

  get isHearing(): boolean {
    return this.#client !== undefined;
  }

  async connect(): Promise<void> {
    const client = new Client({
      connectionString: this.#options.url,
      connectionTimeoutMillis: this.#options.timeoutMs,
      application_name: "signalbox listener",
      keepAlive: true,
    });
    client.on("error", this.#options.onFault);
    client.on("notification", (notification) => this.#hear(notification));
    await client.connect();
    await client.query(`listen ${NOTIFY_CHANNEL}`);
    client.once("end", () => void this.#reconnect());
    this.#client = client;
  }

  async close(): Promise<void> {
    void this.#timer.stop();
    this.#closing.abort();
    await this.#client?.end();
  }

  /** Without messages, caches may be stale: they live one beat at most. */
  async #beat(): Promise<void> {
    const client = this.#client;
    if (client === undefined) this.#forgetAll();
    if (client === undefined || this.#isAsking) return;
    this.#isAsking = true;
    const isAlive = await answersInTime(client);
    this.#isAsking = false;
    if (isAlive || this.#client !== client) return;
    this.#client = undefined;
    this.#forgetAll();
    // Ending politely would wait for the very backend that does not answer.
    client.connection.stream.destroy();
  }

  #forgetAll(): void {
    if (!this.#closing.signal.aborted) this.#options.emitter.emit([EVERYTHING]);
  }

  #hear(notification: Notification): void {
    const { origin, event } = JSON.parse(notification.payload ?? "{}") as Message;
    if (origin !== this.#options.origin) this.#options.emitter.emit([event]);
  }

  async #reconnect(): Promise<void> {
    this.#client = undefined;
    for (let pauseMs = 100; !this.#closing.signal.aborted; pauseMs = Math.min(pauseMs * 2, PAUSE_MAX_MS)) {
      try {
        await wait(pauseMs, undefined, { signal: this.#closing.signal, ref: false });
        await this.connect();
        this.#forgetAll();
        return;
      } catch (error) {
        if (!this.#closing.signal.aborted) this.#options.onFault(error);
      }
    }
  }
}

async function answersInTime(client: Client): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>();
  const timer = setTimeout(() => resolve(false), ANSWER_MS);
  client.query("select 1").then(
    () => resolve(true),
    () => resolve(false),
  );
  const isAlive = await promise;
  clearTimeout(timer);
  return isAlive;
}

/** @throws dependency_unavailable when the first connection fails */
export async function listenToPostgres(options: ListenerOptions): Promise<PostgresListener> {
  const listener = new ReconnectingListener(options);
  try {
    await listener.connect();
  } catch (error) {
    await listener.close();
    throw fromPostgres(error);
  }
  return listener;
}
