// Ends requests whose body takes too long. Node knows one limit for all requests of a server, and that one must leave room
// for uploads; every other body is held to the shorter limit here. One timer for all: the list keeps their order of arrival.
import { every } from "@signalbox/contracts";
import type { FastifyRequest } from "fastify";

import { answerBrokenRequest } from "./fault-answers.ts";
import { LinkedList } from "./linked-list.ts";

/** How often the open requests are looked at. @unit milliseconds */
const CHECK_MS = 5_000;

export interface SlowBodies {
  /** From now on the body may take the limit. @returns for when the answer is out, or nobody waits for it any more */
  watch(request: FastifyRequest): () => void;
  stop(): void;
}

const tooSlow = (): Error & { readonly code: string } =>
  Object.assign(new Error("the body took too long"), { code: "ERR_HTTP_REQUEST_TIMEOUT" });

/** @param limitMs how long one body may take */
export function createSlowBodies(limitMs: number, onFault: (cause: unknown) => void): SlowBodies {
  const open = new LinkedList<FastifyRequest>();
  const look = (): void => {
    const startedMsMax = performance.now() - limitMs;
    for (let request = open.first; request !== undefined; request = open.first) {
      if (request.startedMs > startedMsMax) return;
      open.removeFirst();
      // Only what came over a socket is ever complete, and the handler takes the body out of the request.
      if (!request.raw.complete && !request.isRead && request.body === undefined)
        answerBrokenRequest(tooSlow(), request.raw.socket);
    }
  };
  const timer = every(Math.min(CHECK_MS, limitMs), look, onFault);
  return {
    watch: (request) => open.add(request),
    stop: () => void timer.stop(),
  };
}
