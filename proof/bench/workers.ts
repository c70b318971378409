// One worker and two beside each other, on all cores. Where the load needs one of two cores, the rate of two says little of what
// they could do; the processor time that a request takes says what sharing costs them, and with it what they could reach at most.
import { mkdtempSync, rmSync } from "node:fs";
import { cpus, tmpdir } from "node:os";
import { join } from "node:path";

import { START, startChildServer } from "../load/child-server.ts";
import { buildTarget } from "../load/raw-client.ts";
import { spreadOf, type Spread } from "../load/statistics.ts";
import { measureInTurns, ratiosOf, type Contender, type Rounds } from "./throughput.ts";

export interface WorkersReport {
  readonly cores: number;
  /** @unit requests per second */
  readonly one: Spread;
  readonly two: Spread;
  /** Ratio of two to one, round by round. */
  readonly rateRatio: Spread;
  readonly oneProcessorUs: number;
  readonly twoProcessorUs: number;
  readonly processorRatio: Spread;
  readonly faults: number;
}

interface Service extends Contender {
  remove(): void;
}

async function startWorkers(count: number, body: () => string): Promise<Service> {
  const folder = mkdtempSync(join(tmpdir(), "signalbox-bench-workers-"));
  const args = ["serve", "--json", "--no-dashboard", "--port", "0", "--data-dir", folder];
  const all = `0-${cpus().length - 1}`;
  const server = await startChildServer(START, [...args, "--workers", String(count)], all);
  const { url, key } = server;
  return {
    server,
    target: buildTarget({ url, path: "/api/v1/model-select", key, body }),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

export async function measureWorkers(
  bodies: () => () => string,
  rounds: Rounds,
  report: (step: string) => void,
): Promise<WorkersReport> {
  const services = [await startWorkers(1, bodies()), await startWorkers(2, bodies())];
  try {
    const [one, two] = await measureInTurns(services, rounds, (round) =>
      report(`workers: round ${round} of ${rounds.rounds}`),
    );
    if (one === undefined || two === undefined) throw new Error("Two services were to be measured.");
    return {
      cores: cpus().length,
      one: spreadOf(one.rates),
      two: spreadOf(two.rates),
      rateRatio: spreadOf(ratiosOf(two.rates, one.rates)),
      oneProcessorUs: spreadOf(one.processorUs).median,
      twoProcessorUs: spreadOf(two.processorUs).median,
      processorRatio: spreadOf(ratiosOf(two.processorUs, one.processorUs)),
      faults: one.faults + two.faults,
    };
  } finally {
    await Promise.all(services.map(({ server }) => server.stop()));
    for (const service of services) service.remove();
  }
}
