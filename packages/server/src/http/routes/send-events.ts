// Server-sent events over a reply. The stream ends with its reader, and its source hears of it immediately.
import { Readable } from "node:stream";

import type { FastifyReply, FastifyRequest } from "fastify";

/** Aborts when the caller is gone, and when the service stops. */
export function signalOf(request: FastifyRequest): AbortSignal {
  const controller = new AbortController();
  request.raw.socket.once("close", () => controller.abort());
  return AbortSignal.any([controller.signal, request.server.drain.signal]);
}

export function eventOf(name: string, data: unknown): string {
  return `event: ${name}\ndata: ${JSON.stringify(data)}\n\n`;
}

/** A comment line: keeps proxies from closing a quiet connection. */
export const BEAT = ": beat\n\n";

export function sendEvents(reply: FastifyReply, events: AsyncIterable<string>): FastifyReply {
  return reply
    .header("content-type", "text/event-stream; charset=utf-8")
    .header("x-accel-buffering", "no")
    .send(Readable.from(events, { highWaterMark: 1 }));
}
