// Text for terminals: columns, figures and addresses.

import { isIPv6 } from "node:net";
import { networkInterfaces } from "node:os";
import type { Explanation, RankedCandidate, CustomRouter, CustomRouterReport } from "@signalbox/contracts";
import type { Console } from "../command.ts";

// A bar on the error stream, so that piped output stays clean; without a terminal, one line per tenth.

const WIDTH = 28;

interface Progress {
  /** @param share 0..1 */
  report(share: number, stage: string): void;
  end(): void;
}

export function createProgress(console: Console): Progress {
  let lastTenth = -1;
  let lastStage = "";
  let isDrawn = false;
  const draw = (share: number, stage: string): void => {
    const filled = Math.round(share * WIDTH);
    const bar = "#".repeat(filled) + "-".repeat(WIDTH - filled);
    console.error(`\r\u001b[2K[${bar}] ${String(Math.round(share * 100)).padStart(3)} %  ${stage}`);
    isDrawn = true;
  };
  const tell = (share: number, stage: string): void => {
    const tenth = Math.floor(share * 10);
    if (tenth === lastTenth && stage === lastStage) return;
    lastTenth = tenth;
    lastStage = stage;
    console.error(`${String(Math.round(share * 100)).padStart(3)} %  ${stage}\n`);
  };
  return {
    report: (share, stage) => {
      const bounded = Math.min(1, Math.max(0, share));
      if (console.isTerminal) draw(bounded, stage);
      else tell(bounded, stage);
    },
    end: () => {
      if (isDrawn) console.error("\n");
      isDrawn = false;
    },
  };
}

const CHECKS_SHOWN = 20;

function stateOf(router: CustomRouter): string {
  const { needs_training: needsTraining, kept_rows: keptRows, is_active: isActive, status } = router;
  if (needsTraining)
    return keptRows > 0 ? "passed over: retrain it" : "passed over: upload its evaluations again";
  return isActive ? "switched on" : status;
}

export function renderRouters(routers: readonly CustomRouter[]): string {
  if (routers.length === 0)
    return "No custom routers. Train one with `signalbox custom-router train FILE`.\n";
  const rows = routers.map((router) => [
    router.id,
    stateOf(router),
    String(router.rows),
    router.preference_id ?? "no preference",
    router.name,
  ]);
  return alignColumns([["ID", "STATUS", "ROWS", "PREFERENCE", "NAME"], ...rows], { right: [2] });
}

export function renderReport(report: CustomRouterReport): string {
  const { router, shipped, baselines, notes } = report;
  const points = [router, ...(shipped === null ? [] : [shipped]), ...baselines];
  const rows = points.map(({ name, score_mean: score, low, high, usd_mean: usd }) => [
    name,
    percent(score),
    low === null ? "" : `${percent(low)} to ${percent(high)}`,
    dollars(usd),
  ]);
  return [
    `Trained on ${report.rows_train} rows, judged on ${report.rows_held_out} held-out rows.\n\n`,
    alignColumns([["ROUTER", "SCORE", "95 %", "USD A CALL"], ...rows], { right: [1, 3] }),
    notes.length === 0 ? "" : `\n${notes.map((note) => `- ${note}\n`).join("")}`,
  ].join("");
}

/** The findings of the file's checks, with lines. */
export function renderChecks({ checks }: CustomRouter): string {
  const shown = checks.slice(0, CHECKS_SHOWN).map(({ level, line, column, message, fix }) => {
    const place = [line === null ? [] : [`line ${line}`], column === null ? [] : [column]].flat().join(", ");
    return `${level}${place === "" ? "" : ` (${place})`}: ${message} ${fix}\n`;
  });
  return shown.join("");
}

// A decision as a person reads it: the pick, why, and every candidate with its numbers.

interface Answer {
  readonly llm_label: string;
  readonly explanation: Explanation;
}

/** Cost of one call. */
function callDollars(usd: number | null): string {
  if (usd === null) return "unknown";
  return `$${usd < 0.01 ? usd.toPrecision(2) : usd.toFixed(4)}`;
}

