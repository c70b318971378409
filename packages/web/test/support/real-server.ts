// The real service in a process of its own: fresh data directory, free port, built dashboard.
import { spawn } from "node:child_process";
import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";

const ROOT = join(import.meta.dirname, "../../../..");
const START_MS_MAX = 120_000;

export interface RealServer {
  readonly url: string;
  /** The key that the first start prints. */
  readonly firstKey: string;
  readonly claimToken: string;
  stop(): Promise<void>;
}

export interface RealServerOptions {
  readonly isSignUpOpen?: boolean;
}

interface Announcement {
  readonly url: string;
  readonly key: string;
  readonly claim_token: string;
}

export async function startRealServer(options: RealServerOptions = {}): Promise<RealServer> {
  const dataDir = await mkdtemp(join(tmpdir(), "signalbox-web-"));
  const flags = ["--json", "--port", "0", "--data-dir", dataDir];
  if (options.isSignUpOpen === true) flags.push("--sign-up", "open");
  const child = spawn(
    process.execPath,
    ["--disable-warning=ExperimentalWarning", join(ROOT, "packages/cli/src/main.ts"), "serve", ...flags],
    { cwd: ROOT, stdio: ["ignore", "pipe", "pipe"] },
  );
  const announced = await firstLine(child);
  return {
    url: announced.url,
    firstKey: announced.key,
    claimToken: announced.claim_token,
    stop: async () => {
      if (child.exitCode === null) {
        child.kill("SIGTERM");
        await once(child, "exit");
      }
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

async function firstLine(child: ChildProcess): Promise<Announcement> {
  const { stdout, stderr } = child;
  if (stdout === null || stderr === null) throw new Error("the server's output is not piped");
  const said: string[] = [];
  stderr.on("data", (chunk: Buffer) => said.push(chunk.toString()));
  const line = once(createInterface(stdout), "line", { signal: AbortSignal.timeout(START_MS_MAX) });
  const exit = once(child, "exit").then(() => {
    throw new Error(`the server ended before it was ready:\n${said.join("")}`);
  });
  const [text] = (await Promise.race([line, exit])) as [string];
  return JSON.parse(text) as Announcement;
}
