// The effect on other accounts while one account sends the most expensive shapes of a request, or uploads the most expensive file.
// Each attack is compared with a control in turn: the same account asks as often for plain decisions, because a machine that stalls
// now and then stalls under an attack, too. The attacker is a process of its own, so that making bodies of megabytes delays no
// client that measures. What one request costs is the time that the service's main thread was on a processor, which other programs
// do not change.
import { readFileSync } from "node:fs";
import { setTimeout as delay } from "node:timers/promises";

import { pinSelf, pinServer, unpinSelf } from "../load/child-server.ts";
import { buildTarget, openConnection, type Connection, type Target } from "../load/raw-client.ts";
import { percentile } from "../load/statistics.ts";
import type { Replica } from "../load/replica.ts";
import { ATTACK_BODIES } from "./attack-bodies.ts";
import { startAttackProcess, type AttackProcess } from "./attackers.ts";
import { startCheckedLoad, type LoadTally } from "../load/checked-load.ts";
import { createInstallation, type Installation } from "../load/installation.ts";
import { brokenOf, numberOf, type Outcome, type Torture } from "./outcome.ts";
import { signUp } from "./sign-up.ts";
import { countWords } from "./steps.ts";

/** Accounts that send an attack once each; the median is its cost. A second one of the same account would wait. */
const PAYERS = 3;
const WARM_S = 6;
const SLOWER_MAX = 2;
const COST_MS_MAX = 50;
/** Shorter runs say more about the machine's other work. @unit seconds */
const JUDGED_S_MIN = 3;
const WARMING = "2,000 faulty messages";
const UPLOADS = "files of 16 MB without a line break";
const NS_PER_MS = 1_000_000;

/** Time in which the main thread ran, and waited for a processor. @unit milliseconds */
export function schedule(pid: number): { readonly ranMs: number; readonly waitedMs: number } {
  const [ran, waited] = readFileSync(`/proc/${pid}/task/${pid}/schedstat`, "utf8").split(" ");
  return { ranMs: Number(ran) / NS_PER_MS, waitedMs: Number(waited) / NS_PER_MS };
}

function ask(connection: Connection): Promise<number> {
  const { promise, resolve } = Promise.withResolvers<number>();
  connection.send(resolve);
  return promise;
}

interface Cost {
  readonly status: number;
  /** @unit milliseconds on a processor */
  readonly ms: number;
}

/** @param targets of one request by different accounts */
async function costOf(targets: readonly Target[], pid: number): Promise<Cost> {
  const costs: number[] = [];
  let status = 0;
  for (const target of targets) {
    const connection = openConnection(target);
    const before = schedule(pid).ranMs;
    status = await ask(connection);
    // Work that follows the answer belongs to it.
    await delay(10);
    costs.push(schedule(pid).ranMs - before);
    connection.close();
  }
  return { status, ms: percentile(costs, 0.5) };
}

/** An attack as others felt it. */
export interface Felt {
  readonly name: string;
  readonly cost: Cost | undefined;
  /** One a round. */
  readonly controls: readonly Measured[];
  readonly attacked: readonly Measured[];
  /** Requests of the attacker in all rounds. */
  readonly requests: number;
}

interface Scene {
  readonly installation: Installation;
  readonly replica: Replica;
  readonly attacker: AttackProcess;
  /** Key of the account that feels the attack. */
  readonly victim: string;
  readonly payers: readonly string[];
  readonly numbers: Readonly<Record<string, number>>;
}

type What = Parameters<AttackProcess["begin"]>[0]["what"];

interface Measured {
  readonly tally: LoadTally;
  /** Requests of the attacker. */
  readonly sent: number;
  /** Share of the time in which the service's main thread ran, and waited to. */
  readonly ran: number;
  readonly waited: number;
}

async function measure(
  { installation, attacker, victim, replica, numbers }: Scene,
  what: What,
): Promise<Measured> {
  attacker.begin({ url: installation.url, key: installation.key(), what });
  const before = schedule(replica.pid);
  const startedMs = performance.now();
  const load = startCheckedLoad({
    url: installation.url,
    key: victim,
    requestsPerSecond: numberOf(numbers, "rate"),
  });
  await delay(numberOf(numbers, "seconds") * 1_000);
  const tally = await load.stop();
  const sent = await attacker.end();
  const after = schedule(replica.pid);
  const ms = performance.now() - startedMs;
  return {
    tally,
    sent,
    ran: (after.ranMs - before.ranMs) / ms,
    waited: (after.waitedMs - before.waitedMs) / ms,
  };
}

/** The median of the rounds: one stall of the machine decides no figure. */
const medianOf = (rounds: readonly Measured[], of: (one: Measured) => number): number =>
  percentile(rounds.map(of), 0.5);
const p99Of = (rounds: readonly Measured[]): number =>
  medianOf(rounds, ({ tally }) => percentile(tally.latenciesMs, 0.99));
const wordsOf = (rounds: readonly Measured[]): readonly string[] =>
  rounds.flatMap(({ tally }) => tally.failures.map(({ word }) => word));
const ms = (value: number): string => value.toFixed(value < 10 ? 1 : 0);

