// Servers under the same closed loop in turn, round after round, so that a slow moment of the machine slows all of them.
import type { ChildServer } from "../load/child-server.ts";
import { runClosedLoop } from "../load/closed-loop.ts";
import type { Target } from "../load/raw-client.ts";

const CONNECTIONS = 32;
const WARM_MS = 1_000;
const WARM_ROUNDS_MAX = 20;
/** Share of a round's processor time, over the least of the rounds before. */
const STILL_FALLING = 0.97;
const CALM_ROUNDS = 3;

export interface Contender {
  readonly server: ChildServer;
  readonly target: Target;
}

export interface Rounds {
  readonly rounds: number;
  /** Duration of one measurement. @unit milliseconds */
  readonly durationMs: number;
}

interface Measured {
  /** One a round. @unit requests per second */
  readonly rates: number[];
  /** Processor time that a request takes on all threads of the server, one a round. @unit microseconds */
  readonly processorUs: number[];
  faults: number;
}

async function measureRound(
  { server, target }: Contender,
  durationMs: number,
  measured: Measured,
): Promise<void> {
  const beforeMs = server.processorMs();
  const result = await runClosedLoop(target, CONNECTIONS, durationMs);
  measured.rates.push(result.requestsPerSecond);
  measured.processorUs.push(((server.processorMs() - beforeMs) * 1000) / result.answered);
  measured.faults += result.faults;
}

/**
 * Whether the last rounds took no less processor time than one before them: until then the compiler is at work.
 * @param processorUs of a request, by round
 */
export function isCalm(processorUs: readonly number[]): boolean {
  if (processorUs.length >= WARM_ROUNDS_MAX) return true;
  const last = processorUs.slice(-CALM_ROUNDS);
  const before = processorUs.slice(0, -CALM_ROUNDS);
  return before.length > 0 && Math.min(...last) >= Math.min(...before) * STILL_FALLING;
}

async function warmUp(contender: Contender): Promise<void> {
  const measured: Measured = { rates: [], processorUs: [], faults: 0 };
  while (!isCalm(measured.processorUs)) await measureRound(contender, WARM_MS, measured);
}

/** In the order of the contenders, each warmed up before. */
export async function measureInTurns(
  contenders: readonly Contender[],
  { rounds, durationMs }: Rounds,
  report: (round: number) => void,
): Promise<readonly Measured[]> {
  const all = contenders.map((contender) => ({
    contender,
    measured: { rates: [], processorUs: [], faults: 0 } satisfies Measured as Measured,
  }));
  for (const contender of contenders) await warmUp(contender);
  for (let round = 1; round <= rounds; round += 1) {
    for (const { contender, measured } of all) await measureRound(contender, durationMs, measured);
    report(round);
  }
  return all.map(({ measured }) => measured);
}

/** Round by round. */
export const ratiosOf = (upper: readonly number[], lower: readonly number[]): readonly number[] =>
  upper.map((value, index) => value / (lower[index] ?? Number.NaN));
