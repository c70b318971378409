// The figures of a run as one page that stands on its own: plots, then the table that each is drawn from.
import { escapeHtml } from "../../../packages/lab/src/report/format.ts";
import { STYLES } from "../../../packages/lab/src/report/charts.ts";
import { verdictOf } from "../loudness.ts";
import { tablesOf, whole, type BenchReport, type Table } from "../report.ts";
import { renderBars, renderGrowth, renderRatios } from "./plots.ts";

const BASE = { candidates: 10, bytes: 1_024 } as const;

/** Longer texts wrap; a figure with its range does not. */
const CELL_CHARS = 30;

const MORE_STYLES = `
.bar{fill:var(--tie);fill-opacity:.55}.bar.ours{fill:var(--ours);fill-opacity:.9}
.range{stroke:var(--ink);stroke-width:1.5}
th,td{text-align:left}td.long{white-space:normal;min-width:180px}
.pair{grid-template-columns:repeat(auto-fit,minmax(min(340px,100%),1fr))}
`;

const figure = (svg: string, caption: string): string =>
  `<figure class="wide">${svg}<figcaption>${escapeHtml(caption)}</figcaption></figure>`;

function renderTable({ head, rows, notes }: Table): string {
  const cells = (tag: "td" | "th", texts: readonly string[]): string =>
    texts
      .map((text, index) => {
        const name = index === 0 ? "th" : tag;
        const long = name === "td" && text.length > CELL_CHARS ? ' class="long"' : "";
        return `<${name}${long}>${escapeHtml(text)}</${name}>`;
      })
      .join("");
  return `<div class="scroll"><table><thead><tr>${cells("th", head)}</tr></thead><tbody>${rows
    .map((row) => `<tr>${cells("td", row)}</tr>`)
    .join(
      "",
    )}</tbody></table></div>${notes.map((note) => `<p class="facts">${escapeHtml(note)}</p>`).join("")}`;
}

/** Ticks of a logarithmic axis are powers of ten. */
const decimalSize = (bytes: number): string => (bytes < 1000 ? `${bytes} B` : `${whole(bytes / 1000)} KB`);

const RANGE = "The thin line is the range of the rounds.";

function throughputPlot(cases: BenchReport["cases"]): string {
  const bars = cases.flatMap(({ name, ours, echo }) => {
    const [size = name] = name.split(",");
    return [
      { label: `${size}, signalbox`, spread: ours, isOurs: true },
      { label: `${size}, bare echo`, spread: echo, isOurs: false },
    ];
  });
  return figure(renderBars(bars, "requests per second"), RANGE);
}

function peersPlot({ results }: BenchReport["peers"]): string {
  const bars = results.map(({ name, rate }) => ({ label: name, spread: rate, isOurs: name === "signalbox" }));
  return figure(renderBars(bars, "requests per second, 1 KB"), `Not the same work: see below. ${RANGE}`);
}

function workersPlot({ one, two }: BenchReport["workers"]): string {
  const bars = [
    { label: "one worker", spread: one, isOurs: true },
    { label: "two workers", spread: two, isOurs: true },
  ];
  return figure(renderBars(bars, "requests per second, 1 KB"), RANGE);
}

function growthPlots(growth: BenchReport["growth"]): string {
  const byCandidates = growth
    .filter(({ bytes }) => bytes === BASE.bytes)
    .map(({ candidates, ratio }) => ({ size: candidates, ratio }));
  const byBytes = growth
    .filter(({ candidates }) => candidates === BASE.candidates)
    .map(({ bytes, ratio }) => ({ size: bytes, ratio }))
    .toSorted((a, b) => a.size - b.size);
  const left = renderGrowth(byCandidates, "candidates (logarithmic)", whole);
  const right = renderGrowth(byBytes, "size of the body (logarithmic)", decimalSize);
  return `<div class="pair">${figure(left, "Over the time of 10 candidates, at 1 KB.")}${figure(right, "Over the time of 1 KB, at 10 candidates.")}</div>`;
}

function installationsPlot(installations: BenchReport["installations"]): string {
  const rows = installations.map(({ what, size, ratio }) => ({
    label: `${whole(size)} ${what}`,
    spread: ratio,
  }));
  return figure(
    renderRatios(rows, "time of a decision, over that of the smaller installation"),
    "Dots are medians, bars the range of the rounds. On the dashed line a decision takes as long as before.",
  );
}

/** By title of the table that it stands above. */
const plotsOf = (report: BenchReport): Readonly<Record<string, string>> => ({
  Throughput: throughputPlot(report.cases),
  "Beside gateways": peersPlot(report.peers),
  "Two workers beside one": workersPlot(report.workers),
  "Growth of a decision": growthPlots(report.growth),
  "Growth of an installation": installationsPlot(report.installations),
});

export function renderPage(report: BenchReport): string {
  const plots = plotsOf(report);
  const sections = tablesOf(report).map(
    (table) =>
      `<section><h2>${escapeHtml(table.title)}</h2>${plots[table.title] ?? ""}${renderTable(table)}</section>`,
  );
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>Signalbox: benchmark</title><style>${STYLES}${MORE_STYLES}</style></head>
<body><main><h1>Benchmark</h1><p class="facts">${escapeHtml(report.machine)}; ${escapeHtml(verdictOf(report.loudness))}</p>
<p>Medians of interleaved rounds, with smallest and largest. A machine does not go at one pace: ratios stay, absolute figures do not.</p>
${sections.join("\n")}</main></body></html>
`;
}
