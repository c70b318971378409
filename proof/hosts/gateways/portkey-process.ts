// The real Portkey gateway on a free port, ended with the test.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:net";
import type { AddressInfo } from "node:net";
import { join } from "node:path";

const MAIN = join(import.meta.dirname, "../node_modules/@portkey-ai/gateway/build/start-server.js");

export interface RunningGateway {
  readonly url: string;
  stop(): Promise<void>;
}

async function findFreePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, "close");
  return port;
}

/** @throws Error when it ends before it is ready */
export async function startPortkey(): Promise<RunningGateway> {
  const port = await findFreePort();
  const child = spawn(process.execPath, [MAIN, `--port=${port}`, "--headless"], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const ended = once(child, "exit");
  let printed = "";
  for await (const chunk of child.stdout.iterator({ destroyOnReturn: false })) {
    printed += String(chunk);
    if (printed.includes("Ready for connections")) break;
  }
  if (child.exitCode !== null) throw new Error(`the gateway ended: ${printed}`);
  child.stdout.resume();
  return {
    url: `http://127.0.0.1:${port}`,
    stop: async () => {
      child.kill();
      await ended;
    },
  };
}
