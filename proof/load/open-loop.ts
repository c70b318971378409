// Open loop: requests leave at random (Poisson) moments whether or not earlier ones were answered, and each latency
// counts from the moment it should have left. A slow server cannot hide behind a waiting client.
import { openConnection, type Connection, type Target } from "./raw-client.ts";
import { percentile } from "./statistics.ts";

const CONNECTIONS = 128;

export interface OpenLoopResult {
  /** @unit milliseconds */
  readonly p50Ms: number;
  /** @unit milliseconds */
  readonly p99Ms: number;
  readonly sent: number;
  readonly faults: number;
}

interface OpenLoopInput {
  readonly target: Target;
  readonly requestsPerSecond: number;
  readonly durationMs: number;
  /** Uniform 0..1, seeded, so that every round sends at the same moments. */
  readonly random: () => number;
}

function arrivalTimes({ requestsPerSecond, durationMs, random }: OpenLoopInput): Float64Array {
  const times: number[] = [];
  for (let at = 0; at < durationMs; at += (-Math.log(1 - random()) / requestsPerSecond) * 1000)
    times.push(at);
  return Float64Array.from(times);
}

interface Run {
  readonly idle: Connection[];
  readonly overdue: number[];
  readonly latenciesMs: number[];
  faults: number;
  answered: number;
}

function sendDue(run: Run, startedMs: number): void {
  while (run.overdue.length > 0 && run.idle.length > 0) {
    const connection = run.idle.pop();
    const dueMs = run.overdue.shift();
    if (connection === undefined || dueMs === undefined) return;
    connection.send((status) => {
      run.latenciesMs.push(performance.now() - startedMs - dueMs);
      run.answered += 1;
      if (status === 200) run.idle.push(connection);
      else run.faults += 1;
      sendDue(run, startedMs);
    });
  }
}

export function runOpenLoop(input: OpenLoopInput): Promise<OpenLoopResult> {
  const times = arrivalTimes(input);
  const connections = Array.from({ length: CONNECTIONS }, () => openConnection(input.target));
  const run: Run = { idle: [...connections], overdue: [], latenciesMs: [], faults: 0, answered: 0 };
  const startedMs = performance.now();
  const { promise, resolve } = Promise.withResolvers<OpenLoopResult>();
  let next = 0;
  const tick = (): void => {
    const nowMs = performance.now() - startedMs;
    while (next < times.length && (times[next] ?? 0) <= nowMs) {
      run.overdue.push(times[next] ?? 0);
      next += 1;
    }
    sendDue(run, startedMs);
    if (run.answered < times.length && run.faults < CONNECTIONS) {
      setImmediate(tick);
      return;
    }
    for (const connection of connections) connection.close();
    const p50Ms = percentile(run.latenciesMs, 0.5);
    resolve({ p50Ms, p99Ms: percentile(run.latenciesMs, 0.99), sent: times.length, faults: run.faults });
  };
  tick();
  return promise;
}
