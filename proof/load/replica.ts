// One replica as a process, of this checkout or of another one, that can be replaced at its address.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { closeSync, openSync } from "node:fs";
import { createInterface } from "node:readline";

export interface Replica {
  readonly port: number;
  /** Shown by the very first start on a database. */
  readonly key: string | null;
  readonly pid: number;
  /** Resolves with the exit code, or null when a signal ended it. */
  readonly ended: Promise<number | null>;
  isAlive(): boolean;
  /** SIGTERM; resolves with the exit code. */
  stop(): Promise<number | null>;
  /** SIGKILL; resolves when the process is gone. */
  kill(): Promise<void>;
}

interface ReplicaOptions {
  /** The checkout that is started. */
  readonly root: string;
  /** Empty: the embedded database in the data directory. */
  readonly databaseUrl: string;
  readonly drainMs: number;
  /** 0 takes a free one. */
  readonly port: number;
  /** Settings by environment variable. */
  readonly settings?: Readonly<Record<string, string>>;
  /** File that the log is appended to; without one nothing is logged. */
  readonly logPath?: string;
}

/** Resolves when the replica has announced its address. */
export async function startReplica(options: ReplicaOptions): Promise<Replica> {
  const { root, databaseUrl, drainMs, port, settings, logPath } = options;
  const log = logPath === undefined ? undefined : openSync(logPath, "a");
  const args = ["packages/cli/src/main.ts", "serve", "--json", "--no-dashboard", `--port=${port}`];
  const child = spawn(process.execPath, ["--disable-warning=ExperimentalWarning", ...args], {
    cwd: root,
    // By environment, because a release before the setting would refuse the flag.
    env: {
      ...process.env,
      DATABASE_URL: databaseUrl,
      SIGNALBOX_DRAIN_MS: String(drainMs),
      SIGNALBOX_TRUST_PROXY: "1",
      SIGNALBOX_LOG_LEVEL: log === undefined ? "silent" : "debug",
      ...settings,
    },
    stdio: ["ignore", "pipe", log ?? "ignore"],
  });
  if (child.stdout === null) throw new Error("The replica's output is not read.");
  if (log !== undefined) closeSync(log);
  // A process that starts replicas may fail itself; none outlives it.
  const atExit = (): void => void child.kill("SIGKILL");
  process.once("exit", atExit);
  const ended = once(child, "exit").then(([code]) => {
    process.removeListener("exit", atExit);
    return code as number | null;
  });
  const announced = once(createInterface({ input: child.stdout }), "line");
  const line = await Promise.race([announced, ended]);
  if (!Array.isArray(line)) throw new Error(`The replica in ${root} ended with ${line}.`);
  const { url, key } = JSON.parse(String(line[0])) as { url: string; key: string | null };
  return {
    port: Number(new URL(url).port),
    key,
    pid: child.pid ?? 0,
    ended,
    isAlive: () => child.exitCode === null && child.signalCode === null,
    stop: () => {
      child.kill("SIGTERM");
      return ended;
    },
    kill: async () => {
      child.kill("SIGKILL");
      await ended;
    },
  };
}
