// Bodies that still arrive. Their requests hold no permit: a client that sends a byte now and then would keep it from requests that are
// complete. The pool ends bodies that take too long and, when it is full, the slowest body of the owner with the most.
import { every, type Periodic } from "@signalbox/contracts";
import type { FastifyRequest } from "fastify";

import { answerBrokenRequest } from "./fault-answers.ts";

/** How often the open requests are checked. @unit milliseconds */
const CHECK_MS = 5_000;

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

/** Only a request from a socket is ever complete, and the handler takes the body out of the request. */
const isWhole = ({ raw, isRead, body }: FastifyRequest): boolean =>
  raw.complete || isRead || body !== undefined;

/** One more byte and millisecond, so that a body that has just begun is not the slowest. @unit bytes a millisecond */
const paceOf = ({ request, bytesBefore }: Arriving, nowMs: number): number =>
  (request.raw.socket.bytesRead - bytesBefore + 1) / (nowMs - request.startedMs + 1);

export class Arrivals {
  readonly #limits: ArrivalLimits;
  /** In the order of arrival. */
  readonly #open = new Set<Arriving>();
  readonly #timer: Periodic;

  constructor(limits: ArrivalLimits) {
    this.#limits = limits;
    this.#timer = every(Math.min(CHECK_MS, limits.limitMs), () => this.#endLate(), limits.onFault);
  }

  get count(): number {
    return this.#open.size;
  }

  /** Starts the time limit of a body. @returns call it when the body is there, or the request is over */
  watch(request: FastifyRequest, owner: string): () => void {
    if (this.#open.size >= this.#limits.max) this.#endSlowest();
    const one: Arriving = { request, owner, bytesBefore: request.raw.socket.bytesRead };
    this.#open.add(one);
    return () => void this.#open.delete(one);
  }

  stop(): void {
    void this.#timer.stop();
  }

  #end(one: Arriving): void {
    this.#open.delete(one);
    const tooSlow = Object.assign(new Error("the body took too long"), { code: "ERR_HTTP_REQUEST_TIMEOUT" });
    if (!isWhole(one.request)) answerBrokenRequest(tooSlow, one.request.raw.socket);
  }

  #endLate(): void {
    const startedMsMax = performance.now() - this.#limits.limitMs;
    for (const one of this.#open) if (one.request.startedMs <= startedMsMax) this.#end(one);
  }

  #endSlowest(): void {
    const nowMs = performance.now();
    const byOwner = Object.values(Object.groupBy(this.#open, ({ owner }) => owner));
    const most = byOwner.reduce((left = [], right = []) => (right.length > left.length ? right : left));
    if (most !== undefined)
      this.#end(most.reduce((left, right) => (paceOf(right, nowMs) < paceOf(left, nowMs) ? right : left)));
  }
}
