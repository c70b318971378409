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
