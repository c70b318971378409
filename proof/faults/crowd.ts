// Requests at a fixed rate on bare sockets, whether or not earlier ones were answered: what a service feels that is asked for
// more than it can do. A crowd has a bounded number of connections; who finds none free gives up.
import { buildTarget, openConnection, type Connection, type Target } from "../load/raw-client.ts";
import { BODY } from "../load/checked-load.ts";

interface CrowdOptions {
  readonly url: string;
  readonly key: string;
  /** Infinity: every connection sends its next request as soon as it has an answer. */
  readonly requestsPerSecond: number;
  readonly connectionsMax: number;
  readonly durationMs: number;
}

export interface CrowdResult {
  /** Latencies of what was answered with 200. @unit milliseconds */
  readonly servedMs: readonly number[];
  /** Answers by status; 0 for connections that broke. */
  readonly statuses: ReadonlyMap<number, number>;
  /** Requests that found no connection. */
  readonly gaveUp: number;
}

interface Run {
  readonly target: Target;
  readonly idle: Connection[];
  readonly servedMs: number[];
  readonly statuses: Map<number, number>;
  open: number;
  gaveUp: number;
  underWay: number;
}

function send(run: Run, connection: Connection): void {
  const sentMs = performance.now();
  run.underWay += 1;
  connection.send((status) => {
    run.underWay -= 1;
    run.statuses.set(status, (run.statuses.get(status) ?? 0) + 1);
    if (status === 200) run.servedMs.push(performance.now() - sentMs);
    if (status === 200 || status === 503) run.idle.push(connection);
    else {
      connection.close();
      run.open -= 1;
    }
  });
}

function sendOne(run: Run, connectionsMax: number): void {
  const connection = run.idle.pop();
  if (connection !== undefined) send(run, connection);
  else if (run.open < connectionsMax) {
    run.open += 1;
    send(run, openConnection(run.target));
  } else run.gaveUp += 1;
}

export function runCrowd(options: CrowdOptions): Promise<CrowdResult> {
  const { requestsPerSecond, connectionsMax, durationMs } = options;
  const target = buildTarget({
    url: new URL(options.url),
    path: "/api/v1/model-select",
    key: options.key,
    body: BODY,
  });
  const run: Run = { target, idle: [], servedMs: [], statuses: new Map(), open: 0, gaveUp: 0, underWay: 0 };
  const { promise, resolve } = Promise.withResolvers<CrowdResult>();
  const startedMs = performance.now();
  let due = 0;
  const tick = (): void => {
    const spentMs = performance.now() - startedMs;
    if (spentMs < durationMs) {
      const isFree = (): boolean => run.idle.length > 0 || run.open < connectionsMax;
      if (requestsPerSecond === Infinity) while (isFree()) sendOne(run, connectionsMax);
      else for (; due < (spentMs * requestsPerSecond) / 1_000; due += 1) sendOne(run, connectionsMax);
    } else if (run.underWay === 0) {
      clearInterval(timer);
      for (const connection of run.idle) connection.close();
      resolve(run);
    }
  };
  // Not in every turn of the loop: on a small machine the crowd would take the processor from what it measures.
  const timer = setInterval(tick, 1);
  return promise;
}