function lineOf(one: Felt): [string, string] {
  const percent = (rounds: readonly Measured[], of: "ran" | "waited"): string =>
    (100 * medianOf(rounds, (round) => round[of])).toFixed(1);
  const spread = (rounds: readonly Measured[]): string =>
    rounds.map(({ tally }) => ms(percentile(tally.latenciesMs, 0.99))).join(" ");
  return [
    one.name,
    (one.cost === undefined ? "" : `${one.cost.status} after ${ms(one.cost.ms)} ms of the processor; `) +
      `p99 of others ${ms(p99Of(one.attacked))} ms beside ${one.requests} of them (${spread(one.attacked)}), ` +
      `${ms(p99Of(one.controls))} ms beside plain ones (${spread(one.controls)}): ` +
      `${(p99Of(one.attacked) / p99Of(one.controls)).toFixed(2)} x; the thread ran ` +
      `${percent(one.attacked, "ran")} and ${percent(one.controls, "ran")} % of the time, waited ` +
      `${percent(one.attacked, "waited")} and ${percent(one.controls, "waited")} %; ` +
      `failed beside it ${countWords(wordsOf(one.attacked))}, beside plain ones ${countWords(wordsOf(one.controls))}`,
  ];
}

export function judge(felt: readonly Felt[], seconds: number): Outcome {
  const isJudged = seconds >= JUDGED_S_MIN;
  return {
    figures: felt.map(lineOf),
    broken: felt.flatMap(({ name, cost, controls, attacked }) =>
      brokenOf({
        [`no request of others fails (${name})`]: wordsOf(attacked).length === 0,
        [`no request of others fails beside plain ones (control of ${name})`]: wordsOf(controls).length === 0,
        [`a request costs ${COST_MS_MAX} ms at most (${name})`]:
          cost === undefined || cost.ms <= COST_MS_MAX || !isJudged,
        [`p99 of others at most ${SLOWER_MAX} times (${name})`]:
          !isJudged || p99Of(attacked) <= SLOWER_MAX * p99Of(controls),
      }),
    ),
  };
}

async function suffer(scene: Scene, name: string, what: What, cost?: Cost): Promise<Felt> {
  const { numbers } = scene;
  const controls: Measured[] = [];
  const attacked: Measured[] = [];
  let requests = 0;
  while (attacked.length < numberOf(numbers, "rounds")) {
    const one = await measure(scene, what);
    attacked.push(one);
    requests += one.sent;
    const perSecond = Math.max(1, requests / (numberOf(numbers, "seconds") * attacked.length));
    controls.push(await measure(scene, { perSecond }));
  }
  return { name, cost, controls, attacked, requests };
}

async function attackAll(scene: Scene, report: (step: string) => void): Promise<readonly Felt[]> {
  const { installation, replica, payers, numbers } = scene;
  const url = new URL(installation.url);
  const felt: Felt[] = [];
  const [first, last] = [numberOf(numbers, "first"), numberOf(numbers, "last")];
  for (const { name, path, body } of ATTACK_BODIES.slice(first - 1, last)) {
    const targets = payers.map((key) => buildTarget({ url, path, key, body }));
    const one = await suffer(scene, name, { shape: name }, await costOf(targets, replica.pid));
    felt.push(one);
    report(lineOf(one).join(": "));
  }
  if (last > ATTACK_BODIES.length) felt.push(await suffer(scene, UPLOADS, "uploads"));
  return felt;
}

/** The compiler works for the first thousands of requests, and the start collects its garbage meanwhile. */
async function warm(scene: Scene): Promise<void> {
  const seconds = Math.min(WARM_S, 2 * numberOf(scene.numbers, "seconds"));
  const warming = { ...scene, numbers: { ...scene.numbers, seconds } };
  await measure(warming, { shape: WARMING });
  await measure(warming, { perSecond: numberOf(scene.numbers, "rate") });
}

async function run(
  numbers: Readonly<Record<string, number>>,
  report: (step: string) => void,
): Promise<Outcome> {
  const installation = await createInstallation("", { SIGNALBOX_SIGN_UP: "open" });
  const replica = await installation.start();
  const isPinned = pinServer(replica.pid) && pinSelf();
  const attacker = await startAttackProcess();
  try {
    const url = new URL(installation.url);
    const victim = await signUp(url, 1);
    const payers: string[] = [];
    while (payers.length < PAYERS) payers.push(await signUp(url, payers.length + 2));
    const scene: Scene = { installation, replica, attacker, victim, payers, numbers };
    await warm(scene);
    const felt = await attackAll(scene, report);
    const { figures, broken } = judge(felt, numberOf(numbers, "seconds"));
    return {
      figures: [["service and load", isPinned ? "a core each" : "on the same cores"], ...figures],
      broken,
    };
  } finally {
    attacker.stop();
    unpinSelf();
    await replica.stop();
    installation.remove();
  }
}

export const hostile: Torture = {
  summary:
    "the most expensive shapes of a request and an upload without an end, by four connections: other accounts hardly feel them",
  numbers: { seconds: 3, rounds: 5, rate: 200, first: 1, last: 16 },
  skipReason: () =>
    Promise.resolve(process.platform === "linux" ? false : "processor time is read from /proc"),
  run,
};
