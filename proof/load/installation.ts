// One replica that is started, killed and started again on the same data: the embedded database of its folder, or a PostgreSQL.
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { freePort } from "@signalbox/storage/testing";

import { startReplica, type Replica } from "./replica.ts";

const ROOT = join(import.meta.dirname, "../..");

export interface Installation {
  readonly url: string;
  /** The address at which `openStorage` finds its database. */
  readonly databaseUrl: string;
  /** The first key, known after the first start. */
  key(): string;
  start(): Promise<Replica>;
  /** Paths of files with decisions that wait on the local disk for the database. */
  spoolFiles(): readonly string[];
  remove(): void;
}

interface InstallationFolder {
  /** The folder where the data directory is made. */
  readonly parent?: string;
  /** Whether the log is a file of it. */
  readonly isLogged?: boolean;
}

/** @param databaseUrl of a PostgreSQL; the embedded database without one */
export async function createInstallation(
  databaseUrl = "",
  settings: Readonly<Record<string, string>> = {},
  { parent = tmpdir(), isLogged = false }: InstallationFolder = {},
): Promise<Installation> {
  const folder = mkdtempSync(join(parent, "signalbox-torture-"));
  const port = await freePort();
  let firstKey = "";
  return {
    url: `http://127.0.0.1:${port}`,
    databaseUrl: databaseUrl === "" ? join(folder, "signalbox.db") : databaseUrl,
    key: () => firstKey,
    start: async () => {
      const replica = await startReplica({
        root: ROOT,
        databaseUrl,
        drainMs: 0,
        port,
        settings: { SIGNALBOX_DATA_DIR: folder, ...settings },
        ...(isLogged && { logPath: join(folder, "log") }),
      });
      firstKey = replica.key ?? firstKey;
      return replica;
    },
    spoolFiles: () =>
      readdirSync(folder, { recursive: true, encoding: "utf8" })
        .filter((name) => name.endsWith(".spool"))
        .map((name) => join(folder, name)),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}
