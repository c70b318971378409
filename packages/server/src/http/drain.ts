// Stopping without cutting anybody off: no new connections, every answer says `connection: close`, streams end, and a
// connection that is kept open is closed only when nothing has come in for a moment. Closing idle connections immediately, as
// Node does, resets those on which a request is just arriving.
import { Server as TcpServer } from "node:net";
import type { ServerResponse } from "node:http";

import type { FastifyInstance } from "fastify";

declare module "fastify" {
  interface FastifyInstance {
    /** Aborts when the service begins to stop: what would go on for ever ends then. */
    drainSignal: AbortSignal;
  }
}

/** So long nothing may have come in before idle connections are closed. @unit milliseconds */
const QUIET_MS = 200;
/** Then they are closed although requests still come in on others. @unit milliseconds */
const PATIENCE_MS = 2_000;
const LOOK_EVERY_MS = 25;

/** Must be called before the application listens. */
export function addDrain(app: FastifyInstance): void {
  const open = new Set<ServerResponse>();
  const stopping = new AbortController();
  let lastRequestMs = 0;
  app.decorate("drainSignal", stopping.signal);
  app.server.on("request", (_request, response: ServerResponse) => {
    lastRequestMs = performance.now();
    open.add(response);
    response.once("close", () => open.delete(response));
  });
  app.addHook("preClose", (done) => {
    stopping.abort();
    // The framework marks requests that come from now on; those that are being answered are marked here.
    for (const response of open) response.shouldKeepAlive = false;
    const startedMs = performance.now();
    const timer = setInterval(() => {
      const nowMs = performance.now();
      if (nowMs - lastRequestMs > QUIET_MS || nowMs - startedMs > PATIENCE_MS)
        app.server.closeIdleConnections();
    }, LOOK_EVERY_MS);
    // The server's own `close` would close idle connections first. It ends when the last connection has.
    TcpServer.prototype.close.call(app.server, () => {
      clearInterval(timer);
      done();
    });
  });
}
