// Takes connections as fast as they come. Node accepts one connection in each turn of the event loop, so a busy service, whose
// turns take ten milliseconds and more, would need ten seconds for a thousand clients that connect together, as they do when
// another replica has died. Several sockets on one port are asked in the same turn.
import cluster from "node:cluster";
import { once } from "node:events";
import { createServer, isIP, type AddressInfo, type Server } from "node:net";

import type { FastifyInstance } from "fastify";

/** Connections taken in one turn of the event loop. */
const LISTENERS = 64;
/**
 * Connections that may wait to be taken; the kernel's own limit (`net.core.somaxconn`, 4,096) holds where it is lower. One that
 * finds no place tries again after 1, 3, 7, 15 seconds.
 */
const BACKLOG = 4_096;

interface Address {
  readonly host: string;
  readonly port: number;
}

/** A port that is shared is shared with any that asks, so it is first taken alone: a second service is refused here. */
async function takeAlone(address: Address): Promise<number> {
  const server = createServer().listen(address);
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, "close");
  return port;
}

async function addListener(app: FastifyInstance, address: Address): Promise<Server> {
  const server = createServer({ allowHalfOpen: true, noDelay: true }, (socket) => {
    app.server.emit("connection", socket);
  });
  server.listen({ ...address, backlog: BACKLOG, reusePort: true });
  await once(server, "listening");
  app.drain.add(server);
  return server;
}

/** Linux spreads connections over the sockets of a port; elsewhere the last one may get all. Workers are handed theirs. */
function maySharePort({ host }: Address): boolean {
  return process.platform === "linux" && !cluster.isWorker && isIP(host) !== 0;
}

/** @param address port 0 takes a free one. @returns "http://127.0.0.1:8787" @throws Error EADDRINUSE and the like */
export async function listen(app: FastifyInstance, address: Address): Promise<string> {
  if (!maySharePort(address)) return app.listen({ ...address, backlog: BACKLOG });
  const shared = { host: address.host, port: await takeAlone(address) };
  // The framework's types do not know what it hands on to Node.
  const options = { ...shared, backlog: BACKLOG, reusePort: true };
  const url = await app.listen(options);
  for (let count = 1; count < LISTENERS; count += 1) await addListener(app, shared);
  return url;
}
