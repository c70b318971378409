// Starts the service on a socket and stops it gracefully. Faults of the start say what to do, not only what happened.
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { setTimeout as delay } from "node:timers/promises";
import { SignalboxError, type Config } from "@signalbox/contracts";
import { prepareFirstStart, type FirstStart } from "./composition/first-start.ts";
import { createService, type Service, type ServiceOptions } from "./composition/create-service.ts";
import { listen } from "./http/listen.ts";

// Gives back the memory that a start leaves behind: files of the model that were copied to where they are read, tables they were
// built from, sources that were compiled. The collector would fetch it only once memory gets short, some 80 MB later.

/**
 * Full collections come once the old heap is twice what the last one left. After the strong one below V8 would allow it to grow by
 * some megabytes only, so that one came every few seconds under load: each keeps the thread for 10 to 30 ms and a core for 200.
 */
const GROWTH_FLAG = "--heap-growing-percent";
const GROWTH_PERCENT = 100;

/** The strongest collection there is: it gives empty pages back to the system. Some 50 ms, in which nothing else runs. */
export async function collectGarbage(): Promise<void> {
  setFlagsFromString("--expose-gc");
  const isGiven = process.execArgv.some((flag) => flag.startsWith(GROWTH_FLAG));
  if (!isGiven) setFlagsFromString(`${GROWTH_FLAG}=${GROWTH_PERCENT}`);
  const collect: unknown = runInNewContext("gc");
  if (typeof collect === "function")
    await collect({ type: "major", execution: "async", flavor: "last-resort" });
}

export interface RunningServer {
  /** "http://127.0.0.1:8787" */
  readonly url: string;
  /** Present on the very first start only. */
  readonly firstStart: FirstStart | undefined;
  readonly service: Service;
  /**
   * Reports itself as not ready for `server.drainMs` and serves on, then stops accepting, waits for requests in flight as
   * long as `server.shutdownGraceMs`, and flushes the journal.
   */
  stop(): Promise<void>;
}

const ADVICE: Readonly<Record<string, (host: string, port: number) => string>> = {
  EADDRINUSE: (host, port) =>
    `Port ${port} on ${host} is taken. Stop the other program, or choose another port with PORT or --port (0 takes a free one).`,
  EACCES: (host, port) =>
    `Port ${port} on ${host} needs more rights than this user has. Choose a port above 1023 with PORT or --port.`,
  EADDRNOTAVAIL: (host) =>
    `This machine has no address ${host}. Choose one with HOST or --host, e.g. 127.0.0.1.`,
  ENOTFOUND: (host) =>
    `The name ${host} is not known. Choose an address with HOST or --host, e.g. 127.0.0.1.`,
};

async function listenOn(service: Service, options: ServiceOptions): Promise<string> {
  const { host, port } = options.config.server;
  try {
    const address = await listen(service.app.http, { host, port });
    return address.replace("0.0.0.0", "127.0.0.1").replace("[::]", "[::1]");
  } catch (cause) {
    const code = cause instanceof Error && "code" in cause ? String(cause.code) : "";
    const advice = ADVICE[code]?.(host, port) ?? `Cannot listen on ${host}:${port}. Check HOST and PORT.`;
    throw new SignalboxError("invalid_configuration", advice, { cause });
  }
}

function createStop(service: Service, { drainMs, shutdownGraceMs }: Config["server"]): () => Promise<void> {
  return async () => {
    if (drainMs > 0) {
      service.app.http.drain.announce();
      await delay(drainMs);
    }
    const impatience = setTimeout(() => {
      service.app.http.server.closeAllConnections();
    }, shutdownGraceMs);
    try {
      await service.close();
    } finally {
      clearTimeout(impatience);
    }
  };
}

/** @throws SignalboxError with advice; nothing is left open then */
export async function startServer(options: ServiceOptions): Promise<RunningServer> {
  const service = await createService(options);
  try {
    const url = await listenOn(service, options);
    // After listening: a key that is shown once must not be made by a start that fails.
    const firstStart = await prepareFirstStart(service.context);
    void service.context.pages.start();
    return { url, firstStart, service, stop: createStop(service, options.config.server) };
  } catch (error) {
    await service.close();
    throw error;
  }
}
