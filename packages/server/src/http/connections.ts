// Bounds the open connections, so that idle ones never use up the process's file descriptors. Beyond the bound the connection that
// has been idle longest is closed: first one that never sent a request, of the address that holds more than its share.
import { readdirSync, readFileSync } from "node:fs";
import type { IncomingMessage, Server, ServerResponse } from "node:http";
import type { Socket } from "node:net";

/** Descriptors kept for the database, the log, trainings and what opens later. */
const RESERVE = 64;
const LEAST = 16;
/** Bound on a system that tells no limit of descriptors. */
const FALLBACK = 4_096;

/** Free descriptors below the soft limit, which Node raises to the hard one at its start; undefined where the system tells none. */
function countFreeDescriptors(): number | undefined {
  try {
    const limit = /^Max open files\s+(\d+)/m.exec(readFileSync("/proc/self/limits", "utf8"))?.[1];
    return limit === undefined ? undefined : Number(limit) - readdirSync("/proc/self/fd").length;
  } catch {
    return undefined;
  }
}

/**
 * Connections that the process can hold: its descriptors without those that are open already and a reserve.
 * @param wanted the operator's bound; 0 leaves it to the limit of descriptors
 */
export function connectionsMaxOf(wanted: number): number {
  const free = countFreeDescriptors();
  const possible = free === undefined ? FALLBACK : Math.max(LEAST, free - RESERVE);
  return wanted > 0 ? Math.min(wanted, possible) : possible;
}

interface Open {
  readonly socket: Socket;
  readonly address: string;
  /** In flight. */
  requests: number;
}

function firstOf(all: Iterable<Open>, mayGo: (open: Open) => boolean): Open | undefined {
  for (const open of all) if (mayGo(open)) return open;
  return undefined;
}

class Connections {
  readonly #max: number;
  /** Idle connections in the order in which they fell idle: those that never asked, and the others. */
  readonly #silent = new Set<Open>();
  readonly #kept = new Set<Open>();
  readonly #countOf = new Map<string, number>();
  readonly #known = new WeakMap<Socket, Open>();
  #count = 0;

  constructor(max: number) {
    this.#max = max;
  }

  open(socket: Socket): void {
    const address = socket.remoteAddress ?? "";
    if (this.#count >= this.#max && !this.#closeIdle(address)) {
      socket.destroy();
      return;
    }
    const open: Open = { socket, address, requests: 0 };
    this.#known.set(socket, open);
    this.#count += 1;
    this.#countOf.set(address, (this.#countOf.get(address) ?? 0) + 1);
    this.#silent.add(open);
    socket.once("close", () => this.#forget(open));
  }

  begin(socket: Socket): void {
    const open = this.#known.get(socket);
    if (open === undefined) return;
    this.#silent.delete(open);
    this.#kept.delete(open);
    open.requests += 1;
  }

  end(socket: Socket): void {
    const open = this.#known.get(socket);
    if (open === undefined) return;
    open.requests -= 1;
    if (open.requests === 0) this.#kept.add(open);
  }

  #forget(open: Open): void {
    if (!this.#known.delete(open.socket)) return;
    this.#silent.delete(open);
    this.#kept.delete(open);
    this.#count -= 1;
    const left = (this.#countOf.get(open.address) ?? 1) - 1;
    if (left === 0) this.#countOf.delete(open.address);
    else this.#countOf.set(open.address, left);
  }

  /** @returns whether one was closed: of the newcomer's address where that has more than its share, else of any */
  #closeIdle(newcomer: string): boolean {
    const share = this.#max / Math.max(1, this.#countOf.size);
    const isGreedy = (this.#countOf.get(newcomer) ?? 0) > share;
    const mayGo = ({ address }: Open): boolean => !isGreedy || address === newcomer;
    const open = firstOf(this.#silent, mayGo) ?? firstOf(this.#kept, mayGo);
    if (open === undefined) return false;
    this.#forget(open);
    open.socket.destroy();
    return true;
  }
}

/**
 * Must be called before the server listens.
 * @param wanted open connections; 0 asks for as many as the process can hold. Read at the first connection, when all else is open.
 */
export function limitConnections(server: Server, wanted: number): void {
  let made: Connections | undefined;
  const all = (): Connections => (made ??= new Connections(connectionsMaxOf(wanted)));
  server.prependListener("connection", (socket: Socket) => all().open(socket));
  server.prependListener("request", ({ socket }: IncomingMessage, response: ServerResponse) => {
    all().begin(socket);
    response.once("close", () => all().end(socket));
  });
}
