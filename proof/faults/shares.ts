// The throughput that nine accounts keep while something takes from the service: a tenth account at twenty times its share,
// a thousand idle sockets without a key, a hundred slow bodies of 8 MB. Each is compared with calm moments right before and after
// it, in alternating rounds, because a machine does not go at one pace.
import { buildTarget, type Target } from "../load/raw-client.ts";
import { runClosedLoop } from "../load/closed-loop.ts";
import { percentile } from "../load/statistics.ts";
import { crowd, idleSockets, slowBodies, type Attack } from "./attackers.ts";
import { BODY } from "../load/checked-load.ts";
import { createInstallation, type Installation } from "../load/installation.ts";
import { brokenOf, numberOf, type Outcome, type Torture } from "./outcome.ts";
import { signUp } from "./sign-up.ts";

const OTHERS = 9;
const SHARE = 2;
const TIMES = 20;
const KEPT_MIN = 0.9;
/** Fewer rounds say more about the machine's other work. */
const JUDGED_ROUNDS_MIN = 5;
/** At most. */
const WARM_MS = 2_000;

interface Measured {
  /** Answers of the nine accounts. */
  readonly answered: number;
  readonly failed: number;
}

async function measure(targets: readonly Target[], durationMs: number): Promise<Measured> {
  const results = await Promise.all(targets.map((target) => runClosedLoop(target, SHARE, durationMs)));
  return {
    answered: results.reduce((sum, result) => sum + result.requestsPerSecond, 0),
    failed: results.reduce((sum, result) => sum + result.faults, 0),
  };
}

interface Felt {
  readonly name: string;
  readonly kept: readonly number[];
  readonly failed: number;
}

async function suffer(
  [name, attack]: readonly [string, Attack],
  { rounds, work, rest }: { rounds: number; work: () => Promise<Measured>; rest: Attack },
): Promise<Felt> {
  const under = async (doing: Attack): Promise<Measured> => {
    const end = doing();
    const measured = await work();
    end();
    return measured;
  };
  let before = await under(rest);
  let failed = before.failed;
  const kept: number[] = [];
  while (kept.length < rounds) {
    const attacked = await under(attack);
    const after = await under(rest);
    kept.push((2 * attacked.answered) / (before.answered + after.answered));
    failed += attacked.failed + after.failed;
    before = after;
  }
  return { name, kept, failed };
}

const percent = (share: number): string => `${(100 * share).toFixed(0)} %`;

function judge(felt: readonly Felt[]): Outcome {
  return {
    figures: felt.map(({ name, kept, failed }) => [
      name,
      `${percent(percentile(kept, 0.5))} kept (median; ${percent(Math.min(...kept))} to ${percent(Math.max(...kept))}), ${failed} failed`,
    ]),
    broken: felt.flatMap(({ name, kept, failed }) =>
      brokenOf({
        [`no request of the others fails (${name})`]: failed === 0,
        [`the others keep ${percent(KEPT_MIN)} (${name})`]:
          kept.length < JUDGED_ROUNDS_MIN || percentile(kept, 0.5) >= KEPT_MIN,
      }),
    ),
  };
}

async function attack(
  installation: Installation,
  numbers: Readonly<Record<string, number>>,
  report: (step: string) => void,
): Promise<Outcome> {
  const url = new URL(installation.url);
  const targetOf = (key: string): Target =>
    buildTarget({ url, path: "/api/v1/model-select", key, body: BODY });
  const targets: Target[] = [];
  while (targets.length < OTHERS) targets.push(targetOf(await signUp(url, targets.length)));
  const own = targetOf(installation.key());
  const durationMs = numberOf(numbers, "seconds") * 1_000;
  await measure([...targets, own], Math.min(WARM_MS, durationMs));
  const attacks: Readonly<Record<string, Attack>> = {
    "one account at 20 times its share": crowd(own, TIMES * SHARE),
    "1,000 idle sockets": idleSockets(own),
    "100 slow bodies of 8 MB": slowBodies({
      host: url.hostname,
      port: Number(url.port),
      key: installation.key(),
    }),
  };
  const felt: Felt[] = [];
  for (const named of Object.entries(attacks)) {
    const rest = named[0].startsWith("one account") ? crowd(own, SHARE) : () => () => {};
    felt.push(
      await suffer(named, {
        rounds: numberOf(numbers, "rounds"),
        work: () => measure(targets, durationMs),
        rest,
      }),
    );
    report(named[0]);
  }
  return judge(felt);
}

async function run(
  numbers: Readonly<Record<string, number>>,
  report: (step: string) => void,
): Promise<Outcome> {
  const installation = await createInstallation("", { SIGNALBOX_SIGN_UP: "open" });
  const replica = await installation.start();
  try {
    return await attack(installation, numbers, report);
  } finally {
    await replica.stop();
    installation.remove();
  }
}

export const shares: Torture = {
  summary: "an account at 20 times its share, idle sockets, slow bodies: the others keep their throughput",
  numbers: { seconds: 3, rounds: 9 },
  skipReason: () => Promise.resolve(false),
  run,
};
