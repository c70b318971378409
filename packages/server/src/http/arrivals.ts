// Requests whose body is still arriving. They hold no permit: a client that sends a byte now and then would keep it from those whose
// request is there. Their own pool ends what takes too long, and when it is full the slowest body of the owner with the most.
import { every } from "@signalbox/contracts";
import type { FastifyRequest } from "fastify";

import { answerBrokenRequest } from "./fault-answers.ts";
import { LinkedList } from "./linked-list.ts";

/** How often the open requests are checked. @unit milliseconds */
const CHECK_MS = 5_000;

export interface Arrivals {
  readonly count: number;
  /** From now on the body may take the limit. @returns for when it is there, or the request is over */
  watch(request: FastifyRequest, owner: string): () => void;
  stop(): void;
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
  leave: () => void;
}

const tooSlow = (): Error & { readonly code: string } =>
  Object.assign(new Error("the body took too long"), { code: "ERR_HTTP_REQUEST_TIMEOUT" });

/** Only what came over a socket is ever complete, and the handler takes the body out of the request. */
const isWhole = ({ raw, isRead, body }: FastifyRequest): boolean =>
  raw.complete || isRead || body !== undefined;

/** One more byte and millisecond, so that a body that has just begun is no slow one. @unit bytes a millisecond */
const paceOf = ({ request, bytesBefore }: Arriving, nowMs: number): number =>
  (request.raw.socket.bytesRead - bytesBefore + 1) / (nowMs - request.startedMs + 1);

class ArrivingBodies implements Arrivals {
  readonly #limits: ArrivalLimits;
  readonly #open = new LinkedList<Arriving>();
  readonly #countOf = new Map<string, number>();
  readonly #timer: ReturnType<typeof every>;
  count = 0;

  constructor(limits: ArrivalLimits) {
    this.#limits = limits;
    this.#timer = every(Math.min(CHECK_MS, limits.limitMs), () => this.#endLate(), limits.onFault);
  }

  watch(request: FastifyRequest, owner: string): () => void {
    if (this.count >= this.#limits.max) this.#endSlowest();
    const one: Arriving = { request, owner, bytesBefore: request.raw.socket.bytesRead, leave: () => {} };
    const takeOut = this.#open.add(one);
    this.count += 1;
    this.#countOf.set(owner, (this.#countOf.get(owner) ?? 0) + 1);
    let isOpen = true;
    one.leave = () => {
      if (!isOpen) return;
      isOpen = false;
      takeOut();
      this.count -= 1;
      const left = (this.#countOf.get(owner) ?? 1) - 1;
      if (left === 0) this.#countOf.delete(owner);
      else this.#countOf.set(owner, left);
    };
    return one.leave;
  }

  stop(): void {
    void this.#timer.stop();
  }

  #end(one: Arriving): void {
    one.leave();
    if (!isWhole(one.request)) answerBrokenRequest(tooSlow(), one.request.raw.socket);
  }

  #endLate(): void {
    const startedMsMax = performance.now() - this.#limits.limitMs;
    for (let one = this.#open.first; one !== undefined; one = this.#open.first) {
      if (one.request.startedMs > startedMsMax) return;
      this.#end(one);
    }
  }

  #endSlowest(): void {
    const [most] = [...this.#countOf].reduce((left, right) => (right[1] > left[1] ? right : left), ["", 0]);
    const nowMs = performance.now();
    let slowest: Arriving | undefined;
    this.#open.forEach((one) => {
      if (one.owner !== most) return;
      if (slowest === undefined || paceOf(one, nowMs) < paceOf(slowest, nowMs)) slowest = one;
    });
    if (slowest !== undefined) this.#end(slowest);
  }
}

export function createArrivals(limits: ArrivalLimits): Arrivals {
  return new ArrivingBodies(limits);
}
