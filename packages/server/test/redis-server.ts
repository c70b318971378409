// A real Redis or Valkey server of this machine, on a free port of the loopback, with nothing on disk.
import { spawn, spawnSync, type ChildProcess } from "node:child_process";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { setTimeout as wait } from "node:timers/promises";

import { freePort } from "@signalbox/storage/testing";

const PROGRAM = ["valkey-server", "redis-server"].find(
  (name) => spawnSync(name, ["--version"], { stdio: "ignore" }).status === 0,
);

/** Why a test cannot run here, for `test(name, { skip })`; false when it can. */
export const redisSkipReason: string | false =
  PROGRAM === undefined
    ? "no valkey-server and no redis-server on this machine: `apt-get install redis-server`"
    : false;

export interface RedisServer {
  readonly url: string;
  freeze(): void;
  thaw(): void;
  halt(): Promise<void>;
  /** On the same port, empty. */
  resume(): Promise<void>;
}

async function untilListening(port: number, server: ChildProcess): Promise<void> {
  while (server.exitCode === null) {
    const { promise, resolve } = Promise.withResolvers<boolean>();
    const socket = connect({ host: "127.0.0.1", port });
    socket.once("connect", () => resolve(true)).once("error", () => resolve(false));
    const isOpen = await promise;
    socket.destroy();
    if (isOpen) return;
    await wait(20);
  }
  throw new Error(`${PROGRAM} ended with ${server.exitCode}.`);
}

export async function startRedisServer(): Promise<RedisServer> {
  const port = await freePort();
  const flags = ["--port", String(port), "--bind", "127.0.0.1", "--save", "", "--appendonly", "no"];
  const start = async (): Promise<ChildProcess> => {
    const child = spawn(PROGRAM ?? "", flags, { cwd: tmpdir(), stdio: "ignore" });
    await untilListening(port, child);
    return child;
  };
  let server = await start();
  const atExit = (): void => void server.kill("SIGKILL");
  process.once("exit", atExit);
  return {
    url: `redis://127.0.0.1:${port}`,
    freeze: () => void server.kill("SIGSTOP"),
    thaw: () => void server.kill("SIGCONT"),
    halt: async () => {
      const { promise, resolve } = Promise.withResolvers<void>();
      server.once("exit", () => resolve());
      server.kill("SIGKILL");
      await promise;
    },
    resume: async () => {
      server = await start();
    },
  };
}
