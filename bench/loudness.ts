// How much of the machine others used while something was measured. Processor time is counted here and not the load average,
// which remembers minutes.
import { readFileSync } from "node:fs";

const TICK_MS = 10;
/** From this share on the figures say more of the neighbours than of the service. */
const LOUD_SHARE = 0.05;

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

export interface Loudness {
  /** Share of all processors that others used since the start; NaN where the system does not tell. @param ownMs processor time of ours */
  othersShare(ownMs: number): number;
}

export function startListening(): Loudness {
  const before = readTicks();
  return {
    othersShare: (ownMs) => {
      const { busy, all } = readTicks();
      return Math.max(0, (busy - before.busy - ownMs / TICK_MS) / (all - before.all));
    },
  };
}

export function verdictOf(othersShare: number): string {
  if (Number.isNaN(othersShare)) return "what others used is not known";
  const used = `others used ${Math.round(100 * othersShare)} % of the processors`;
  return othersShare > LOUD_SHARE ? `${used}: TOO LOUD TO BELIEVE, repeat on a quiet machine` : used;
}
