// Bodies that still arrive. Their requests hold no permit: a client that sends a byte now and then would keep it from requests that are
// complete. Their own pool ends what takes too long and, when it is full, the slowest body of the owner with the most. Bytes count
// against their account from the head until the answer is out.
import { every, type Periodic } from "@signalbox/contracts";
import type { FastifyRequest } from "fastify";

import { answerBrokenRequest } from "./fault-answers.ts";
import { announcedBytes, isCountedBody } from "./request-state.ts";

/** How often the open requests are checked. @unit milliseconds */
const CHECK_MS = 5_000;
export interface Counted {
  /** All of it is there: it counts as what it is. */
  arrived(bytes: number): void;
  giveBack(): void;
}

const NOTHING: Counted = { arrived: () => {}, giveBack: () => {} };

/** @param perOwnerMax one body is taken however large it is */
export function createBodyBytes(perOwnerMax: number) {
  const held = new Map<string, number>();
  return {
    /** Counts the body that the head announces; undefined where the account has as much as it may. */
    take: (owner: string, request: FastifyRequest): Counted | undefined => {
      let counted = 0;
      const count = (bytes: number): void => {
        const sum = (held.get(owner) ?? 0) + bytes - counted;
        counted = bytes;
        if (sum > 0) held.set(owner, sum);
        else held.delete(owner);
      };
      if (!isCountedBody(request)) return NOTHING;
      const before = held.get(owner) ?? 0;
      if (before > 0 && before + announcedBytes(request) > perOwnerMax) return undefined;
      count(announcedBytes(request));
      return {
        arrived: (bytes) => {
          if (counted > 0) count(bytes);
        },
        giveBack: () => count(0),
      };
    },
  };
}

interface ArrivalLimits {
  /** How long one body may take. @unit milliseconds */
  readonly limitMs: number;
  /** Bodies that may arrive together. */
  readonly max: number;
  readonly onFault: (cause: unknown) => void;
}

interface Arriving {
  readonly request: FastifyRequest;
  readonly owner: string;
  /** Bytes that the connection had read when the body began. */
  readonly bytesBefore: number;
}

/** Only what came over a socket is ever complete, and the handler takes the body out of the request. */
const isWhole = ({ raw, isRead, body }: FastifyRequest): boolean =>
  raw.complete || isRead || body !== undefined;

/** One more byte and millisecond, so that a body that has just begun is no slow one. @unit bytes a millisecond */
const paceOf = ({ request, bytesBefore }: Arriving, nowMs: number): number =>
  (request.raw.socket.bytesRead - bytesBefore + 1) / (nowMs - request.startedMs + 1);

export class Arrivals {
  readonly #limits: ArrivalLimits;
  /** In the order of arrival, by owner. */
  readonly #open = new Map<string, Set<Arriving>>();
  readonly #timer: Periodic;
  count = 0;

  constructor(limits: ArrivalLimits) {
    this.#limits = limits;
    this.#timer = every(Math.min(CHECK_MS, limits.limitMs), () => this.#endLate(), limits.onFault);
  }

  /** From now on the body may take the limit. @returns for when it is there, or the request is over */
  watch(request: FastifyRequest, owner: string): () => void {
    if (this.count >= this.#limits.max) this.#endSlowest();
    const one: Arriving = { request, owner, bytesBefore: request.raw.socket.bytesRead };
    const own = this.#open.get(owner);
    if (own === undefined) this.#open.set(owner, new Set([one]));
    else own.add(one);
    this.count += 1;
    return () => this.#leave(one);
  }

  stop(): void {
    void this.#timer.stop();
  }

  #leave(one: Arriving): void {
    const own = this.#open.get(one.owner);
    if (own?.delete(one) !== true) return;
    this.count -= 1;
    if (own.size === 0) this.#open.delete(one.owner);
  }

  #end(one: Arriving): void {
    this.#leave(one);
    const tooSlow = Object.assign(new Error("the body took too long"), { code: "ERR_HTTP_REQUEST_TIMEOUT" });
    if (!isWhole(one.request)) answerBrokenRequest(tooSlow, one.request.raw.socket);
  }

  #endLate(): void {
    const startedMsMax = performance.now() - this.#limits.limitMs;
    for (const own of this.#open.values())
      for (const one of own) {
        if (one.request.startedMs > startedMsMax) break;
        this.#end(one);
      }
  }

  #endSlowest(): void {
    const nowMs = performance.now();
    const most = [...this.#open.values()].reduce((left, right) => (right.size > left.size ? right : left));
    this.#end([...most].reduce((left, right) => (paceOf(right, nowMs) < paceOf(left, nowMs) ? right : left)));
  }
}
