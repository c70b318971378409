// Takes connections as fast as they come. Node accepts one connection in each turn of the event loop, so a busy service, whose
// turns take ten milliseconds and more, would need ten seconds for a thousand clients that connect together, as they do when
// another replica has died. Several sockets on one port are asked in the same turn.
import cluster from "node:cluster";
import { once } from "node:events";
import { createServer, isIP, type AddressInfo, type Server } from "node:net";
import { SignalboxError } from "@signalbox/contracts";
import type { FastifyInstance } from "fastify";
import { isNetwork } from "../context/networks.ts";

// Whose word on the caller's address counts. Each proxy appends the address that it saw, so that only the last entries are
// true; a service that trusts them all takes the first one, which the caller wrote.
const HOPS_MAX = 16;
const NONE = new Set(["", "false", "0"]);

type TrustsHop = (address: string, hop: number) => boolean;

/**
 * The setting as the framework takes it. Hops become a function: the framework itself refuses a bare number, since it
 * cannot see who the nearest peer is. An operator who sets hops lets nobody past the proxies.
 * @throws SignalboxError invalid_configuration
 */
export function readTrustedProxies(setting: string): false | TrustsHop | string[] {
  const text = setting.trim().toLowerCase();
  if (NONE.has(text)) return false;
  const hops = text === "true" ? 1 : /^\d{1,2}$/.test(text) ? Number(text) : undefined;
  if (hops !== undefined && hops <= HOPS_MAX) return (_address, hop) => hop < hops;
  const networks = text.split(",").map((part) => part.trim());
  if (networks.every(isNetwork)) return networks;
  throw new SignalboxError(
    "invalid_configuration",
    `server.trustProxy: give a number of proxies up to ${HOPS_MAX}, or addresses and networks such as 10.0.0.0/8.`,
  );
}

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
