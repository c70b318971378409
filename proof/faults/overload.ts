// Five times as many requests as the service can answer. It goes on answering at its own pace, and those it serves wait for a
// bounded time; the others are refused.
import { readFileSync } from "node:fs";

import { pinSelf, pinServer, unpinSelf } from "../load/child-server.ts";
import { percentile } from "../load/statistics.ts";
import { runCrowd, type CrowdResult } from "./crowd.ts";
import { createInstallation } from "../load/installation.ts";
import { brokenOf, numberOf, type Outcome, type Torture } from "./outcome.ts";

const CALM_CONNECTIONS = 64;
const CROWD_CONNECTIONS = 1_200;
/** At most. */
const WARM_MS = 3_000;
const SERVED_SHARE_MIN = 0.9;
/** Shorter runs say more about the machine's other work. */
const JUDGED_SECONDS_MIN = 30;

/** Time of the main thread. @unit seconds on a processor */
function ranS(pid: number): number {
  return Number(readFileSync(`/proc/${pid}/task/${pid}/schedstat`, "utf8").split(" ")[0]) / 1e9;
}

interface Measured {
  /** Time of the service's main thread. */
  readonly processorS: number;
  readonly seconds: number;
  readonly perSecond: number;
  readonly p99Ms: number;
}

function measure({ servedMs }: CrowdResult, seconds: number, processorS: number): Measured {
  return { processorS, seconds, perSecond: servedMs.length / seconds, p99Ms: percentile(servedMs, 0.99) };
}

function judge(
  calm: Measured,
  crowded: Measured,
  { statuses, gaveUp }: CrowdResult,
  isPinned: boolean,
): Outcome {
  const share = crowded.perSecond / calm.perSecond;
  const busy = ({ seconds, processorS }: Measured): number => processorS / seconds;
  const perProcessor = (share * busy(calm)) / busy(crowded);
  const foreign = [...statuses].filter(([status]) => status !== 200 && status !== 503);
  return {
    figures: [
      ["service and crowd", isPinned ? "a core each" : "on the same cores"],
      ["capacity", `${calm.perSecond.toFixed(0)}/s, p99 ${calm.p99Ms.toFixed(0)} ms`],
      ["served under overload", `${crowded.perSecond.toFixed(0)}/s, p99 ${crowded.p99Ms.toFixed(0)} ms`],
      ["share of capacity", `${(100 * share).toFixed(0)} %`],
      ["the same for each second on a processor", `${(100 * perProcessor).toFixed(0)} %`],
      ["p99 of the served to p99 at capacity", `${(crowded.p99Ms / calm.p99Ms).toFixed(1)} x`],
      ["refused with 503", String(statuses.get(503) ?? 0)],
      ["found no connection", String(gaveUp)],
      ["answered otherwise", foreign.map(([status, count]) => `${count} x ${status}`).join(", ") || "0"],
    ],
    broken: brokenOf({
      "nothing but 200 and 503 is answered": foreign.length === 0,
      [`${100 * SERVED_SHARE_MIN} % of the capacity is served`]:
        share >= SERVED_SHARE_MIN || crowded.seconds < JUDGED_SECONDS_MIN,
    }),
  };
}

async function run(
  numbers: Readonly<Record<string, number>>,
  report: (step: string) => void,
): Promise<Outcome> {
  const seconds = numberOf(numbers, "seconds");
  const installation = await createInstallation();
  const replica = await installation.start();
  // A crowd takes the more of the machine the more it asks for: on a core of its own it takes none of the service's.
  const isPinned = pinServer(replica.pid) && pinSelf();
  try {
    const crowd = (requestsPerSecond: number, connectionsMax: number, durationMs = seconds * 1_000) =>
      runCrowd({
        url: installation.url,
        key: installation.key(),
        requestsPerSecond,
        connectionsMax,
        durationMs,
      });
    await crowd(Infinity, CALM_CONNECTIONS, Math.min(WARM_MS, seconds * 1_000));
    const startedS = ranS(replica.pid);
    const calmResult = await crowd(Infinity, CALM_CONNECTIONS);
    const calmS = ranS(replica.pid);
    const calm = measure(calmResult, seconds, calmS - startedS);
    report(`capacity ${calm.perSecond.toFixed(0)}/s`);
    const times = numberOf(numbers, "times");
    const crowded = await crowd(times * calm.perSecond, CROWD_CONNECTIONS);
    const crowdedS = ranS(replica.pid) - calmS;
    return judge(calm, measure(crowded, seconds, crowdedS), crowded, isPinned);
  } finally {
    unpinSelf();
    await replica.stop();
    installation.remove();
  }
}

export const overload: Torture = {
  summary:
    "several times more requests than the service can answer: it goes on at its own pace (judged from 30 s on)",
  numbers: { seconds: 60, times: 5 },
  skipReason: () =>
    Promise.resolve(process.platform === "linux" ? false : "processor time is read from /proc"),
  run,
};
