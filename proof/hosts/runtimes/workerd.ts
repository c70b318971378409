// An edge worker in the real runtime: its configuration, its process, and the port it chose.
import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import type { Readable } from "node:stream";

// The runtimes that come from the registry. They are built for Linux on x64 only; elsewhere their tests say why they are skipped.
const MODULES = join(import.meta.dirname, "../node_modules");

const FILES = {
  "Node 20": "node-20-linux-x64/bin/node",
  Deno: "@deno/linux-x64-glibc/deno",
  Bun: "@oven/bun-linux-x64/bin/bun",
  workerd: "@cloudflare/workerd-linux-64/bin/workerd",
} as const;

type RuntimeName = keyof typeof FILES;

export const pathOf = (name: RuntimeName): string => join(MODULES, FILES[name]);

/** The reason to skip the tests of this runtime, or false. On Linux x64 it must be there, so that nothing is skipped unseen. */
export function reasonToSkip(name: RuntimeName): string | false {
  const isExpected = process.platform === "linux" && process.arch === "x64";
  if (isExpected || existsSync(pathOf(name))) return false;
  return `no ${name}: its binary is a dependency on Linux x64 only`;
}

/** Workers may reach public addresses only unless the network is named; the test's services are on this machine. */
const CONFIGURATION = `using Workerd = import "/workerd/workerd.capnp";
const config :Workerd.Config = (
  services = [
    (name = "main", worker = .mainWorker),
    (name = "internet", network = (allow = ["private", "public"]))
  ],
  sockets = [(name = "http", address = "127.0.0.1:0", http = (), service = "main")]
);
const mainWorker :Workerd.Worker = (
  modules = [(name = "worker", esModule = embed "worker.js")],
  compatibilityDate = "2025-06-01"
);
`;

interface RunningWorker {
  readonly url: string;
  stop(): Promise<void>;
}

/** `script` is one bundled module with the worker as its default export. */
export async function startWorker(folder: string, script: string): Promise<RunningWorker> {
  writeFileSync(join(folder, "worker.js"), script);
  writeFileSync(join(folder, "config.capnp"), CONFIGURATION);
  const child = spawn(pathOf("workerd"), ["serve", "config.capnp", "--control-fd=3"], {
    cwd: folder,
    stdio: ["ignore", "ignore", "pipe", "pipe"],
  });
  const errors: string[] = [];
  child.stderr?.on("data", (chunk: Buffer) => errors.push(chunk.toString()));
  const ended = once(child, "exit");
  const lines = createInterface({ input: child.stdio[3] as Readable });
  const [line] = (await Promise.race([
    once(lines, "line"),
    ended.then(() => Promise.reject(new Error(`workerd ended: ${errors.join("")}`))),
  ])) as [string];
  const { port } = JSON.parse(line) as { port: number };
  return {
    url: `http://127.0.0.1:${port}`,
    stop: async () => {
      child.kill("SIGTERM");
      await ended;
    },
  };
}
