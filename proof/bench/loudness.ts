// How much of the machine others used while something was measured. Processor time is counted here and not the load average,
// which remembers minutes.
import { readFileSync } from "node:fs";

import { familyMs } from "../load/family-ms.ts";

const TICK_MS = 10;
/** From this share on the figures say more of the neighbours than of the service. */
const LOUD_SHARE = 0.05;

const ownMs = (): number => familyMs(process.pid);

interface Ticks {
  readonly busy: number;
  readonly all: number;
}

function readTicks(): Ticks {
  if (process.platform !== "linux") return { busy: Number.NaN, all: Number.NaN };
  const [line = ""] = readFileSync("/proc/stat", "utf8").split("\n");
  const ticks = line.split(/\s+/).slice(1, 9).map(Number);
  const all = ticks.reduce((sum, each) => sum + each, 0);
  const [, , , idle = 0, waiting = 0] = ticks;
  return { busy: all - idle - waiting, all };
}

export interface PartLoudness {
  readonly part: string;
  /** Share of all processors, while the part was measured; NaN where the system does not tell. @range 0..1 */
  readonly othersShare: number;
}

/** Measures one part, and what processes beside this one and its children used meanwhile. */
export async function listenWhile<T>(
  part: string,
  measure: () => Promise<T>,
): Promise<{ readonly measured: T; readonly loudness: PartLoudness }> {
  const [before, ownBefore] = [readTicks(), ownMs()];
  const measured = await measure();
  const { busy, all } = readTicks();
  const others = busy - before.busy - (ownMs() - ownBefore) / TICK_MS;
  return { measured, loudness: { part, othersShare: Math.max(0, others / (all - before.all)) } };
}

const percent = (share: number): string => `${Math.round(100 * share)} %`;

export function verdictOf(parts: readonly PartLoudness[]): string {
  if (parts.some(({ othersShare }) => Number.isNaN(othersShare))) return "what others used is not known";
  const used = parts.map(({ part, othersShare }) => `${percent(othersShare)} (${part})`).join(", ");
  const loud = parts.filter(({ othersShare }) => othersShare > LOUD_SHARE).map(({ part }) => part);
  const verdict =
    loud.length === 0 ? "" : `: TOO LOUD TO BELIEVE: ${loud.join(", ")}; repeat on a quiet machine`;
  return `others used of the processors ${used}${verdict}`;
}
