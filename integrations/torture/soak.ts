// Hours at a steady pace: no request fails, and the memory of the process does not grow. Its slope is a straight line through
// the samples of the later half, with the interval that their scatter allows.
import { readFileSync } from "node:fs";
import { setTimeout as delay } from "node:timers/promises";

import { startCheckedLoad } from "./checked-load.ts";
import { createInstallation } from "./installation.ts";
import { brokenOf, numberOf, type Outcome, type Torture } from "./outcome.ts";

const SAMPLES_MIN = 20;
const EVERY_MS = 5_000;
/** Two standard errors. */
const ERRORS = 2;
const HOUR_S = 3_600;

export interface Slope {
  /** @unit MB an hour */
  readonly perHour: number;
  readonly error: number;
}

interface Sample {
  /** @unit seconds */
  readonly atS: number;
  /** @unit MB */
  readonly mb: number;
}

function residentMb(pid: number): number {
  return Number(/VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1]) / 1024;
}

const mean = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / values.length;

/** Least squares; the error is that of independent samples. */
export function slopeOf(samples: readonly Sample[]): Slope {
  const [meanS, meanMb] = [mean(samples.map(({ atS }) => atS)), mean(samples.map(({ mb }) => mb))];
  const spread = samples.reduce((sum, { atS }) => sum + (atS - meanS) ** 2, 0);
  const slope = samples.reduce((sum, { atS, mb }) => sum + (atS - meanS) * (mb - meanMb), 0) / spread;
  const rest = samples.reduce((sum, { atS, mb }) => sum + (mb - meanMb - slope * (atS - meanS)) ** 2, 0);
  const error = Math.sqrt(rest / (samples.length - 2) / spread);
  return { perHour: slope * HOUR_S, error: error * HOUR_S };
}

async function sample(pid: number, seconds: number): Promise<readonly Sample[]> {
  const everyMs = Math.min(EVERY_MS, (seconds * 1_000) / SAMPLES_MIN);
  const samples: Sample[] = [];
  const startedMs = performance.now();
  for (let atS = 0; atS < seconds; atS = (performance.now() - startedMs) / 1_000) {
    samples.push({ atS, mb: residentMb(pid) });
    await delay(everyMs);
  }
  return samples;
}

async function run(
  numbers: Readonly<Record<string, number>>,
  report: (step: string) => void,
): Promise<Outcome> {
  const seconds = 60 * numberOf(numbers, "minutes");
  const installation = await createInstallation();
  const replica = await installation.start();
  try {
    const load = startCheckedLoad({
      url: installation.url,
      key: installation.key(),
      requestsPerSecond: numberOf(numbers, "rate"),
    });
    report(`${numberOf(numbers, "rate")} requests a second for ${seconds} s`);
    const samples = await sample(replica.pid, seconds);
    const { sent, failures, wrong } = await load.stop();
    const late = samples.slice(samples.length >> 1);
    const { perHour, error } = slopeOf(late);
    return {
      figures: [
        ["requests", `${sent}, ${failures.length} failed`],
        ["memory at the end", `${(samples.at(-1)?.mb ?? Number.NaN).toFixed(0)} MB`],
        [
          "slope of the later half",
          `${perHour.toFixed(1)} ± ${(ERRORS * error).toFixed(1)} MB an hour (${late.length} samples)`,
        ],
      ],
      broken: [
        ...wrong,
        ...brokenOf({
          "no request fails": failures.length === 0,
          "memory does not grow beyond noise": perHour <= ERRORS * error || seconds < 600,
        }),
      ],
    };
  } finally {
    await replica.stop();
    installation.remove();
  }
}

export const soak: Torture = {
  summary: "a steady pace for a long time: no failure, no growth of memory (judged from ten minutes on)",
  numbers: { minutes: 30, rate: 100 },
  skipReason: () => Promise.resolve(process.platform === "linux" ? false : "memory is read from /proc"),
  run,
};
