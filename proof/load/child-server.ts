// A measured server as a child process, pinned to one core where the machine can do that; the load runs on the other.

import { spawn, spawnSync, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { readdirSync, readFileSync } from "node:fs";
import { cpus } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { FRUGAL_MALLOC } from "../../scripts/run-node.mjs";

// Processor time of a process and of all that it started, those that have ended included.

const TICK_MS = 10;

function readOrEmpty(file: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return ""; // It ended a moment ago; its parent counts it from then on.
  }
}

/** NaN where the system does not tell. @unit milliseconds */
function familyMs(pid: number): number {
  if (process.platform !== "linux") return Number.NaN;
  const stat = readOrEmpty(`/proc/${pid}/stat`);
  if (stat === "") return 0;
  // The name in parentheses may hold spaces. Fields 14 to 17 of the whole line: user and system time, then that of ended children.
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  const own = fields.slice(11, 15).reduce((sum, ticks) => sum + Number(ticks), 0) * TICK_MS;
  const threads = readOrEmpty(`/proc/${pid}/task/${pid}/children`).split(" ");
  return threads.filter((child) => child !== "").reduce((sum, child) => sum + familyMs(Number(child)), own);
}

export interface ChildServer {
  readonly url: URL;
  readonly key: string;
  /** @unit milliseconds from the spawn to the announcement */
  readonly startMs: number;
  /** Resident memory in MB; NaN where the system does not tell. */
  residentMb(): number;
  /** Processor time so far of all threads and of the processes that it started; NaN where the system does not tell. @unit milliseconds */
  processorMs(): number;
  /** The same by name of thread; empty where the system does not tell. @unit microseconds */
  threadsUs(): ReadonlyMap<string, number>;
  signal(name: NodeJS.Signals): void;
  stop(): Promise<void>;
}

const canPin = process.platform === "linux" && spawnSync("taskset", ["-V"], { stdio: "ignore" }).status === 0;

function pin(cores: string, pid: number): boolean {
  return canPin && spawnSync("taskset", ["-apc", cores, String(pid)], { stdio: "ignore" }).status === 0;
}

/** Keeps this process, which makes the load, off the core of the servers. */
export function pinSelf(): boolean {
  return pin("1", process.pid);
}

/** Gives this process all cores again, and those that it starts from then on. */
export function unpinSelf(): void {
  pin(`0-${cpus().length - 1}`, process.pid);
}

/** Puts all threads of a server that runs already on the core of the servers. */
export function pinServer(pid: number): boolean {
  return pin("0", pid);
}

function residentMb(child: ChildProcess): number {
  if (process.platform !== "linux") return Number.NaN;
  const status = readFileSync(`/proc/${child.pid}/status`, "utf8");
  return Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1] ?? Number.NaN) / 1024;
}

const NANOSECONDS = 1000;

function threadsUs(child: ChildProcess): ReadonlyMap<string, number> {
  const threads = new Map<string, number>();
  if (process.platform !== "linux") return threads;
  const folder = `/proc/${child.pid}/task`;
  for (const id of readdirSync(folder)) {
    const name = readFileSync(`${folder}/${id}/comm`, "utf8").trim();
    const [ran = "0"] = readFileSync(`${folder}/${id}/schedstat`, "utf8").split(" ");
    threads.set(name, (threads.get(name) ?? 0) + Number(ran) / NANOSECONDS);
  }
  return threads;
}

/** The script that `npm start` runs: the bundle of the sources, made when they have changed. */
export const START = join(import.meta.dirname, "../../scripts/start.mjs");

/** Those of `npm start`, so that what is measured is what is served. */
const NODE_FLAGS = ["--disable-warning=ExperimentalWarning", "--max-semi-space-size=16"];

/**
 * The script announces itself with one line of JSON: url and key.
 * @param cores that it may use: "0", "0-3"
 */
export async function startChildServer(
  script: string,
  args: readonly string[],
  cores = "0",
): Promise<ChildServer> {
  const startedMs = performance.now();
  const command = [process.execPath, ...NODE_FLAGS, script, ...args];
  const [program = "", ...rest] = canPin ? ["taskset", "-c", cores, ...command] : command;
  const child = spawn(program, rest, {
    stdio: ["ignore", "pipe", "inherit"],
    env: { ...FRUGAL_MALLOC, ...process.env },
  });
  const ended = once(child, "exit");
  const lines = createInterface({ input: child.stdout });
  const line = await Promise.race([
    once(lines, "line").then(([text]) => String(text)),
    ended.then(([code]) => Promise.reject(new Error(`${script} ended with ${String(code)}`))),
  ]);
  const { url, key } = JSON.parse(line) as { url: string; key: string };
  return {
    url: new URL(url),
    key,
    startMs: performance.now() - startedMs,
    residentMb: () => residentMb(child),
    processorMs: () => familyMs(child.pid ?? 0),
    threadsUs: () => threadsUs(child),
    signal: (name) => {
      child.kill(name);
    },
    stop: async () => {
      child.kill("SIGTERM");
      await ended;
    },
  };
}
