// The real server as a child process on a data directory of its own, as an operator starts it.
import assert from "node:assert/strict";
import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";

const MAIN = join(import.meta.dirname, "../../cli/src/main.ts");

export interface ServerProcess {
  readonly url: string;
  /** Shown by the first start only. */
  readonly key: string | null;
  readonly child: ChildProcess;
  /** Resolves with the exit code, or null when a signal ended it. */
  readonly ended: Promise<number | null>;
  readonly errorText: () => string;
}

export function makeDataDir(): { readonly path: string; remove(): void } {
  const path = mkdtempSync(join(tmpdir(), "signalbox-server-"));
  return {
    path,
    remove: () => {
      rmSync(path, { recursive: true, force: true });
    },
  };
}

export function spawnServer(dataDir: string, flags: readonly string[] = []): ChildProcess {
  const args = ["serve", "--no-dashboard", "--json", "--port", "0", "--data-dir", dataDir, ...flags];
  return spawn(process.execPath, ["--disable-warning=ExperimentalWarning", MAIN, ...args], {
    stdio: ["ignore", "pipe", "pipe"],
  });
}

/** Resolves once the server has announced itself. */
export async function startServerProcess(
  dataDir: string,
  flags: readonly string[] = [],
): Promise<ServerProcess> {
  const child = spawnServer(dataDir, flags);
  const errors: string[] = [];
  child.stderr?.on("data", (chunk: Buffer) => errors.push(chunk.toString()));
  const ended = once(child, "exit").then(([code]) => code as number | null);
  assert.ok(child.stdout !== null);
  const lines = createInterface({ input: child.stdout });
  const first = await Promise.race([
    once(lines, "line").then(([line]) => String(line)),
    ended.then((code) => Promise.reject(new Error(`The server ended with ${code}: ${errors.join("")}`))),
  ]);
  const { url, key } = JSON.parse(first) as { url: string; key: string | null };
  return { url, key, child, ended, errorText: () => errors.join("") };
}
