// Three times as many decisions are asked for as can be made, at random moments and by four accounts: how many are still answered, and
// how late. Capacity is what sixteen connections get that ask again as soon as they are answered; the calm latency is that of half of
// it. The first two seconds do not count: a burst is worked off, not refused. Rounds alternate, because a machine does not go at one
// pace. What is answered is judged by processor time of the service's main thread, which other programs do not change: a decision at
// three times the capacity may take a fifth more of it, refusals included.
import { setTimeout as delay } from "node:timers/promises";

import { mulberry32 } from "@signalbox/engine/numerics";

import { BODY } from "../load/checked-load.ts";
import { pinSelf, pinServer, unpinSelf } from "../load/child-server.ts";
import { runClosedLoop } from "../load/closed-loop.ts";
import { createInstallation } from "../load/installation.ts";
import { buildTarget, openConnection, type Connection, type Target } from "../load/raw-client.ts";
import { percentile } from "../load/statistics.ts";
import { schedule } from "./hostile.ts";
import { brokenOf, numberOf, type Outcome, type Torture } from "./outcome.ts";
import { signUp } from "./sign-up.ts";

const ACCOUNTS = 4;
const CONNECTIONS_EACH = 4;
const CALM_SHARE = 0.5;
const ANSWERED_MIN = 0.8;
const LATER_MAX = 4;
/** Shorter rounds say more about the machine's other work. @unit seconds */
const JUDGED_S_MIN = 3;
/** The overload has lasted for longer than a burst before anything counts. @unit milliseconds */
const RAMP_MS = 2_000;
/** A caller with more open connections gives a request up. */
const OPEN_MAX = 2_000;

interface Felt {
  readonly answeredPerSecond: number;
  /** Answers a millisecond of the service's main thread on a processor. */
  readonly answeredPerThreadMs: number;
  readonly p99Ms: number;
  readonly refused: number;
  readonly broken: number;
}

interface Tally {
  latenciesMs: number[];
  refused: number;
  broken: number;
}

/** One caller that sends at random moments, each request over a connection that is free, or a new one. */
function startCaller(target: Target, tally: Tally, pace: { perSecond: number; seed: number }): () => void {
  const idle: Connection[] = [];
  const all = new Set<Connection>();
  const random = mulberry32(pace.seed);
  const gap = (): number => (-Math.log(1 - random()) / pace.perSecond) * 1000;
  let dueMs = performance.now() + gap();
  const send = (at: number): void => {
    const connection = idle.pop() ?? (all.size < OPEN_MAX ? openConnection(target) : undefined);
    if (connection === undefined) {
      tally.broken += 1;
      return;
    }
    all.add(connection);
    connection.send((status) => {
      if (status === 200) tally.latenciesMs.push(performance.now() - at);
      else if (status === 503) tally.refused += 1;
      else tally.broken += 1;
      if (status === 0) all.delete(connection);
      else idle.push(connection);
    });
  };
  const timer = setInterval(() => {
    for (; dueMs <= performance.now(); dueMs += gap()) send(dueMs);
  }, 1);
  return () => {
    clearInterval(timer);
    for (const connection of all) connection.close();
  };
}

interface Offered {
  readonly pid: number;
  readonly perSecond: number;
  readonly durationMs: number;
}

async function offer(targets: readonly Target[], { pid, perSecond, durationMs }: Offered): Promise<Felt> {
  const tally: Tally = { latenciesMs: [], refused: 0, broken: 0 };
  const ends = targets.map((target, seed) =>
    startCaller(target, tally, { perSecond: perSecond / targets.length, seed }),
  );
  await delay(RAMP_MS);
  Object.assign(tally, { latenciesMs: [], refused: 0, broken: 0 });
  const before = schedule(pid).ranMs;
  const startedMs = performance.now();
  await delay(durationMs);
  const { latenciesMs, refused, broken } = tally;
  const felt = {
    answeredPerSecond: latenciesMs.length / ((performance.now() - startedMs) / 1000),
    answeredPerThreadMs: latenciesMs.length / (schedule(pid).ranMs - before),
    p99Ms: percentile(latenciesMs, 0.99),
    refused,
    broken,
  };
  for (const end of ends) end();
  return felt;
}

interface Capacity {
  readonly perSecond: number;
  readonly perThreadMs: number;
}

