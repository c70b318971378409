// What the server keeps of one request between its phases. Durations are milliseconds for the `server-timing` header.
import type { FastifyInstance, FastifyRequest } from "fastify";

import type { Principal } from "../context/principal.ts";
import type { Route } from "./route.ts";

declare module "fastify" {
  interface FastifyRequest {
    /** @unit milliseconds, monotonic */
    startedMs: number;
    principal: Principal | undefined;
    /** Phases already measured, ready for the header: "auth;dur=0.01, ". */
    phases: string;
  }
  interface FastifyContextConfig {
    faultForm?: Route["faultForm"];
  }
}

export function decorateRequests(app: FastifyInstance): void {
  app.decorateRequest("startedMs", 0);
  app.decorateRequest("principal", undefined);
  app.decorateRequest("phases", "");
  app.decorateRequest("takeTurn", undefined);
  app.decorateRequest("countedBody", undefined);
  app.decorateRequest("trace", undefined);
}

/** Microseconds are plenty; three decimals keep the header short. */
const short = (ms: number): string => String(Math.round(ms * 1000) / 1000);

export function addPhase(request: FastifyRequest, name: string, durationMs: number): void {
  request.phases += `${name};dur=${short(durationMs)}, `;
}

export function serverTiming(request: FastifyRequest): string {
  return `${request.phases}total;dur=${short(performance.now() - request.startedMs)}`;
}
