// Stopping without cutting anybody off. Announced first: `/readyz` says 503 and every answer `connection: close`, so that
// balancers turn away while everything is still served. Then no new connections are taken, streams end, and a connection
// that is kept open is closed only when nothing has come in for a moment. Closing idle connections immediately, as Node
// does, resets those on which a request is just arriving.
import { Server as TcpServer } from "node:net";
import type { ServerResponse } from "node:http";

import { every } from "@signalbox/contracts";
import type { FastifyInstance } from "fastify";

interface Drain {
  /** Aborts when the service begins to stop: what would go on for ever ends then. */
  readonly signal: AbortSignal;
  /** Whether the stop was announced: from then on this replica is not ready, though it serves what still comes. */
  readonly isAnnounced: boolean;
  announce(): void;
  /** Another socket that hands its connections to the application: it closes with it. */
  add(server: TcpServer): void;
}

declare module "fastify" {
  interface FastifyInstance {
    drain: Drain;
  }
}

/** So long nothing may have come in before idle connections are closed. @unit milliseconds */
const QUIET_MS = 200;
/** Then they are closed although requests still come in on others. @unit milliseconds */
const PATIENCE_MS = 2_000;
const LOOK_EVERY_MS = 25;

// Open responses are linked instead of kept in a set: a set that outgrows its table leaves one behind that leads to the next, so that
// once one response is old, all later ones count as old and stay until the next full collection.
interface Link {
  response: ServerResponse | undefined;
  before: Link;
  after: Link;
}

function createOpenResponses() {
  const ends = { response: undefined } as Link;
  ends.before = ends;
  ends.after = ends;
  return {
    /** @returns takes it out, once */
    add: (response: ServerResponse): (() => void) => {
      const link: Link = { response, before: ends.before, after: ends };
      ends.before.after = link;
      ends.before = link;
      return () => {
        link.before.after = link.after;
        link.after.before = link.before;
        link.before = link;
        link.after = link;
        link.response = undefined;
      };
    },
    forEach: (visit: (response: ServerResponse) => void): void => {
      for (let link = ends.after; link.response !== undefined; link = link.after) visit(link.response);
    },
  };
}

/** The server's own `close` would close idle connections first. It ends when the last connection has. */
const untilClosed = (server: TcpServer): Promise<void> =>
  new Promise((resolve) => {
    TcpServer.prototype.close.call(server, () => resolve());
  });

/** Must be called before the application listens. */
export function addDrain(app: FastifyInstance, onFault: (cause: unknown) => void): void {
  const open = createOpenResponses();
  const servers: TcpServer[] = [app.server];
  const stopping = new AbortController();
  let lastRequestMs = 0;
  let isAnnounced = false;
  const announce = (): void => {
    isAnnounced = true;
    open.forEach((response) => {
      response.shouldKeepAlive = false;
    });
  };
  app.decorate("drain", {
    signal: stopping.signal,
    get isAnnounced() {
      return isAnnounced;
    },
    announce,
    add: (server) => void servers.push(server),
  });
  // Before the framework's own listener, which may answer immediately.
  app.server.prependListener("request", (_request, response: ServerResponse) => {
    lastRequestMs = performance.now();
    if (isAnnounced) response.shouldKeepAlive = false;
    response.on("close", open.add(response));
  });
  app.addHook("preClose", async () => {
    announce();
    stopping.abort();
    const startedMs = performance.now();
    const look = (): void => {
      const nowMs = performance.now();
      if (nowMs - lastRequestMs > QUIET_MS || nowMs - startedMs > PATIENCE_MS)
        app.server.closeIdleConnections();
    };
    const timer = every(LOOK_EVERY_MS, look, onFault);
    await Promise.all(servers.map(untilClosed));
    await timer.stop();
  });
}