async function capacityOf(targets: readonly Target[], pid: number, durationMs: number): Promise<Capacity> {
  const before = schedule(pid).ranMs;
  const results = await Promise.all(
    targets.map((target) => runClosedLoop(target, CONNECTIONS_EACH, durationMs)),
  );
  const answered = results.reduce((sum, result) => sum + result.answered - result.faults, 0);
  return {
    perSecond: results.reduce((sum, { requestsPerSecond }) => sum + requestsPerSecond, 0),
    perThreadMs: answered / (schedule(pid).ranMs - before),
  };
}

interface Round {
  readonly capacity: Capacity;
  readonly calm: Felt;
  readonly overload: Felt;
}

const shareOf = ({ overload, capacity }: Round): number =>
  overload.answeredPerThreadMs / capacity.perThreadMs;

const medianOf = (rounds: readonly Round[], of: (round: Round) => number): number =>
  percentile(rounds.map(of), 0.5);

function judge(rounds: readonly Round[], times: number, seconds: number): Outcome {
  const answered = medianOf(rounds, shareOf);
  const later = medianOf(rounds, ({ overload, calm }) => overload.p99Ms / calm.p99Ms);
  const isJudged = seconds >= JUDGED_S_MIN;
  const percent = (share: number): string => `${Math.round(100 * share)} %`;
  const each = rounds.map((round) => {
    const { capacity, calm, overload } = round;
    return (
      `${capacity.perSecond.toFixed(0)}/s; p99 ${calm.p99Ms.toFixed(0)} calm, ${overload.p99Ms.toFixed(0)} ms; ` +
      `${percent(shareOf(round))} answered by processor time, ${percent(overload.answeredPerSecond / capacity.perSecond)} by the clock; ` +
      `${overload.refused} refused, ${overload.broken} broken`
    );
  });
  return {
    figures: [
      [`answered at ${times} times the capacity`, `${percent(answered)} of it, by processor time (median)`],
      ["their p99 over the calm one", `${later.toFixed(1)} (median)`],
      ...each.map((line, index) => [`round ${index + 1}`, line] as const),
    ],
    broken: brokenOf({
      [`${percent(ANSWERED_MIN)} of the capacity are answered`]: !isJudged || answered >= ANSWERED_MIN,
      [`p99 is ${LATER_MAX} times the calm one at most`]: !isJudged || later <= LATER_MAX,
    }),
  };
}

async function run(
  numbers: Readonly<Record<string, number>>,
  report: (step: string) => void,
): Promise<Outcome> {
  const installation = await createInstallation("", { SIGNALBOX_SIGN_UP: "open" });
  const replica = await installation.start();
  const isPinned = pinServer(replica.pid) && pinSelf();
  try {
    const url = new URL(installation.url);
    const targets: Target[] = [];
    while (targets.length < ACCOUNTS)
      targets.push(
        buildTarget({
          url,
          path: "/api/v1/model-select",
          key: await signUp(url, targets.length),
          body: BODY,
        }),
      );
    const [seconds, times] = [numberOf(numbers, "seconds"), numberOf(numbers, "times")];
    const durationMs = seconds * 1_000;
    await capacityOf(targets, replica.pid, Math.min(5_000, 2 * durationMs));
    const rounds: Round[] = [];
    while (rounds.length < numberOf(numbers, "rounds")) {
      const capacity = await capacityOf(targets, replica.pid, durationMs);
      const offered = (share: number) =>
        offer(targets, { pid: replica.pid, perSecond: share * capacity.perSecond, durationMs });
      const calm = await offered(CALM_SHARE);
      const overload = await offered(times);
      rounds.push({ capacity, calm, overload });
      report(`round ${rounds.length}`);
    }
    const { figures, broken } = judge(rounds, times, seconds);
    return {
      figures: [["service and load", isPinned ? "a core each" : "on the same cores"], ...figures],
      broken,
    };
  } finally {
    unpinSelf();
    await replica.stop();
    installation.remove();
  }
}

export const overload: Torture = {
  summary:
    "four accounts ask for three times as many decisions as can be made: most of what can be is answered, and soon",
  numbers: { seconds: 5, rounds: 5, times: 3 },
  skipReason: () =>
    Promise.resolve(process.platform === "linux" ? false : "processor time is read from /proc"),
  run,
};
