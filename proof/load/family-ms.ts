// Processor time of a process and of all that it started, those that have ended included.
import { readFileSync } from "node:fs";

const TICK_MS = 10;

function readOrEmpty(file: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return ""; // It ended a moment ago; its parent counts it from then on.
  }
}

/** NaN where the system does not tell. @unit milliseconds */
export function familyMs(pid: number): number {
  if (process.platform !== "linux") return Number.NaN;
  const stat = readOrEmpty(`/proc/${pid}/stat`);
  if (stat === "") return 0;
  // The name in parentheses may hold spaces. Fields 14 to 17 of the whole line: user and system time, then that of ended children.
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  const own = fields.slice(11, 15).reduce((sum, ticks) => sum + Number(ticks), 0) * TICK_MS;
  const threads = readOrEmpty(`/proc/${pid}/task/${pid}/children`).split(" ");
  return threads.filter((child) => child !== "").reduce((sum, child) => sum + familyMs(Number(child)), own);
}
