// The results of `npm run bench`, and its form as tables for a terminal and for these pages.
import type { DecideResult } from "./decide-in-process.ts";
import type { GrowthRow } from "./grown-installation.ts";
import type { InstallationGrowth } from "./installation-growth.ts";
import { verdictOf, type PartLoudness } from "./loudness.ts";
import type { OpenLoopResult } from "../load/open-loop.ts";
import { PEER_RATE, type PeerResult, type PeersReport } from "./peers.ts";
import type { Spread } from "../load/statistics.ts";
import type { WorkersReport } from "./workers.ts";

export interface CaseResult {
  readonly name: string;
  readonly floor: number;
  /** @unit requests per second */
  readonly ours: Spread;
  /** @unit requests per second */
  readonly echo: Spread;
  /** Ratio of the rates, round by round. */
  readonly ratio: Spread;
  /** Processor time of the echo over ours, round by round: the share of the echo. */
  readonly share: Spread;
  /** Processor time a request takes on all threads; it wobbles less than the rates when the machine is shared. @unit microseconds */
  readonly oursProcessorUs: number;
  readonly echoProcessorUs: number;
  readonly faults: number;
}

export interface BenchReport {
  readonly machine: string;
  /** The use that other processes made of the machine while each part was measured. */
  readonly loudness: readonly PartLoudness[];
  readonly cases: readonly CaseResult[];
  readonly latency: { readonly ours: OpenLoopResult; readonly echo: OpenLoopResult };
  readonly ratePerSecond: number;
  readonly decide: DecideResult;
  readonly growth: readonly GrowthRow[];
  readonly installations: readonly InstallationGrowth[];
  readonly peers: PeersReport;
  readonly workers: WorkersReport;
  /** Second and later starts of one installation. @unit milliseconds to the announcement */
  readonly startMs: Spread;
  readonly restMb: Spread;
  readonly loadMb: number;
  /** The database over its decisions, indexes included, after the first case. @unit bytes */
  readonly diskBytes: number;
}

/** A run of some parts: what was not measured is absent. */
export type PartialReport = Partial<BenchReport> & Pick<BenchReport, "machine" | "loudness">;

export interface Table {
  readonly title: string;
  readonly head: readonly string[];
  readonly rows: readonly (readonly string[])[];
  /** Facts that must be known to read it. */
  readonly notes: readonly string[];
}

export const whole = (value: number): string => Math.round(value).toLocaleString("en-US");

const spread = ({ median, min, max }: Spread): string => `${whole(median)} (${whole(min)}-${whole(max)})`;

const ratio = ({ median, min, max }: Spread): string =>
  `${median.toFixed(2)} (${min.toFixed(2)}-${max.toFixed(2)})`;

type Alone = Pick<
  BenchReport,
  "latency" | "decide" | "ratePerSecond" | "startMs" | "restMb" | "loadMb" | "diskBytes" | "cases" | "growth"
>;

function caseRow(result: CaseResult): readonly string[] {
  const { name, ours, echo, floor, faults, oursProcessorUs, echoProcessorUs } = result;
  const verdict = result.share.median >= floor ? "kept" : "MISSED";
  return [
    name,
    ratio(result.share),
    `${floor.toFixed(2)} ${verdict}`,
    `${whole(oursProcessorUs)} / ${whole(echoProcessorUs)} us`,
    spread(ours),
    spread(echo),
    ratio(result.ratio),
    String(faults),
  ];
}

const sizeOf = (bytes: number): string => (bytes < 1024 ? `${bytes} B` : `${whole(bytes / 1024)} KB`);

const pairOf = ({ p50Ms, p99Ms, faults }: OpenLoopResult): string =>
  `${p50Ms.toFixed(2)} / ${p99Ms.toFixed(2)} ms${faults > 0 ? `, ${faults} failed` : ""}`;

function otherFigures(report: Alone): Table {
  const { latency, decide, ratePerSecond, startMs, restMb, loadMb, diskBytes } = report;
  const rows = [
    [
      `p50 / p99 at ${whole(ratePerSecond)} req/s, half of what it holds, 1 KB varied, open loop`,
      `${pairOf(latency.ours)}; echo ${pairOf(latency.echo)}`,
      "echo p99 + 2 ms",
    ],
    [
      "engine.decide in process, 100 tokens, 10 candidates",
      `p50 ${decide.p50Us.toFixed(1)} us, p99 ${decide.p99Us.toFixed(1)} us`,
      "p50 40 us",
    ],
    ["later start to announcement", `${spread(startMs)} ms`, "600 ms"],
    ["memory at rest / after load", `${spread(restMb)} / ${whole(loadMb)} MB`, "170 / - MB"],
    [
      "disk a decision of 1 KB varied, 10 candidates, indexes included",
      `${(diskBytes / 1000).toFixed(2)} KB`,
      "3.5 KB",
    ],
  ];
  return { title: "Latency, start and memory", head: ["what", "measured", "budget"], rows, notes: [] };
}

