// `npm run bench`: the service beside a bare node:http echo, in interleaved rounds, as one table of medians and ratios.
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { availableParallelism, cpus, loadavg, tmpdir } from "node:os";
import { join } from "node:path";
import { mulberry32 } from "@signalbox/engine/numerics";

import { CASES, type BenchCase } from "./cases.ts";
import { pinSelf, startChildServer, type ChildServer } from "./child-server.ts";
import { runClosedLoop } from "./closed-loop.ts";
import { measureDecide } from "./decide-in-process.ts";
import { measureGrowth } from "./growth.ts";
import { startListening } from "./loudness.ts";
import { readOptions } from "./options.ts";
import { runOpenLoop, type OpenLoopResult } from "./open-loop.ts";
import { buildTarget, type Target } from "./raw-client.ts";
import { renderTable, type BenchReport, type CaseResult } from "./report.ts";
import { spreadOf } from "./statistics.ts";

const CONNECTIONS = 32;
const OPEN_LOOP_RATE = 2_000;
const WARM_UP_MS = 1_500;

const { rounds, durationMs, jsonFile } = readOptions(process.argv.slice(2));

interface Pair {
  readonly ours: ChildServer;
  readonly echo: ChildServer;
}

const progress = (text: string): void => {
  process.stderr.write(`bench: ${text}\n`);
};

const targetOf = (server: ChildServer, body: string): Target =>
  buildTarget({ url: server.url, path: "/api/v1/model-select", key: server.key, body });

interface Measured {
  readonly rates: number[];
  readonly processorUs: number[];
  faults: number;
}

async function measureRound(server: ChildServer, body: string, measured: Measured): Promise<void> {
  const beforeMs = server.processorMs();
  const result = await runClosedLoop(targetOf(server, body), CONNECTIONS, durationMs);
  measured.rates.push(result.requestsPerSecond);
  measured.processorUs.push(((server.processorMs() - beforeMs) * 1000) / result.answered);
  measured.faults += result.faults;
}

const ratiosOf = (upper: readonly number[], lower: readonly number[]): readonly number[] =>
  upper.map((value, index) => value / (lower[index] ?? Number.NaN));

async function measureThroughput(
  { ours, echo }: Pair,
  { name, body, budget }: BenchCase,
): Promise<CaseResult> {
  const decided: Measured = { rates: [], processorUs: [], faults: 0 };
  const echoed: Measured = { rates: [], processorUs: [], faults: 0 };
  await runClosedLoop(targetOf(echo, body), CONNECTIONS, WARM_UP_MS);
  await runClosedLoop(targetOf(ours, body), CONNECTIONS, WARM_UP_MS * 2);
  for (let round = 0; round < rounds; round += 1) {
    await measureRound(echo, body, echoed);
    await measureRound(ours, body, decided);
    progress(`${name}: round ${round + 1} of ${rounds}`);
  }
  return {
    name,
    budget,
    ours: spreadOf(decided.rates),
    echo: spreadOf(echoed.rates),
    ratio: spreadOf(ratiosOf(decided.rates, echoed.rates)),
    oursProcessorUs: spreadOf(decided.processorUs).median,
    echoProcessorUs: spreadOf(echoed.processorUs).median,
    faults: decided.faults + echoed.faults,
  };
}

async function measureLatency(server: ChildServer, body: string): Promise<OpenLoopResult> {
  const results: OpenLoopResult[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const random = mulberry32(42 + round);
    results.push(
      await runOpenLoop({
        target: targetOf(server, body),
        requestsPerSecond: OPEN_LOOP_RATE,
        durationMs,
        random,
      }),
    );
  }
  const median = (read: (result: OpenLoopResult) => number): number => spreadOf(results.map(read)).median;
  return {
    p50Ms: median((result) => result.p50Ms),
    p99Ms: median((result) => result.p99Ms),
    sent: results.reduce((sum, result) => sum + result.sent, 0),
    faults: results.reduce((sum, result) => sum + result.faults, 0),
  };
}

/** Processor time of this process and of the servers. */
function ownMs({ ours, echo }: Pair): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000 + ours.processorMs() + echo.processorMs();
}

async function measure(pair: Pair): Promise<BenchReport> {
  const ownMsBefore = ownMs(pair);
  const loudness = startListening();
  const restMb = pair.ours.residentMb();
  const cases: CaseResult[] = [];
  for (const benchCase of CASES) cases.push(await measureThroughput(pair, benchCase));
  const [small = { name: "", body: "{}", budget: 0 }] = CASES;
  progress("open loop");
  const latency = {
    echo: await measureLatency(pair.echo, small.body),
    ours: await measureLatency(pair.ours, small.body),
  };
  const loadMb = pair.ours.residentMb();
  progress("decide in process");
  const decide = await measureDecide();
  progress("growth");
  const growth = await measureGrowth();
  const machine = `${cpus()[0]?.model.trim() ?? "unknown"}, ${availableParallelism()} cores, Node ${process.version}, load ${loadavg()[0]?.toFixed(1)}, ${isPinned ? "pinned" : "not pinned"}`;
  return {
    machine,
    othersShare: loudness.othersShare(ownMs(pair) - ownMsBefore),
    cases,
    latency,
    ratePerSecond: OPEN_LOOP_RATE,
    decide,
    growth,
    startMs: pair.ours.startMs,
    restMb,
    loadMb,
  };
}

const isPinned = pinSelf();
const dataDir = mkdtempSync(join(tmpdir(), "signalbox-bench-"));
const root = join(import.meta.dirname, "..");
const serve = ["serve", "--json", "--no-dashboard", "--port", "0", "--data-dir", dataDir];
// A first start makes the database; the second one is the start that is measured.
const first = await startChildServer(join(root, "packages/cli/src/main.ts"), serve);
await first.stop();
const restarted = await startChildServer(join(root, "packages/cli/src/main.ts"), serve);
const ours: ChildServer = { ...restarted, key: first.key };
const echo = await startChildServer(join(root, "bench/echo-server.ts"), []);
try {
  const report = await measure({ ours, echo });
  process.stdout.write(renderTable(report));
  if (jsonFile !== undefined) writeFileSync(jsonFile, `${JSON.stringify(report, null, 2)}\n`);
} finally {
  await Promise.all([ours.stop(), echo.stop()]);
  rmSync(dataDir, { recursive: true, force: true });
}
