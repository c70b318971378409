// The effect of other picks: the difference of mean success and of dollars, expected and over the draws.
import type { AdviceInterval } from "@signalbox/contracts";

import { interpolatedQuantile } from "../numerics/index.ts";
import { NOBODY } from "./roster-request.ts";
import type { RosterTrial } from "./roster-request.ts";
import type { RosterSample } from "./sample-roster.ts";

/** One way to serve the requests. */
export interface Served {
  readonly trials: readonly RosterTrial[];
  /** Position by request. */
  readonly picks: readonly number[];
}

export interface Effect {
  readonly success_gain: AdviceInterval;
  readonly usd_per_1000_change: AdviceInterval | null;
}

export interface EffectMeter {
  add(before: RosterSample, after: RosterSample): void;
  read(): Effect;
}

interface Means {
  readonly success: number;
  readonly usd: number;
}

/** Nobody serves: a failure that costs nothing. */
function meansOf({ success, usd, weights }: RosterSample, { picks, trials }: Served): Means {
  const width = trials[0]?.cells.length ?? 0;
  let [total, succeeded, dollars] = [0, 0, 0];
  picks.forEach((pick, request) => {
    const weight = weights[request] ?? 0;
    total += weight;
    if (pick === NOBODY || weight === 0) return;
    succeeded += weight * (success[request * width + pick] ?? 0);
    dollars += weight * (usd[request * width + pick] ?? Number.NaN);
  });
  return { success: succeeded / Math.max(1, total), usd: dollars / Math.max(1, total) };
}

/** Expected means, every request counting once. */
export function expectedMeans({ trials, picks }: Served): Means {
  let [succeeded, dollars] = [0, 0];
  picks.forEach((pick, request) => {
    const estimated = trials[request]?.cells[pick]?.estimated;
    if (estimated === undefined) return;
    succeeded += estimated.success;
    dollars += estimated.bill.usd ?? Number.NaN;
  });
  const count = Math.max(1, picks.length);
  return { success: succeeded / count, usd: dollars / count };
}

const OUTSIDE = 0.1;

function intervalOf(mean: number, values: readonly number[]): AdviceInterval {
  const low = Math.min(mean, interpolatedQuantile(values, OUTSIDE));
  return { mean, low, high: Math.max(mean, interpolatedQuantile(values, 1 - OUTSIDE)) };
}

export function createEffectMeter(before: Served, after: Served): EffectMeter {
  const [gains, changes]: [number[], number[]] = [[], []];
  return {
    add: (sampleBefore, sampleAfter) => {
      const [was, becomes] = [meansOf(sampleBefore, before), meansOf(sampleAfter, after)];
      gains.push(becomes.success - was.success);
      changes.push(1000 * (becomes.usd - was.usd));
    },
    read: () => {
      const [was, becomes] = [expectedMeans(before), expectedMeans(after)];
      const usd = 1000 * (becomes.usd - was.usd);
      return {
        success_gain: intervalOf(becomes.success - was.success, gains),
        usd_per_1000_change: Number.isNaN(usd) ? null : intervalOf(usd, changes),
      };
    },
  };
}
