// The figures of a run as one page that stands on its own: plots, then the table that each is drawn from.
import { escapeHtml } from "../../packages/lab/src/report/format.ts";
import { STYLES } from "../../packages/lab/src/report/styles.ts";
import { verdictOf } from "../loudness.ts";
import { sizeOf, tablesOf, whole, type BenchReport, type Table } from "../report.ts";
import { renderBars, renderGrowth, renderRatios } from "./plots.ts";

const BASE = { candidates: 10, bytes: 1_024 } as const;

const MORE_STYLES = `
.bar{fill:var(--tie);fill-opacity:.55}.bar.ours{fill:var(--ours);fill-opacity:.9}
.range{stroke:var(--ink);stroke-width:1.5}
td{text-align:left}td,th:first-child{white-space:normal}
`;

const figure = (svg: string, caption: string): string =>
  `<figure>${svg}<figcaption>${escapeHtml(caption)}</figcaption></figure>`;

function renderTable({ head, rows, notes }: Table): string {
  const cells = (tag: "td" | "th", texts: readonly string[]): string =>
    texts
      .map((text, index) => {
        const name = index === 0 ? "th" : tag;
        return `<${name}>${escapeHtml(text)}</${name}>`;
      })
      .join("");
  return `<div class="scroll"><table><thead><tr>${cells("th", head)}</tr></thead><tbody>${rows
    .map((row) => `<tr>${cells("td", row)}</tr>`)
    .join(
      "",
    )}</tbody></table></div>${notes.map((note) => `<p class="facts">${escapeHtml(note)}</p>`).join("")}`;
}

const RANGE = "The thin line is the range of the rounds.";

/** By title of the table that it stands above. */
function plotsOf({
  cases,
  peers,
  workers,
  growth,
  installations,
}: BenchReport): Readonly<Record<string, string>> {
  const candidates = growth.filter(({ bytes }) => bytes === BASE.bytes);
  const bodies = growth.filter((row) => row.candidates === BASE.candidates);
  return {
    Throughput: `<div class="pair">${cases
      .map(({ name, ours, echo }) =>
        figure(
          renderBars(
            [
              { label: "signalbox", spread: ours, isOurs: true },
              { label: "bare echo", spread: echo, isOurs: false },
            ],
            "requests per second",
          ),
          `${name}. ${RANGE}`,
        ),
      )
      .join("")}</div>`,
    "Beside gateways": figure(
      renderBars(
        peers.results.map(({ name, rate }) => ({ label: name, spread: rate, isOurs: name === "signalbox" })),
        "requests per second, 1 KB",
      ),
      `Not the same work: see below. ${RANGE}`,
    ),
    "Two workers beside one": figure(
      renderBars(
        [
          { label: "one worker", spread: workers.one, isOurs: true },
          { label: "two workers", spread: workers.two, isOurs: true },
        ],
        "requests per second, 1 KB",
      ),
      RANGE,
    ),
    "Growth of a decision": `<div class="pair">${figure(
      renderGrowth(
        candidates.map((row) => ({ size: row.candidates, ratio: row.ratio })),
        "candidates (logarithmic)",
        whole,
      ),
      "Over the time of 10 candidates, at 1 KB.",
    )}${figure(
      renderGrowth(
        bodies.map((row) => ({ size: row.bytes, ratio: row.ratio })),
        "size of the body (logarithmic)",
        sizeOf,
      ),
      "Over the time of 1 KB, at 10 candidates.",
    )}</div>`,
    "Growth of an installation": figure(
      renderRatios(
        installations.map(({ what, size, ratio }) => ({ label: `${whole(size)} ${what}`, spread: ratio })),
        "time of a decision, over that of the smaller installation",
      ),
      "Dots are medians, bars the range of the rounds. On the dashed line a decision takes as long as before.",
    ),
  };
}

export function renderPage(report: BenchReport): string {
  const plots = plotsOf(report);
  const sections = tablesOf(report).map(
    (table) =>
      `<section><h2>${escapeHtml(table.title)}</h2>${plots[table.title] ?? ""}${renderTable(table)}</section>`,
  );
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>Signalbox: benchmark</title><style>${STYLES}${MORE_STYLES}</style></head>
<body><main><h1>Benchmark</h1><p class="facts">${escapeHtml(report.machine)}; ${escapeHtml(verdictOf(report.othersShare))}</p>
<p>Medians of interleaved rounds, with smallest and largest. A machine does not go at one pace: ratios stay, absolute figures do not.</p>
${sections.join("\n")}</main></body></html>
`;
}
