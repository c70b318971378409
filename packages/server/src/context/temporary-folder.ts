// Folders for files on their way. They carry the process in their name, so that the next start finds and removes those of a
// process that was killed: an upload must not stay on the disk of the machine.
import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

const PREFIX = "signalbox-work-";
const NAME = /^signalbox-work-(\d{1,10})-(\d{1,16})-/;
/** Tells a process from an earlier one with its number, as every container has them. */
const startedMs = Math.round(performance.timeOrigin);

/** Only its owner can look into it. The caller removes it. */
export function makeTemporaryFolder(): Promise<string> {
  return mkdtemp(join(tmpdir(), `${PREFIX}${process.pid}-${startedMs}-`));
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && "code" in error && error.code === "EPERM";
  }
}

function isAbandoned(name: string): boolean {
  const match = NAME.exec(name);
  if (match === null) return false;
  const pid = Number(match[1]);
  return pid === process.pid ? Number(match[2]) !== startedMs : !isAlive(pid);
}

/** Removes what killed processes left. Returns how many folders went; those that cannot be removed stay. */
export async function sweepTemporaryFolders(): Promise<number> {
  const names = (await readdir(tmpdir())).filter(isAbandoned);
  const removals = names.map((name) => rm(join(tmpdir(), name), { recursive: true, force: true }));
  return (await Promise.allSettled(removals)).filter(({ status }) => status === "fulfilled").length;
}
