// Names of spool files carry the process that writes them: the next start takes over those of a process that is no more, and
// leaves those of a living one alone.
import { readdir } from "node:fs/promises";
import { join } from "node:path";

const NAME = /^decisions-(\d{1,10})-(\d{1,16})-\d{1,9}\.spool$/;
/** Tells a process from an earlier one with its number, as every container has them. */
const startedMs = Math.round(performance.timeOrigin);

export function spoolName(number: number): string {
  return `decisions-${process.pid}-${startedMs}-${number}.spool`;
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

export async function findAbandonedSpools(directory: string): Promise<readonly string[]> {
  try {
    return (await readdir(directory)).filter(isAbandoned).map((name) => join(directory, name));
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return [];
    throw error;
  }
}
