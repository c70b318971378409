// Word between replicas: LISTEN on a connection of its own. Messages sent while it was down are lost, so every
// reconnection tells the process to drop all its caches.
import { setTimeout as wait } from "node:timers/promises";

import { Client, type Notification } from "pg";

import { fromPostgres } from "../database/database-errors.ts";
import type { Invalidation } from "../interface/storage.ts";
import type { InvalidationEmitter } from "./emitter.ts";

export const NOTIFY_CHANNEL = "signalbox_changes";
const PAUSE_MAX_MS = 5_000;

export interface PostgresListener {
  close(): Promise<void>;
}

export interface ListenerOptions {
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
  #client: Client | undefined;

  constructor(options: ListenerOptions) {
    this.#options = options;
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
    this.#closing.abort();
    await this.#client?.end();
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
        this.#options.emitter.emit([{ topic: "all", accountId: null, id: null }]);
        return;
      } catch (error) {
        if (!this.#closing.signal.aborted) this.#options.onFault(error);
      }
    }
  }
}

/** @throws dependency_unavailable when the first connection fails */
export async function listenToPostgres(options: ListenerOptions): Promise<PostgresListener> {
  const listener = new ReconnectingListener(options);
  try {
    await listener.connect();
  } catch (error) {
    throw fromPostgres(error);
  }
  return listener;
}
