// Closed loop: every connection sends its next request as soon as it has an answer. Tells throughput.
import { openConnection, type Connection, type Target } from "./raw-client.ts";

interface ClosedLoopResult {
  readonly requestsPerSecond: number;
  readonly answered: number;
  /** Answers other than 200. */
  readonly faults: number;
}

interface Tally {
  answered: number;
  faults: number;
  isOver: boolean;
}

/** Resolves when the connection has its last answer: the next measurement must find nothing of this one. */
function drive(connection: Connection, tally: Tally): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const next = (): void => {
    connection.send((status) => {
      tally.answered += 1;
      if (status !== 200) tally.faults += 1;
      if (tally.isOver || status === 0) resolve();
      else next();
    });
  };
  next();
  return promise;
}

export async function runClosedLoop(
  target: Target,
  connectionCount: number,
  durationMs: number,
): Promise<ClosedLoopResult> {
  const connections = Array.from({ length: connectionCount }, () => openConnection(target));
  const tally: Tally = { answered: 0, faults: 0, isOver: false };
  const startedMs = performance.now();
  const { promise: over, resolve } = Promise.withResolvers<void>();
  setTimeout(() => {
    tally.isOver = true;
    resolve();
  }, durationMs);
  const drivers = connections.map((connection) => drive(connection, tally));
  await over;
  const seconds = (performance.now() - startedMs) / 1000;
  const requestsPerSecond = tally.answered / seconds;
  await Promise.all(drivers);
  for (const connection of connections) connection.close();
  return { requestsPerSecond, answered: tally.answered, faults: tally.faults };
}

/** A number of requests instead of a time: for what is counted by request. @throws Error when one is not answered by 200 */
export async function runRequests(target: Target, connectionCount: number, count: number): Promise<void> {
  let left = count;
  const run = async (): Promise<void> => {
    const connection = openConnection(target);
    while (left > 0) {
      left -= 1;
      const { promise, resolve } = Promise.withResolvers<number>();
      connection.send(resolve);
      const status = await promise;
      if (status !== 200) throw new Error(`A request was answered by ${status}.`);
    }
    connection.close();
  };
  await Promise.all(Array.from({ length: connectionCount }, run));
}
