// The real service in a process of its own: fresh data directory, free port, built dashboard.
import { spawn } from "node:child_process";
import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { createServer } from "node:net";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { text } from "node:stream/consumers";

const ROOT = join(import.meta.dirname, "../../../..");
const NODE_ARGUMENTS = [
  "--disable-warning=ExperimentalWarning",
  join(ROOT, "packages/cli/src/main.ts"),
] as const;
const START_MS_MAX = 120_000;

export interface RealServer {
  readonly url: string;
  /** The key that the first start prints. */
  readonly firstKey: string;
  readonly claimToken: string;
  readonly dataDir: string;
  stop(): Promise<void>;
  /** Stops it as a machine does that loses power (SIGKILL), or that hangs until SIGCONT (SIGSTOP). */
  signal(name: "SIGKILL" | "SIGSTOP" | "SIGCONT"): void;
}

export interface RealServerOptions {
  readonly isSignUpOpen?: boolean;
  /** Default: any free one. */
  readonly port?: number;
  /** More of the command line, as it is typed. */
  readonly flags?: readonly string[];
}

interface Announcement {
  readonly url: string;
  readonly key: string;
  readonly claim_token: string;
}

/** A port that is free now, for those who must know the address before the service starts. */
export async function findFreePort(): Promise<number> {
  const holder = createServer().listen(0, "127.0.0.1");
  await once(holder, "listening");
  const { port } = holder.address() as AddressInfo;
  holder.close();
  await once(holder, "close");
  return port;
}

/** Runs the command line beside the service, over the same data, and gives what it prints. */
export async function runCommand(server: RealServer, words: readonly string[]): Promise<string> {
  const child = spawn(process.execPath, [...NODE_ARGUMENTS, ...words, "--data-dir", server.dataDir], {
    cwd: ROOT,
    stdio: ["ignore", "pipe", "inherit"],
  });
  const [printed, [code]] = await Promise.all([text(child.stdout), once(child, "exit")]);
  if (code !== 0) throw new Error(`${words.join(" ")} ended with ${String(code)}`);
  return printed.trim();
}

export async function startRealServer(options: RealServerOptions = {}): Promise<RealServer> {
  const dataDir = await mkdtemp(join(tmpdir(), "signalbox-web-"));
  const port = String(options.port ?? 0);
  const flags = ["--json", "--port", port, "--data-dir", dataDir, ...(options.flags ?? [])];
  if (options.isSignUpOpen === true) flags.push("--sign-up", "open");
  const child = spawn(process.execPath, [...NODE_ARGUMENTS, "serve", ...flags], {
    cwd: ROOT,
    stdio: ["ignore", "pipe", "pipe"],
  });
  const announced = await firstLine(child);
  return {
    url: announced.url,
    firstKey: announced.key,
    claimToken: announced.claim_token,
    dataDir,
    stop: async () => {
      if (child.exitCode === null && child.signalCode === null) {
        child.kill("SIGTERM");
        await once(child, "exit");
      }
      await rm(dataDir, { recursive: true, force: true });
    },
    signal: (name) => void child.kill(name),
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
