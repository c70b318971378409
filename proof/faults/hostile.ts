// The effect on other accounts while one account sends the most expensive shapes of a request, or uploads the most expensive file.
// Each attack is compared with a control in turn: the same account asks as often for plain decisions, because a machine that stalls
// now and then stalls under an attack, too. What one request costs is the time that the service's main thread was on a processor,
// which other programs do not change.
import { readFileSync } from "node:fs";
import { setTimeout as delay } from "node:timers/promises";

import { pinSelf, pinServer, unpinSelf } from "../load/child-server.ts";
import { buildTarget, openConnection, type Connection, type Target } from "../load/raw-client.ts";
import { percentile } from "../load/statistics.ts";
import type { Replica } from "../load/replica.ts";
import { ATTACK_BODIES } from "./attack-bodies.ts";
import { crowd, hostileUploads, metronome, type Attack, type CountedAttack } from "./attackers.ts";
import { BODY, startCheckedLoad, type LoadTally } from "../load/checked-load.ts";
import { createInstallation, type Installation } from "../load/installation.ts";
import { brokenOf, numberOf, type Outcome, type Torture } from "./outcome.ts";
import { signUp } from "./sign-up.ts";

const CONNECTIONS = 4;
/** Requests of an attack whose median is its cost. */
const ALONE = 7;
const WARM_REQUESTS = 300;
const SLOWER_MAX = 2;
const COST_MS_MAX = 50;
/** Shorter runs say more about the machine's other work. @unit seconds */
const JUDGED_S_MIN = 3;
const NS_PER_MS = 1_000_000;

/** Time of the main thread. @unit milliseconds on a processor */
function ranMs(pid: number): number {
  return Number(readFileSync(`/proc/${pid}/task/${pid}/schedstat`, "utf8").split(" ")[0]) / NS_PER_MS;
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

async function costOf(target: Target, pid: number): Promise<Cost> {
  const costs: number[] = [];
  let status = 0;
  while (costs.length < ALONE) {
    const connection = openConnection(target);
    const before = ranMs(pid);
    status = await ask(connection);
    // Work that follows the answer belongs to it.
    await delay(10);
    costs.push(ranMs(pid) - before);
    connection.close();
  }
  return { status, ms: percentile(costs, 0.5) };
}

interface Felt {
  readonly name: string;
  readonly cost: Cost | undefined;
  /** Tallies of each round. */
  readonly controls: readonly LoadTally[];
  readonly attacked: readonly LoadTally[];
  /** Requests of the attacker in all rounds. */
  readonly requests: number;
}

interface Scene {
  readonly installation: Installation;
  readonly replica: Replica;
  /** Key of the account that feels the attack. */
  readonly victim: string;
  readonly numbers: Readonly<Record<string, number>>;
}

async function measure({ installation, victim, numbers }: Scene, doing: Attack): Promise<LoadTally> {
  const end = doing();
  const requestsPerSecond = numberOf(numbers, "rate");
  const load = startCheckedLoad({ url: installation.url, key: victim, requestsPerSecond });
  await delay(numberOf(numbers, "seconds") * 1_000);
  const tally = await load.stop();
  end();
  return tally;
}

/** The median of the rounds: one stall of the machine decides no figure. */
const p99Of = (rounds: readonly LoadTally[]): number =>
  percentile(
    rounds.map(({ latenciesMs }) => percentile(latenciesMs, 0.99)),
    0.5,
  );
const slowestOf = (rounds: readonly LoadTally[]): number =>
  Math.max(...rounds.flatMap(({ latenciesMs }) => latenciesMs));
const failuresOf = ({ controls, attacked }: Felt): number =>
  [...controls, ...attacked].reduce((sum, { failures }) => sum + failures.length, 0);
const ms = (value: number): string => value.toFixed(value < 10 ? 1 : 0);

function judge(felt: readonly Felt[], seconds: number): Outcome {
  const isJudged = seconds >= JUDGED_S_MIN;
  return {
    figures: felt.map((one) => [
      one.name,
      (one.cost === undefined ? "" : `${one.cost.status} after ${ms(one.cost.ms)} ms of the processor; `) +
        `p99 of others ${ms(p99Of(one.attacked))} ms beside ${one.requests} of them, ${ms(p99Of(one.controls))} ms beside plain ones ` +
        `(${(p99Of(one.attacked) / p99Of(one.controls)).toFixed(1)} x), slowest ${ms(slowestOf(one.attacked))} and ` +
        `${ms(slowestOf(one.controls))} ms, ${failuresOf(one)} failed`,
    ]),
    broken: felt.flatMap((one) => {
      const { name, cost, controls, attacked } = one;
      return brokenOf({
        [`no request of others fails (${name})`]: failuresOf(one) === 0,
        [`a request costs ${COST_MS_MAX} ms at most (${name})`]:
          cost === undefined || cost.ms <= COST_MS_MAX || !isJudged,
        [`p99 of others at most ${SLOWER_MAX} times (${name})`]:
          !isJudged || p99Of(attacked) <= SLOWER_MAX * p99Of(controls),
      });
    }),
  };
}

async function attackAll(scene: Scene, report: (step: string) => void): Promise<readonly Felt[]> {
  const { installation, replica } = scene;
  const url = new URL(installation.url);
  const key = installation.key();
  const felt: Felt[] = [];
  const plain = buildTarget({ url, path: "/api/v1/model-select", key, body: BODY });
  const seconds = numberOf(scene.numbers, "seconds");
  const suffer = async (name: string, attack: CountedAttack, cost?: Cost): Promise<void> => {
    const [controls, attacked]: [LoadTally[], LoadTally[]] = [[], []];
    let requests = 0;
    const attackCounted: Attack = () => {
      const end = attack();
      return () => (requests += end());
    };
    while (attacked.length < numberOf(scene.numbers, "rounds")) {
      attacked.push(await measure(scene, attackCounted));
      const perSecond = Math.max(1, requests / (seconds * attacked.length));
      controls.push(await measure(scene, metronome(plain, perSecond)));
    }
    felt.push({ name, cost, controls, attacked, requests });
    report(name);
  };
  for (const { name, path, body } of ATTACK_BODIES) {
    const target = buildTarget({ url, path, key, body });
    await suffer(name, crowd(target, CONNECTIONS), await costOf(target, replica.pid));
  }
  await suffer("files of 16 MB without a line break", hostileUploads({ url, key }));
  return felt;
}

async function warm(target: Target): Promise<void> {
  const connection = openConnection(target);
  for (let count = 0; count < WARM_REQUESTS; count += 1) await ask(connection);
  connection.close();
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
    const victim = await signUp(url, 1);
    await warm(buildTarget({ url, path: "/api/v1/model-select", key: victim, body: BODY }));
    const felt = await attackAll({ installation, replica, victim, numbers }, report);
    const { figures, broken } = judge(felt, numberOf(numbers, "seconds"));
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

export const hostile: Torture = {
  summary:
    "the most expensive shapes of a request and an upload without an end, by four connections: other accounts hardly feel them",
  numbers: { seconds: 3, rounds: 3, rate: 100 },
  skipReason: () =>
    Promise.resolve(process.platform === "linux" ? false : "processor time is read from /proc"),
  run,
};
