import type { DecideResult } from "./decide-in-process.ts";
import type { GrowthRow } from "./growth.ts";
import { verdictOf } from "./loudness.ts";
import type { OpenLoopResult } from "./open-loop.ts";
import type { Spread } from "./statistics.ts";

export interface CaseResult {
  readonly name: string;
  readonly budget: number;
  /** @unit requests per second */
  readonly ours: Spread;
  /** @unit requests per second */
  readonly echo: Spread;
  readonly ratio: Spread;
  /** Processor time a request takes on all threads; it wobbles less than the rates when the machine is shared. @unit microseconds */
  readonly oursProcessorUs: number;
  readonly echoProcessorUs: number;
  readonly faults: number;
}

export interface BenchReport {
  readonly machine: string;
  /** Of all processors, what other processes used while this was measured. @range 0..1 */
  readonly othersShare: number;
  readonly cases: readonly CaseResult[];
  readonly latency: { readonly ours: OpenLoopResult; readonly echo: OpenLoopResult };
  readonly ratePerSecond: number;
  readonly decide: DecideResult;
  readonly growth: readonly GrowthRow[];
  readonly startMs: number;
  readonly restMb: number;
  readonly loadMb: number;
}

const whole = (value: number): string => Math.round(value).toLocaleString("en-US");

const spread = ({ median, min, max }: Spread): string => `${whole(median)} (${whole(min)}-${whole(max)})`;

const ratio = ({ median, min, max }: Spread): string =>
  `${median.toFixed(2)} (${min.toFixed(2)}-${max.toFixed(2)})`;

function caseRow(result: CaseResult): string {
  const { name, ours, echo, budget, faults, oursProcessorUs, echoProcessorUs } = result;
  const verdict = result.ratio.median >= budget ? "kept" : "MISSED";
  const processor = `${whole(oursProcessorUs)} / ${whole(echoProcessorUs)} us (${(echoProcessorUs / oursProcessorUs).toFixed(2)})`;
  const cells = [
    name,
    spread(ours),
    spread(echo),
    ratio(result.ratio),
    processor,
    `${budget.toFixed(2)} ${verdict}`,
    String(faults),
  ];
  return `| ${cells.join(" | ")} |\n`;
}

const sizeOf = (bytes: number): string => (bytes < 1024 ? `${bytes} B` : `${whole(bytes / 1024)} KB`);

const growthRow = ({ candidates, bytes, ratio }: GrowthRow): string =>
  `| ${candidates} candidates, ${sizeOf(bytes)} | ${ratio.toFixed(2)} |\n`;

/** One table of throughput, one of growth, then one of everything else. */
export function renderTable(report: BenchReport): string {
  const { latency, decide } = report;
  const rows: readonly (readonly [string, string, string])[] = [
    [
      `p50 / p99 at ${whole(report.ratePerSecond)} req/s, 1 KB, open loop`,
      `${latency.ours.p50Ms.toFixed(2)} / ${latency.ours.p99Ms.toFixed(2)} ms; echo ${latency.echo.p50Ms.toFixed(2)} / ${latency.echo.p99Ms.toFixed(2)} ms`,
      "echo p99 + 3 ms",
    ],
    [
      "engine.decide in process, 100 tokens, 10 candidates",
      `p50 ${decide.p50Us.toFixed(1)} us, p99 ${decide.p99Us.toFixed(1)} us`,
      "p50 40 us",
    ],
    ["start to announcement", `${(report.startMs / 1000).toFixed(2)} s`, "1.0 s"],
    ["memory at rest / after load", `${whole(report.restMb)} / ${whole(report.loadMb)} MB`, "200 / 350 MB"],
  ];
  return (
    `${report.machine}\n${verdictOf(report.othersShare)}\n\n| case | signalbox req/s | echo req/s | ratio | processor time a request (ratio) | budget | faults |\n|---|---|---|---|---|---|---|\n` +
    `${report.cases.map(caseRow).join("")}\n| what | measured | budget |\n|---|---|---|\n` +
    `${rows.map((row) => `| ${row.join(" | ")} |\n`).join("")}\n| engine.decide in process | time over that of 10 candidates, 1 KB |\n|---|---|\n` +
    report.growth.map(growthRow).join("")
  );
}