const seconds = (value: number | null): string => (value === null ? "unknown" : `${value.toFixed(1)} s`);

function candidateRow(candidate: RankedCandidate): string[] {
  const { rank, label, success, spread, usd, seconds: time } = candidate;
  const tokens = `${Math.round(candidate.input_tokens)}+${Math.round(candidate.output_tokens + candidate.hidden_tokens)}`;
  return [
    String(rank),
    label,
    percent(success),
    `± ${percent(spread)}`,
    callDollars(usd),
    seconds(time),
    tokens,
  ];
}

/** A readable table with the reasons below it. */
export function renderExplanation({ llm_label: label, explanation }: Answer): string {
  const { conversation, ranking, rejected, summary } = explanation;
  const table = alignColumns(
    [["#", "candidate", "success", "spread", "cost", "time", "tokens"], ...ranking.map(candidateRow)],
    { right: [0, 2, 3, 4, 5, 6] },
  );
  const { understood, field, language, difficulty } = conversation;
  const read = understood ?? `${[field, ...(language === "und" ? [] : [language])].join(", ")}.`;
  const refused = rejected.map((candidate) => `  not ${candidate.label}: ${candidate.reason}\n`).join("");
  const degraded = explanation.degraded ? `\nDegraded: ${explanation.degraded_reasons.join("; ")}\n` : "";
  return `${label}\n\n${summary}\nRead as: ${read} Difficulty ${percent(difficulty)}.\n\n${table}${refused}${degraded}`;
}

// The words that a person types before a command's name. In a clone npm runs the TypeScript source; what is published is
// JavaScript.
export const COMMAND_NAME = import.meta.filename.endsWith(".ts") ? "npm run signalbox --" : "signalbox";

/** Dollars for people; small sums keep their digits. */
export function dollars(usd: number | null): string {
  if (usd === null) return "unknown";
  return usd !== 0 && Math.abs(usd) < 1 ? usd.toPrecision(3) : usd.toFixed(2);
}

/** @param share 0..1 */
export function percent(share: number | null): string {
  return share === null ? "unknown" : `${(share * 100).toFixed(1)} %`;
}

interface ColumnOptions {
  /** Indices of columns of numbers. */
  readonly right?: readonly number[];
}

/** Rows of cells as lines of aligned text, each ended by a newline; the last column is never padded. */
export function alignColumns(rows: readonly (readonly string[])[], options: ColumnOptions = {}): string {
  const count = Math.max(0, ...rows.map((row) => row.length));
  const widths = Array.from({ length: count }, (_, column) =>
    Math.max(...rows.map((row) => (row[column] ?? "").length)),
  );
  const right = new Set(options.right);
  const line = (row: readonly string[]): string =>
    row
      .map((cell, column) => {
        if (right.has(column)) return cell.padStart(widths[column] ?? 0);
        return column === row.length - 1 ? cell : cell.padEnd(widths[column] ?? 0);
      })
      .join("  ")
      .trimEnd();
  return rows.map((row) => `${line(row)}\n`).join("");
}

// The address that a person types to reach a service that listens on every interface.
export const CLEAR_TEXT_WARNING =
  "Other machines can reach this address, and HTTP carries keys in clear text.\n" +
  "  Put a reverse proxy with TLS in front, or bind to 127.0.0.1 with HOST or --host.";

const WILDCARDS = new Set(["0.0.0.0", "::"]);

/** The addresses of this machine's interfaces; none unless `host` is a wildcard. */
export function reachableAddresses(host: string, port: string): readonly string[] {
  if (!WILDCARDS.has(host)) return [];
  return Object.values(networkInterfaces())
    .flat()
    .filter((entry) => entry !== undefined && !entry.internal && !entry.address.startsWith("fe80:"))
    .filter((entry) => host === "::" || entry?.family === "IPv4")
    .map((entry) => entry?.address ?? "")
    .map((address) => `http://${isIPv6(address) ? `[${address}]` : address}:${port}`);
}
