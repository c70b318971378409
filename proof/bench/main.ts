// `npm run bench`: the service beside a bare node:http echo, in interleaved rounds, as tables of medians and ratios; latency,
// start, memory and disk; and how a decision grows.
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { cpus, loadavg, tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { setTimeout as delay } from "node:timers/promises";
import { parseArgs } from "node:util";

import { pinSelf, START, startChildServer, type ChildServer } from "../load/child-server.ts";
import type { OpenLoopResult } from "../load/open-loop.ts";
import { buildTarget, type Target } from "../load/raw-client.ts";
import { spreadOf, type Spread } from "../load/statistics.ts";
import { bodiesOf, CASES, type BenchCase } from "./cases.ts";
import { measureDecide } from "./decide-in-process.ts";
import { measureDecisionGrowth, measureInstallationGrowth } from "./growth.ts";
import { measureLatency } from "./latency.ts";
import { measureInTurns, ratiosOf, type Rounds } from "./throughput.ts";

const USAGE = `Usage: npm run bench -- [--rounds N] [--seconds S] [--decisions N] [--json FILE]

  --rounds N     rounds of each measurement, service and echo in turn (3)
  --seconds S    length of one measurement (2)
  --decisions N  decisions in the installation whose growth is measured (50000)
  --json FILE    keep the figures as JSON

The measured database is in the directory for temporary files; set TMPDIR to measure another disk.
`;

function readOptions(): Rounds & { readonly decisions: number; readonly json: string | undefined } {
  const text = (normal: string) => ({ type: "string", default: normal }) as const;
  try {
    const { values } = parseArgs({
      options: { rounds: text("3"), seconds: text("2"), decisions: text("50000"), json: { type: "string" } },
    });
    const numbers = [values.rounds, values.seconds, values.decisions].map(Number);
    if (!numbers.every((value) => value > 0 && Number.isFinite(value)))
      throw new Error("Numbers must be above 0.");
    const [rounds = 3, seconds = 2, decisions = 1] = numbers;
    return { rounds: Math.ceil(rounds), durationMs: seconds * 1_000, decisions, json: values.json };
  } catch (fault) {
    process.stderr.write(`bench: ${fault instanceof Error ? fault.message : String(fault)}\n\n${USAGE}`);
    return process.exit(2);
  }
}

const whole = (value: number): string => Math.round(value).toLocaleString("en-US");
const spread = ({ median, min, max }: Spread, digits = 2): string =>
  `${median.toFixed(digits)} (${min.toFixed(digits)}-${max.toFixed(digits)})`;
const pairOf = ({ p50Ms, p99Ms, faults }: OpenLoopResult): string =>
  `${p50Ms.toFixed(2)} / ${p99Ms.toFixed(2)} ms${faults > 0 ? `, ${faults} failed` : ""}`;

function printTable(head: readonly string[], rows: readonly (readonly string[])[]): void {
  const line = (cells: readonly string[]): string => `| ${cells.join(" | ")} |\n`;
  process.stdout.write(`${line(head)}|${"---|".repeat(head.length)}\n${rows.map(line).join("")}\n`);
}

const targetOf = (server: ChildServer, body: () => string): Target =>
  buildTarget({ url: server.url, path: "/api/v1/model-select", key: server.key, body });
const contenderOf = (server: ChildServer, benchCase: BenchCase) => ({
  server,
  target: targetOf(server, bodiesOf(benchCase)),
});

/** The size of a database over the decisions in it; what was freed of it counts too. @unit bytes */
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

interface Pair {
  readonly ours: ChildServer;
  readonly echo: ChildServer;
}

async function measureCase({ ours, echo }: Pair, benchCase: BenchCase, rounds: Rounds) {
  const contenders = [echo, ours].map((server) => contenderOf(server, benchCase));
  const [echoed, decided] = await measureInTurns(contenders, rounds, () => {});
  if (echoed === undefined || decided === undefined) throw new Error("Two servers were to be measured.");
  process.stderr.write(`bench: ${benchCase.name}\n`);
  return {
    name: benchCase.name,
    floor: benchCase.floor,
    share: spreadOf(ratiosOf(echoed.processorUs, decided.processorUs)),
    processorUs: spreadOf(decided.processorUs).median,
    echoProcessorUs: spreadOf(echoed.processorUs).median,
    rate: spreadOf(decided.rates),
    faults: decided.faults + echoed.faults,
  };
}

/** After its announcement a service warms up and gives garbage back. */
const SETTLED_MS = 5_000;

const { json, decisions, ...rounds } = readOptions();
const isPinned = pinSelf();
const folders = ["fresh", "grown"].map((name) => mkdtempSync(join(tmpdir(), `signalbox-bench-${name}-`)));
const [freshDir = "", grownDir = ""] = folders;
const serve = (dir: string) => ["serve", "--json", "--no-dashboard", "--port", "0", "--data-dir", dir];
// A first start makes the database; the next one is measured.
const first = await startChildServer(START, serve(freshDir));
await first.stop();
const restarted = await startChildServer(START, serve(freshDir));
const ours: ChildServer = { ...restarted, key: first.key };
const grown = await startChildServer(START, serve(grownDir));
const echo = await startChildServer(join(import.meta.dirname, "echo-server.ts"), []);
try {
  await delay(SETTLED_MS);
  const restMb = ours.residentMb();
  const [small] = CASES;
  if (small === undefined) throw new Error("There is nothing to send.");
  const cases = [await measureCase({ ours, echo }, small, rounds)];
  const diskBytes = diskBytesOf(freshDir);
  for (const other of CASES.slice(1)) cases.push(await measureCase({ ours, echo }, other, rounds));
  const ratePerSecond = Math.round((cases[0]?.rate.median ?? Number.NaN) / 2);
  const latencyOf = (server: ChildServer) =>
    measureLatency(targetOf(server, bodiesOf(small)), ratePerSecond, rounds);
  const latency = { echo: await latencyOf(echo), ours: await latencyOf(ours) };
  const loadMb = ours.residentMb();
  const decide = await measureDecide();
  const growth = await measureDecisionGrowth();
  const installation = await measureInstallationGrowth(contenderOf(ours, small), contenderOf(grown, small), {
    ...rounds,
    decisions,
  });
  const machine = `${cpus()[0]?.model.trim() ?? "unknown"}, ${cpus().length} cores, Node ${process.version}, load ${loadavg()[0]?.toFixed(1)}, ${isPinned ? "pinned" : "not pinned"}`;
  process.stdout.write(`${machine}\n\n`);
  printTable(
    ["case", "share of the echo, by processor time", "floor", "processor time, both", "req/s", "faults"],
    cases.map((row) => [
      row.name,
      spread(row.share),
      `${row.floor.toFixed(2)} ${row.share.median >= row.floor ? "kept" : "MISSED"}`,
      `${whole(row.processorUs)} / ${whole(row.echoProcessorUs)} us`,
      spread(row.rate, 0),
      String(row.faults),
    ]),
  );
  printTable(
    ["what", "measured"],
    [
      [
        `p50 / p99 at ${whole(ratePerSecond)} req/s, open loop`,
        `${pairOf(latency.ours)}; echo ${pairOf(latency.echo)}`,
      ],
      ["engine.decide in process", `p50 ${decide.p50Us.toFixed(1)} us, p99 ${decide.p99Us.toFixed(1)} us`],
      ["later start to announcement", `${whole(restarted.startMs)} ms`],
      ["memory at rest / after load", `${whole(restMb)} / ${whole(loadMb)} MB`],
      ["disk a decision, indexes included", `${(diskBytes / 1000).toFixed(2)} KB`],
      [
        `${whole(installation.decisions)} decisions kept, not a fresh installation`,
        `processor time ${spread(installation.processor)}`,
      ],
    ],
  );
  printTable(
    ["request read and decided in process", "time over that of 10 candidates, 1 KB"],
    growth.map(({ candidates, bytes, ratio }) => [
      `${candidates} candidates, ${whole(bytes)} bytes`,
      ratio.toFixed(2),
    ]),
  );
  if (json !== undefined) {
    const report = { machine, cases, latency, ratePerSecond, decide, growth, installation };
    writeFileSync(json, `${JSON.stringify({ ...report, restMb, loadMb, diskBytes }, null, 2)}\n`);
  }
} finally {
  await Promise.all([ours.stop(), grown.stop(), echo.stop()]);
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
}
