// The rest of a body that was refused before it was read whole. Closing immediately would reset the connection while the client
// still sends, so that it reports a broken connection, and tries again, in place of reading why it was refused.
import type { IncomingMessage } from "node:http";

import type { FastifyReply, FastifyRequest } from "fastify";

/** A client that sends nothing for so long waits for the answer. @unit milliseconds */
const IDLE_MS = 200;

/** Until the rest of the body has come, or nothing more comes. Its bytes are thrown away. */
function untilQuiet(raw: IncomingMessage, limitMs: number): Promise<void> {
  return new Promise((resolve) => {
    const done = (): void => {
      clearTimeout(idle);
      clearTimeout(limit);
      resolve();
    };
    const idle = setTimeout(done, IDLE_MS);
    const limit = setTimeout(done, limitMs);
    raw
      .on("data", () => idle.refresh())
      .once("close", done)
      .once("end", done);
  });
}

/**
 * Lets the answer out and throws away what still comes. Node closes a connection that the client asked to close with the
 * answer, so there the answer waits until the client has stopped sending.
 * @param limitMs after which the connection is closed all the same
 */
export function discardBody(
  { raw }: FastifyRequest,
  reply: FastifyReply,
  limitMs: number,
): Promise<void> | undefined {
  if (raw.complete) return undefined;
  if (!reply.raw.shouldKeepAlive) return untilQuiet(raw, limitMs);
  // The framework asks for the end of the connection, which Node would take with the answer.
  void reply.removeHeader("connection");
  raw.resume();
  setTimeout(() => {
    if (!raw.complete) raw.destroy();
  }, limitMs).unref();
  return undefined;
}
