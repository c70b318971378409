// A real PostgreSQL server for tests: on a free port of the loopback, with its data in a temporary folder, gone at the end.
// It also runs as root and needs no set-up.
import { spawn, spawnSync, type ChildProcess } from "node:child_process";
import { randomBytes } from "node:crypto";
import { chownSync, cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { createServer, type AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { Client } from "pg";

import { findNativeDir, keepFolder, preparePostgres, type PostgresBinaries } from "./postgres-binaries.ts";

export interface TestPostgres {
  /** Makes an empty database. Returns its `postgres://` address. */
  createDatabase(): Promise<string>;
  /** Ends the connections of all clients, as a failing network would. */
  dropConnections(): Promise<void>;
  /** Freezes what serves the listeners, as a hanging machine would. Returns how many, and what lets them go on. */
  freezeListeners(): Promise<{ readonly count: number; thaw(): void }>;
  /** Freezes the whole server: it takes no new connection and answers on none. Returns what lets it go on. */
  freeze(): Promise<() => void>;
  /** Takes the server away, as a fast stop does; `resume` brings it back on the same port. */
  halt(): Promise<void>;
  /** Ends it as a loss of power would: nothing is written any more. `resume` recovers it from its log. */
  crash(): Promise<void>;
  resume(): Promise<void>;
  stop(): Promise<void>;
}

interface TestPostgresOptions {
  /** Writes to disk as a real installation would; slower. For measurements. */
  readonly isDurable?: boolean;
}

/** Why a test cannot run here, for `test(name, { skip })`; false when it can. */
export async function postgresSkipReason(): Promise<string | false> {
  if ((await findNativeDir()) !== undefined) return false;
  return `no PostgreSQL binaries for ${process.platform}-${process.arch}: run \`npm install\` with optional packages`;
}

/** A port of the loopback; free a moment ago. */
export async function freePort(): Promise<number> {
  const server = createServer();
  const listening = Promise.withResolvers<void>();
  server.listen(0, "127.0.0.1", () => listening.resolve());
  await listening.promise;
  const { port } = server.address() as AddressInfo;
  const closed = Promise.withResolvers<void>();
  server.close(() => closed.resolve());
  await closed.promise;
  return port;
}

function initialise({ initdb, user }: PostgresBinaries, dataDir: string): void {
  const flags = [
    "-D",
    dataDir,
    "-U",
    "postgres",
    "--auth=trust",
    "--encoding=UTF8",
    "--locale=C",
    "--no-sync",
  ];
  const outcome = spawnSync(initdb, flags, { ...user, cwd: tmpdir(), encoding: "utf8" });
  if (outcome.status !== 0) throw new Error(`initdb failed: ${outcome.stderr}`, { cause: outcome.error });
}

/** Gives the files to whom the server runs as. */
function handOver(folder: string, { user }: PostgresBinaries): void {
  if (user === undefined) return;
  for (const name of ["", ...readdirSync(folder, { recursive: true, encoding: "utf8" })])
    chownSync(join(folder, name), user.uid, user.gid);
}

/** A new cluster in an empty folder: a copy of one that `initdb` made once. */
function fillCluster(binaries: PostgresBinaries, dataDir: string): void {
  const kept = keepFolder("signalbox-pgdata-first", binaries.mark, (folder) => {
    const cluster = join(folder, "cluster");
    mkdirSync(cluster, { mode: 0o700 });
    handOver(cluster, binaries);
    initialise(binaries, cluster);
  });
  cpSync(join(kept, "cluster"), dataDir, { recursive: true });
  handOver(dataDir, binaries);
}

function serverFlags(dataDir: string, port: number, isDurable: boolean): readonly string[] {
  const settings = [
    "listen_addresses=127.0.0.1",
    "unix_socket_directories=",
    "max_connections=120",
    "shared_buffers=64MB",
    `fsync=${isDurable ? "on" : "off"}`,
  ];
  return ["-D", dataDir, "-p", String(port), ...settings.flatMap((setting) => ["-c", setting])];
}

async function untilReady(server: ChildProcess): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  let log = "";
  server.stderr?.setEncoding("utf8").on("data", (text: string) => {
    log += text;
    if (log.includes("ready to accept connections")) resolve();
    log = log.slice(-8_192);
  });
  server.once("exit", (code) => reject(new Error(`PostgreSQL ended with ${code}: ${log}`)));
  server.once("error", reject);
  await promise;
}

async function withClient<T>(url: string, work: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

async function stopServer(server: ChildProcess, signal: NodeJS.Signals = "SIGINT"): Promise<void> {
  if (server.exitCode !== null || server.signalCode !== null) return;
  const { promise, resolve } = Promise.withResolvers<void>();
  server.once("exit", () => resolve());
  server.kill(signal);
  await promise;
}

function signalAll(pids: readonly number[], signal: NodeJS.Signals): void {
  for (const pid of pids) {
    try {
      process.kill(pid, signal);
    } catch (error) {
      // A backend may have ended with its client meanwhile.
      if (!(error instanceof Error && "code" in error && error.code === "ESRCH")) throw error;
    }
  }
}

function clientsOf(port: number): Pick<
  TestPostgres,
  "createDatabase" | "dropConnections" | "freezeListeners"
> & {
  /** Ids of the processes that serve clients and of those in the background. */
  pids(): Promise<readonly number[]>;
} {
  const urlOf = (database: string): string => `postgres://postgres@127.0.0.1:${port}/${database}`;
  return {
    pids: async () => {
      const sql = "select pid from pg_stat_activity where pid <> pg_backend_pid()";
      const { rows } = await withClient(urlOf("postgres"), (client) => client.query<{ pid: number }>(sql));
      return rows.map(({ pid }) => pid);
    },
    createDatabase: async () => {
      const name = `t${randomBytes(8).toString("hex")}`;
      await withClient(urlOf("postgres"), (client) => client.query(`create database ${name}`));
      return urlOf(name);
    },
    freezeListeners: async () => {
      const sql = "select pid from pg_stat_activity where application_name = 'signalbox listener'";
      const { rows } = await withClient(urlOf("postgres"), (client) => client.query<{ pid: number }>(sql));
      const pids = rows.map(({ pid }) => pid);
      signalAll(pids, "SIGSTOP");
      return { count: rows.length, thaw: () => signalAll(pids, "SIGCONT") };
    },
    dropConnections: async () => {
      await withClient(urlOf("postgres"), (client) =>
        client.query(
          "select pg_terminate_backend(pid) from pg_stat_activity where application_name like 'signalbox%'",
        ),
      );
    },
  };
}

/** Starts a server. Stop it in `after`; it also ends with the process. */
export async function startTestPostgres(options: TestPostgresOptions = {}): Promise<TestPostgres> {
  const binaries = await preparePostgres();
  const dataDir = mkdtempSync(join(tmpdir(), "signalbox-pgdata-"));
  fillCluster(binaries, dataDir);
  const port = await freePort();
  const start = (): ChildProcess =>
    spawn(binaries.postgres, serverFlags(dataDir, port, options.isDurable ?? false), {
      ...binaries.user,
      cwd: tmpdir(),
      stdio: ["ignore", "ignore", "pipe"],
    });
  let server = start();
  const discard = (): void => {
    rmSync(dataDir, { recursive: true, force: true });
  };
  const atExit = (): void => {
    server.kill("SIGQUIT");
    discard();
  };
  process.once("exit", atExit);
  await untilReady(server);
  const clients = clientsOf(port);
  return {
    createDatabase: () => clients.createDatabase(),
    dropConnections: () => clients.dropConnections(),
    freezeListeners: () => clients.freezeListeners(),
    freeze: async () => {
      const frozen = [...(await clients.pids()), ...(server.pid === undefined ? [] : [server.pid])];
      signalAll(frozen, "SIGSTOP");
      return () => signalAll(frozen, "SIGCONT");
    },
    halt: () => stopServer(server),
    // A killed server leaves its processes behind for a moment; an immediate stop waits for them and writes as little.
    crash: () => stopServer(server, "SIGQUIT"),
    resume: async () => {
      server = start();
      await untilReady(server);
    },
    stop: async () => {
      process.removeListener("exit", atExit);
      await stopServer(server);
      discard();
    },
  };
}
