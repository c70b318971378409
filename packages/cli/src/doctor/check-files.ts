// Who can read the data directory. Keys, digests and texts are there, so it is for its owner alone.
import { readdir, stat } from "node:fs/promises";
import { join, resolve } from "node:path";
import { platform } from "node:process";

import { bad, good, type Finding } from "./check-machine.ts";

const CHECK = "permissions";
const OTHERS_MASK = 0o077;
const ENTRIES_MAX = 1_000;

interface Entry {
  readonly path: string;
  readonly mode: number;
  readonly uid: number;
  readonly isFolder: boolean;
  /** @unit milliseconds since 1970 */
  readonly writtenMs: number;
}

interface FilesFound {
  readonly findings: readonly Finding[];
  /** @unit milliseconds since 1970 */
  readonly newestFileMs: number | undefined;
}

/** Undefined for a missing file: files of the database come and go. */
async function look(path: string): Promise<Entry | undefined> {
  try {
    const stats = await stat(path);
    const { mode, uid, mtimeMs: writtenMs } = stats;
    return { path, mode: mode & 0o777, uid, isFolder: stats.isDirectory(), writtenMs };
  } catch {
    return undefined;
  }
}

function judge({ path, mode, uid, isFolder }: Entry): Finding | undefined {
  const wanted = isFolder ? 0o700 : 0o600;
  if (platform !== "win32" && (mode & OTHERS_MASK) !== 0)
    return bad(
      CHECK,
      `${path} has mode ${mode.toString(8)}: others can read it. Run \`chmod ${wanted.toString(8)} ${path}\`.`,
    );
  if (process.getuid !== undefined && uid !== process.getuid())
    return bad(CHECK, `${path} belongs to another user. Run as its owner, or \`chown\` it.`);
  return undefined;
}

/** The directory and its direct entries. */
export async function checkFiles(dataDir: string): Promise<FilesFound> {
  const directory = resolve(dataDir);
  const own = await look(directory);
  if (own === undefined) {
    const detail = `${directory} is not there yet; the first start creates it for its owner alone.`;
    return { findings: [good(CHECK, detail)], newestFileMs: undefined };
  }
  const names = await readdir(directory);
  const inside = await Promise.all(names.slice(0, ENTRIES_MAX).map((name) => look(join(directory, name))));
  const entries = [own, ...inside.filter((entry) => entry !== undefined)];
  const faults = entries.map(judge).filter((finding) => finding !== undefined);
  const sound = good(CHECK, `${directory} and what lies in it are for their owner alone.`);
  return {
    findings: faults.length > 0 ? faults : [sound],
    newestFileMs: Math.max(...entries.map(({ writtenMs }) => writtenMs)),
  };
}
