// `npm run bench`: the service beside a bare node:http echo, in interleaved rounds, as tables of medians and ratios; beside
// gateways; with two workers; and how it grows.
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { cpus, loadavg, tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { setTimeout as delay } from "node:timers/promises";

import { bodiesOf, CASES, type BenchCase } from "./cases.ts";
import { pinSelf, START, startChildServer, type ChildServer } from "../load/child-server.ts";
import { measureDecide } from "./decide-in-process.ts";
import { measureGrowth } from "./grown-installation.ts";
import { measureInstallationGrowth, type GrowthSizes } from "./installation-growth.ts";
import { measureLatency } from "./latency.ts";
import { listenWhile, type PartLoudness } from "./loudness.ts";
import { readOptions, type Part } from "./options.ts";
import type { OpenLoopResult } from "../load/open-loop.ts";
import { measurePeers } from "./peers.ts";
import { buildTarget, type Target } from "../load/raw-client.ts";
import { renderTables, type BenchReport, type CaseResult, type PartialReport } from "./report.ts";
import { spreadOf } from "../load/statistics.ts";
import { measureInTurns, ratiosOf } from "./throughput.ts";
import { measureWorkers } from "./workers.ts";

const { parts, rounds, durationMs, jsonFile, isQuick } = readOptions(process.argv.slice(2));
const SETTLED_MS = 5_000;
const ROUNDS = { rounds, durationMs };
const SIZES: GrowthSizes = isQuick
  ? { rows: [2_000], keys: [20], conversations: 200, routers: 2, rounds: 1, seconds: 0.5 }
  : { rows: [10_000, 100_000], keys: [1_000, 10_000], conversations: 10_000, routers: 5, rounds, seconds: 1 };

interface Pair {
  readonly ours: ChildServer;
  readonly echo: ChildServer;
}

const progress = (text: string): void => {
  process.stderr.write(`bench: ${text}\n`);
};

const targetOf = (server: ChildServer, body: () => string): Target =>
  buildTarget({ url: server.url, path: "/api/v1/model-select", key: server.key, body });

async function measureThroughput({ ours, echo }: Pair, benchCase: BenchCase): Promise<CaseResult> {
  const { name, floor } = benchCase;
  const contenders = [echo, ours].map((server) => ({
    server,
    target: targetOf(server, bodiesOf(benchCase)),
  }));
  const [echoed, decided] = await measureInTurns(contenders, ROUNDS, (round) =>
    progress(`${name}: round ${round} of ${rounds}`),
  );
  if (echoed === undefined || decided === undefined) throw new Error("Two servers were to be measured.");
  return {
    name,
    floor,
    ours: spreadOf(decided.rates),
    echo: spreadOf(echoed.rates),
    ratio: spreadOf(ratiosOf(decided.rates, echoed.rates)),
    share: spreadOf(ratiosOf(echoed.processorUs, decided.processorUs)),
    oursProcessorUs: spreadOf(decided.processorUs).median,
    echoProcessorUs: spreadOf(echoed.processorUs).median,
    faults: decided.faults + echoed.faults,
  };
}

type Alone = Pick<
  BenchReport,
  "cases" | "latency" | "ratePerSecond" | "decide" | "growth" | "loadMb" | "diskBytes"
>;

/** The service beside the echo, and the decision in this process. */
async function measureAlone(pair: Pair, small: BenchCase): Promise<Alone> {
  const cases = [await measureThroughput(pair, small)];
  // Before decisions of other sizes follow.
  const diskBytes = diskBytesOf(dataDir);
  for (const benchCase of CASES.slice(1)) cases.push(await measureThroughput(pair, benchCase));
  progress("open loop");
  const ratePerSecond = Math.round((cases[0]?.ours.median ?? Number.NaN) / 2);
  const latencyOf = (server: ChildServer): Promise<OpenLoopResult> =>
    measureLatency(targetOf(server, bodiesOf(small)), ratePerSecond, ROUNDS);
  const latency = { echo: await latencyOf(pair.echo), ours: await latencyOf(pair.ours) };
  const loadMb = pair.ours.residentMb();
  progress("decide in process");
  const decide = await measureDecide();
  const growth = await measureGrowth();
  return { cases, latency, ratePerSecond, decide, growth, loadMb, diskBytes };
}

interface Starts extends Pick<BenchReport, "startMs" | "restMb"> {
  /** The last one, which still runs. */
  readonly restarted: ChildServer;
}

async function measureStarts(count: number): Promise<Starts> {
  const startMs: number[] = [];
  const restMb: number[] = [];
  for (;;) {
    const restarted = await startChildServer(START, serve);
    startMs.push(restarted.startMs);
    // After its announcement a service warms up and gives garbage back.
    await delay(SETTLED_MS);
    restMb.push(restarted.residentMb());
    if (startMs.length >= count) return { restarted, startMs: spreadOf(startMs), restMb: spreadOf(restMb) };
    await restarted.stop();
  }
}

/** The size of a database over the decisions in it; what was freed of it counts too. */
function diskBytesOf(folder: string): number {
  const database = new DatabaseSync(join(folder, "signalbox.db"), { readOnly: true });
  try {
    const { bytes, decisions } = database
      .prepare(
        "select (select page_count from pragma_page_count) * (select page_size from pragma_page_size) as bytes, (select count(*) from decisions) as decisions",
      )
      .get() as { bytes: number; decisions: number };
    return bytes / decisions;
  } finally {
    database.close();
  }
}

async function measure(pair: Pair): Promise<PartialReport> {
  const [small] = CASES;
  if (small === undefined) throw new Error("There is nothing to send.");
  const us = { server: pair.ours, target: targetOf(pair.ours, bodiesOf(small)) };
  const loudness: PartLoudness[] = [];
  const when = async <T>(part: Part, name: string, work: () => Promise<T>): Promise<T | undefined> => {
    if (!parts.has(part)) return undefined;
    const heard = await listenWhile(name, work);
    loudness.push(heard.loudness);
    return heard.measured;
  };
  const alone = await when("echo", "beside the echo", () => measureAlone(pair, small));
  const peers = await when("gateways", "gateways", () => measurePeers(us, ROUNDS, progress));
  const workers = await when("workers", "workers", () =>
    measureWorkers(() => bodiesOf(small), ROUNDS, progress),
  );
  const installations = await when("growth", "growth", () => measureInstallationGrowth(SIZES, progress));
  await pair.ours.stop();
  return {
    machine: `${cpus()[0]?.model.trim() ?? "unknown"}, ${cpus().length} cores, Node ${process.version}, load ${loadavg()[0]?.toFixed(1)}, ${isPinned ? "pinned" : "not pinned"}`,
    loudness,
    ...(alone && { ...alone, ...starts }),
    ...(peers && { peers }),
    ...(workers && { workers }),
    ...(installations && { installations }),
  };
}

const isPinned = pinSelf();
const dataDir = mkdtempSync(join(tmpdir(), "signalbox-bench-"));
const root = join(import.meta.dirname, "../..");
const serve = ["serve", "--json", "--no-dashboard", "--port", "0", "--data-dir", dataDir];
// A first start makes the database; the starts after it are measured, and the last one is kept.
const first = await startChildServer(START, serve);
await first.stop();
const { restarted, ...starts } = await measureStarts(parts.has("echo") ? rounds : 1);
const ours: ChildServer = { ...restarted, key: first.key };
const echo = await startChildServer(join(root, "proof/bench/echo-server.ts"), []);
try {
  const report = await measure({ ours, echo });
  process.stdout.write(renderTables(report));
  if (jsonFile !== undefined) writeFileSync(jsonFile, `${JSON.stringify(report, null, 2)}\n`);
} finally {
  await Promise.all([ours.stop(), echo.stop()]);
  rmSync(dataDir, { recursive: true, force: true });
}
