// State that the server keeps of one request between its phases. Durations are milliseconds for the `server-timing` header.
import type { FastifyInstance, FastifyRequest } from "fastify";

import type { Principal } from "../context/principal.ts";
import type { ReadingBudget } from "./reading-budget.ts";

declare module "fastify" {
  interface FastifyRequest {
    /** @unit milliseconds, monotonic */
    startedMs: number;
    principal: Principal | undefined;
    /** Phases already measured, ready for the header: "auth;dur=0.01, ". */
    phases: string;
    /** The body holds half a character, which was read as U+FFFD. */
    isCut: boolean;
    /** Budget of reading the body; undefined for one that is small. */
    reading: ReadingBudget | undefined;
    /** The body was read and found right: from here on the service counts the request. */
    isRead: boolean;
  }
  interface FastifyContextConfig {
    /** Requests count against the limits a minute, whether or not their body can be read. */
    isRated?: boolean;
  }
}

export function decorateRequests(app: FastifyInstance): void {
  app.decorateRequest("startedMs", 0);
  app.decorateRequest("principal", undefined);
  app.decorateRequest("phases", "");
  app.decorateRequest("isRead", false);
  app.decorateRequest("isCut", false);
  app.decorateRequest("reading", undefined);
  app.decorateRequest("begin", undefined);
  app.decorateRequest("endTurn", undefined);
  app.decorateRequest("trace", undefined);
}

const US_PER_MS = 1000;

/** Whole microseconds are plenty, and whole numbers are written many times faster than fractions. */
function short(ms: number): string {
  const us = Math.round(ms * US_PER_MS);
  const rest = us % US_PER_MS;
  const whole = (us - rest) / US_PER_MS;
  return rest === 0 ? `${whole}` : `${whole}.${rest < 10 ? "00" : rest < 100 ? "0" : ""}${rest}`;
}

export function addPhase(request: FastifyRequest, name: string, durationMs: number): void {
  request.phases += `${name};dur=${short(durationMs)}, `;
}

export function serverTiming(request: FastifyRequest): string {
  return `${request.phases}total;dur=${short(performance.now() - request.startedMs)}`;
}

/** A body that states no length counts as the largest one that its route takes. @unit bytes */
export function announcedBytes({ headers, routeOptions }: FastifyRequest): number {
  if (headers["transfer-encoding"] !== undefined) return routeOptions.bodyLimit ?? 0;
  return Number(headers["content-length"] ?? 0);
}

/** Smaller bodies are bounded by the number of requests in flight. @unit bytes */
const COUNTED_FROM = 65_536;

/** Whether the body counts against the bytes of its account. */
export const isCountedBody = (request: FastifyRequest): boolean => announcedBytes(request) > COUNTED_FROM;