const PEERS_DO_MORE =
  "These gateways do other work: they forward each call to a provider, here one on this machine that answers immediately, and Signalbox does not. The bare proxy is the floor of that work.";

function peersTable({ results, absent }: PeersReport): Table {
  const row = ({
    name,
    work,
    rate,
    ofProxy,
    processorUs,
    latency,
    faults,
  }: PeerResult): readonly string[] => [
    name,
    work,
    spread(rate),
    ratio(ofProxy),
    `${whole(processorUs)} us`,
    `${latency.p50Ms.toFixed(2)} / ${latency.p99Ms.toFixed(2)} ms`,
    String(faults + latency.faults),
  ];
  return {
    title: "Beside gateways",
    head: [
      "what",
      "its work",
      "req/s",
      "of the proxy",
      "processor time a request",
      `p50 / p99 at ${PEER_RATE} req/s`,
      "faults",
    ],
    rows: results.map(row),
    notes: [PEERS_DO_MORE, ...absent.map((why) => `Not measured: ${why}.`)],
  };
}

function workersTable({ cores, faults, ...found }: WorkersReport): Table {
  const limit = 2 / found.processorRatio.median;
  return {
    title: "Two workers beside one",
    head: ["what", "one worker", "two workers", "two over one"],
    rows: [
      ["req/s", spread(found.one), spread(found.two), ratio(found.rateRatio)],
      [
        "processor time a request",
        `${whole(found.oneProcessorUs)} us`,
        `${whole(found.twoProcessorUs)} us`,
        ratio(found.processorRatio),
      ],
    ],
    notes: [
      `The load shares the ${cores} cores of this machine with the workers, ${cores > 3 ? "which have cores to spare" : "so the rate of two says what is left beside the load, not what two could do"}. By the processor time of a request, two with a core each reach ${limit.toFixed(2)} times one at most; waits for one another, as for the file of SQLite, are not in that figure.`,
      ...(faults > 0 ? [`${faults} requests failed.`] : []),
    ],
  };
}

const throughputTable = ({ cases }: Alone): Table => ({
  title: "Throughput",
  head: [
    "case",
    "share of the echo, by processor time",
    "floor",
    "processor time a request, both",
    "signalbox req/s",
    "echo req/s",
    "share by rate",
    "faults",
  ],
  rows: cases.map(caseRow),
  notes: [],
});

const decisionGrowthTable = ({ growth }: Alone): Table => ({
  title: "Growth of a decision",
  head: ["request read and decided in process", "time over that of 10 candidates, 1 KB"],
  rows: growth.map(({ candidates, bytes, ratio: times }) => [
    `${candidates} candidates, ${sizeOf(bytes)}`,
    times.toFixed(2),
  ]),
  notes: [],
});

const installationsTable = (installations: BenchReport["installations"]): Table => ({
  title: "Growth of an installation",
  head: ["what it holds", "time of a decision over that of the smaller one", "processor time"],
  rows: installations.map(({ what, size, from, ratio: times, processorRatio }) => [
    `${whole(size)} ${what}, not ${whole(from)}`,
    ratio(times),
    ratio(processorRatio),
  ]),
  notes: [],
});

const hasEcho = (report: PartialReport): report is PartialReport & Alone => report.cases !== undefined;

/** Everything that was measured, in the order in which it is read. */
export function tablesOf(report: PartialReport): readonly Table[] {
  const { peers, workers, installations } = report;
  return [
    ...(hasEcho(report) ? [throughputTable(report), otherFigures(report)] : []),
    ...(peers ? [peersTable(peers)] : []),
    ...(workers ? [workersTable(workers)] : []),
    ...(hasEcho(report) ? [decisionGrowthTable(report)] : []),
    ...(installations ? [installationsTable(installations)] : []),
  ];
}

function renderOne({ head, rows, notes }: Table): string {
  const line = (cells: readonly string[]): string => `| ${cells.join(" | ")} |\n`;
  return `${line(head)}|${"---|".repeat(head.length)}\n${rows.map(line).join("")}${notes.map((note) => `\n${note}\n`).join("")}`;
}

export const renderTables = (report: PartialReport): string =>
  `${report.machine}\n${verdictOf(report.loudness)}\n\n${tablesOf(report).map(renderOne).join("\n")}`;
