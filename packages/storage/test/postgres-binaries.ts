// Finds the PostgreSQL binaries that npm installed for this platform, and makes them runnable: the server refuses to
// run as root, so root hands it to an unprivileged user, who must be able to reach the files. What takes long, a copy of the
// binaries and the first cluster, is made once and stays in the folder for temporary files.
import { spawnSync } from "node:child_process";
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";

export interface UnixUser {
  readonly uid: number;
  readonly gid: number;
}

export interface PostgresBinaries {
  readonly initdb: string;
  readonly postgres: string;
  /** Whom the server runs as; undefined = the user who runs the tests. */
  readonly user: UnixUser | undefined;
  /** Tells its files from those of other versions and users. */
  readonly mark: string;
}

function unprivilegedUser(): UnixUser | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const lines = readFileSync("/etc/passwd", "utf8").split("\n");
  const entry =
    lines.find((line) => line.startsWith("postgres:")) ?? lines.find((line) => line.startsWith("nobody:"));
  const [, , uid, gid] = (entry ?? "nobody:x:65534:65534").split(":");
  return { uid: Number(uid), gid: Number(gid) };
}

const TOOL = new URL("../../../tools/postgres.mjs", import.meta.url).href;

/** The folder of this platform's package; undefined when npm installed none. */
export async function findNativeDir(): Promise<string | undefined> {
  try {
    const { postgres } = (await import(TOOL)) as { readonly postgres: string };
    return existsSync(postgres) ? dirname(dirname(postgres)) : undefined;
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ERR_MODULE_NOT_FOUND") return undefined;
    throw error;
  }
}

/** The package lists the links between libraries, which npm leaves out without its install script. */
function addLinks(nativeDir: string): void {
  const list = join(nativeDir, "pg-symlinks.json");
  if (!existsSync(list)) return;
  const links = JSON.parse(readFileSync(list, "utf8")) as readonly { source: string; target: string }[];
  for (const { source, target } of links) {
    const path = join(dirname(nativeDir), target);
    if (!existsSync(path)) symlinkSync(basename(source), path);
  }
}

function runs(nativeDir: string, user: UnixUser | undefined): boolean {
  return (
    spawnSync(join(nativeDir, "bin", "initdb"), ["--version"], { ...user, stdio: "ignore" }).status === 0
  );
}

/**
 * A folder of this name that `fill` has filled, by this process or by an earlier one. Half-filled ones are never seen: they get
 * their name when they are whole.
 * @param mark of the version and the user
 */
export function keepFolder(name: string, mark: string, fill: (folder: string) => void): string {
  const kept = join(tmpdir(), `${name}-${mark}`);
  // Another user of this machine could have put something of that name there.
  if (existsSync(kept) && (process.getuid === undefined || statSync(kept).uid === process.getuid()))
    return kept;
  const parent = mkdtempSync(join(tmpdir(), `${name}-new-`));
  chmodSync(parent, 0o755);
  const folder = join(parent, "filled");
  mkdirSync(folder, { mode: 0o755 });
  fill(folder);
  try {
    renameSync(folder, kept);
  } catch (error) {
    // Another process was faster; its folder holds the same.
    if (!existsSync(kept)) throw error;
  }
  rmSync(parent, { recursive: true, force: true });
  return kept;
}

function copyTo(copy: string, nativeDir: string): void {
  cpSync(nativeDir, copy, { recursive: true, verbatimSymlinks: true });
  for (const name of ["initdb", "postgres", "pg_ctl"]) chmodSync(join(copy, "bin", name), 0o755);
  addLinks(copy);
}

function versionOf(nativeDir: string): string {
  const manifest = readFileSync(join(nativeDir, "../package.json"), "utf8");
  return (JSON.parse(manifest) as { readonly version: string }).version;
}

export async function preparePostgres(): Promise<PostgresBinaries> {
  const installed = await findNativeDir();
  if (installed === undefined) throw new Error("no PostgreSQL binaries are installed for this platform");
  const user = unprivilegedUser();
  const mark = `${versionOf(installed)}-${process.getuid?.() ?? 0}`;
  const nativeDir = runs(installed, user)
    ? installed
    : join(
        keepFolder("signalbox-postgres", mark, (folder) => copyTo(join(folder, "native"), installed)),
        "native",
      );
  return {
    initdb: join(nativeDir, "bin", "initdb"),
    postgres: join(nativeDir, "bin", "postgres"),
    user,
    mark,
  };
}
