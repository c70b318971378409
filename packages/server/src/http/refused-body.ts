// The rest of a body that was refused before it was read whole. Closing immediately would reset the connection while the client
// still sends, so that it reports a broken connection, and tries again, in place of reading why it was refused.
import type { FastifyReply, FastifyRequest } from "fastify";

/** Lets the answer out and throws away what still comes. @param limitMs after which the connection is closed all the same */
export function discardBody({ raw }: FastifyRequest, reply: FastifyReply, limitMs: number): void {
  if (raw.complete) return;
  // The framework asks for the end of the connection, which Node would take with the answer.
  void reply.removeHeader("connection");
  raw.resume();
  setTimeout(() => {
    if (!raw.complete) raw.socket.destroy();
  }, limitMs).unref();
}
