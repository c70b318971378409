// Hours at a steady pace: no request fails, and what the process holds after a full collection does not grow. The slope of its
// resident memory stands beside it: a straight line through the samples of the later half, with the interval that their scatter
// allows.
import { readFileSync } from "node:fs";
import { setTimeout as delay } from "node:timers/promises";

import { freePort } from "@signalbox/storage/testing";

import { LABELS, startCheckedLoad, type LoadTally } from "../load/checked-load.ts";
import { createVariedBodies } from "../load/varied-body.ts";
import { heldMb, inspectorFlags } from "./held-memory.ts";
import { createInstallation } from "../load/installation.ts";
import { brokenOf, numberOf, type Outcome, type Torture } from "./outcome.ts";

const SAMPLES_MIN = 20;
const EVERY_MS = 5_000;
const WAITS_EVERY_MS = 1_000;
/** Two standard errors. */
const ERRORS = 2;
const SEED = 11;
const HOUR_S = 3_600;
/** Bounded memories fill while the service warms up; what it holds is compared after that. @unit share of the run */
const WARM = 0.5;
/** More of what it holds is not noise: twice that comes and goes with the moment in which it is asked. @unit MB */
const GROWN_MB_MAX = 3;
/** Shorter runs end while caches still fill. @unit seconds */
const JUDGED_S_MIN = 600;

interface Slope {
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

/** A stretch of the run, and how long the main thread could have run in it and had no processor. */
interface Stretch {
  /** @unit milliseconds of `performance.now()` */
  readonly fromMs: number;
  readonly toMs: number;
  readonly waitedMs: number;
}

const NS_PER_MS = 1_000_000;
/** Share of a stretch in which others had the processor: the service had less than half of what it could have used. */
const STARVED = 0.5;

function waitedMs(pid: number): number {
  return Number(readFileSync(`/proc/${pid}/task/${pid}/schedstat`, "utf8").split(" ")[1]) / NS_PER_MS;
}

/** Until the signal ends it. */
async function watchWaits(pid: number, signal: AbortSignal): Promise<readonly Stretch[]> {
  const stretches: Stretch[] = [];
  let [fromMs, before] = [performance.now(), waitedMs(pid)];
  while (!signal.aborted) {
    await delay(WAITS_EVERY_MS);
    const [toMs, after] = [performance.now(), waitedMs(pid)];
    stretches.push({ fromMs, toMs, waitedMs: after - before });
    [fromMs, before] = [toMs, after];
  }
  return stretches;
}

/** How much of the run others had the processor, and how many of the failures fell into such stretches. */
function starvationOf(stretches: readonly Stretch[], failures: LoadTally["failures"]): string {
  const isStarved = ({ fromMs, toMs, waitedMs: waited }: Stretch): boolean =>
    waited > STARVED * (toMs - fromMs);
  const starved = stretches.filter(isStarved);
  const during = failures.filter(({ sentMs, endedMs }) =>
    starved.some(({ fromMs, toMs }) => sentMs < toMs && endedMs > fromMs),
  );
  const all = stretches.reduce((sum, { fromMs, toMs }) => sum + toMs - fromMs, 0);
  const waited = stretches.reduce((sum, stretch) => sum + stretch.waitedMs, 0);
  return (
    `${((100 * waited) / all).toFixed(1)} % of the time; more than half of ${starved.length} of ${stretches.length} seconds, ` +
    `with ${during.length} of ${failures.length} failures in them`
  );
}

interface Course {
  /** After a full collection. @unit MB */
  readonly heldMb: readonly [warm: number, end: number];
  /** From then on. */
  readonly resident: readonly Sample[];
}

async function watch(pid: number, inspector: number, seconds: number): Promise<Course> {
  await delay(WARM * seconds * 1_000);
  const warm = await heldMb(pid, inspector);
  const samples = await sample(pid, (1 - WARM) * seconds);
  return { heldMb: [warm, await heldMb(pid, inspector)], resident: samples };
}

/** The failures, by how often. */
function wordsOf(failures: LoadTally["failures"]): string {
  const counts = Map.groupBy(failures, ({ word }) => word);
  const words = Array.from(counts, ([word, { length }]) => `${length} x ${word}`);
  return words.length === 0 ? "" : ` (${words.join(", ")})`;
}

interface Soaked {
  readonly course: Course;
  readonly tally: LoadTally;
  readonly stretches: readonly Stretch[];
}

function judge({ course, tally, stretches }: Soaked, seconds: number) {
  const { resident } = course;
  const [warm, end] = course.heldMb;
  const { sent, failures, wrong } = tally;
  const { perHour, error } = slopeOf(resident);
  return {
    figures: [
      ["requests", `${sent}, ${failures.length} failed${wordsOf(failures)}`],
      ["ready to run, but without a processor", starvationOf(stretches, failures)],
      ["held after a full collection", `${warm.toFixed(1)} MB when warm, ${end.toFixed(1)} MB at the end`],
      ["resident memory at the end", `${(resident.at(-1)?.mb ?? Number.NaN).toFixed(0)} MB`],
      [
        "its slope since then",
        `${perHour.toFixed(1)} ± ${(ERRORS * error).toFixed(1)} MB an hour (${resident.length} samples)`,
      ],
    ],
    broken: [
      ...wrong,
      ...brokenOf({
        "no request fails": failures.length === 0,
        "what is held does not grow beyond noise": end - warm <= GROWN_MB_MAX || seconds < JUDGED_S_MIN,
      }),
    ],
  } satisfies Outcome;
}

async function run(
  numbers: Readonly<Record<string, number>>,
  report: (step: string) => void,
): Promise<Outcome> {
  const seconds = 60 * numberOf(numbers, "minutes");
  const inspector = await freePort();
  const installation = await createInstallation("", { NODE_OPTIONS: inspectorFlags(inspector) });
  const replica = await installation.start();
  try {
    const load = startCheckedLoad({
      url: installation.url,
      key: installation.key(),
      requestsPerSecond: numberOf(numbers, "rate"),
      body: createVariedBodies(LABELS, SEED),
    });
    report(`${numberOf(numbers, "rate")} requests a second for ${seconds} s`);
    const ending = new AbortController();
    const waits = watchWaits(replica.pid, ending.signal);
    const course = await watch(replica.pid, inspector, seconds);
    ending.abort();
    return judge({ course, tally: await load.stop(), stretches: await waits }, seconds);
  } finally {
    await replica.stop();
    installation.remove();
  }
}

export const soak: Torture = {
  summary:
    "varied requests at a steady pace for a long time: no failure, no growth of what it holds (judged from ten minutes on)",
  numbers: { minutes: 30, rate: 100 },
  skipReason: () => Promise.resolve(process.platform === "linux" ? false : "memory is read from /proc"),
  run,
};
