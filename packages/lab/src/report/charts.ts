// The three drawings of a report: cost against quality, predicted against observed success, leads with intervals.
import { linePath, linearAxis, averageWidth, logAxis, placeLabels } from "@signalbox/charts";
import type { Axis, Point, Box, NamedPoint } from "@signalbox/charts";
import type { MethodResult, SectionResult } from "../protocols/index.ts";
import { getFigure } from "../protocols/index.ts";
import { escapeHtml, formatFigure, formatSigned, formatUsd } from "./format.ts";
import type { EvaluationResult } from "../protocols/evaluate.ts";
import { summariseOverall, judgeLead } from "./tables.ts";

// Which methods a chart draws in colour: ours, and the baselines that come nearest. The rest stay in the table.
const COLOURED_MAX = 4;

interface Series {
  readonly method: MethodResult;
  /** CSS class of the colour. */
  readonly colour: string;
}

function rankBy(figureName: string): (a: MethodResult, b: MethodResult) => number {
  const sign = getFigure(figureName).better === "higher" ? -1 : 1;
  const read = (method: MethodResult): number => sign * (method.figures[figureName]?.value ?? Number.NaN);
  return (a, b) => read(a) - read(b);
}

/** Ours first, then the nearest baselines by `figureName`. */
export function chooseSeries(
  section: SectionResult,
  figureName: string,
  accepts: (method: MethodResult) => boolean,
): readonly Series[] {
  const ours = section.methods.filter((method) => method.isOurs && accepts(method));
  const others = section.methods
    .filter((method) => !method.isOurs && method.name !== "random" && accepts(method))
    .toSorted(rankBy(figureName))
    .slice(0, COLOURED_MAX);
  return [
    ...ours.map((method) => ({ method, colour: "ours" })),
    ...others.map((method, i) => ({ method, colour: `other-${i + 1}` })),
  ];
}

// The geometry of charts as strings of SVG.
export interface Frame {
  readonly width: number;
  readonly height: number;
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

export const FRAME: Frame = { width: 640, height: 380, left: 58, right: 18, top: 16, bottom: 46 };

export interface TitledAxis extends Axis {
  readonly title: string;
}

export function renderAxes(x: TitledAxis, y: TitledAxis, frame: Frame = FRAME): string {
  const { width, height, left, right, top, bottom } = frame;
  const floor = height - bottom;
  const columns = x.ticks.map((tick) => {
    const at = tick.at.toFixed(1);
    return `<line class="grid" x1="${at}" x2="${at}" y1="${top}" y2="${floor}"/><text class="tick" x="${at}" y="${floor + 16}" text-anchor="middle">${escapeHtml(tick.label)}</text>`;
  });
  const rows = y.ticks.map((tick) => {
    const at = tick.at.toFixed(1);
    return `<line class="grid" x1="${left}" x2="${width - right}" y1="${at}" y2="${at}"/><text class="tick" x="${left - 8}" y="${at}" dy="0.32em" text-anchor="end">${escapeHtml(tick.label)}</text>`;
  });
  const middle = (left + width - right) / 2;
  const titles = `<text class="axis" x="${middle}" y="${height - 8}" text-anchor="middle">${escapeHtml(x.title)}</text><text class="axis" transform="translate(13 ${(top + floor) / 2}) rotate(-90)" text-anchor="middle">${escapeHtml(y.title)}</text>`;
  return columns.join("") + rows.join("") + titles;
}

export function renderPath(points: readonly Point[], attributes: string): string {
  return points.length === 0 ? "" : `<path d="${linePath(points)}" fill="none" ${attributes}/>`;
}

export function renderSvg(content: string, label: string, frame: Frame = FRAME): string {
  return `<svg viewBox="0 0 ${frame.width} ${frame.height}" role="img" aria-label="${escapeHtml(label)}">${content}</svg>`;
}

// The look of a report: one sheet, light and dark, nothing fetched.
export const STYLES = `
:root{color-scheme:light dark;--ink:#1b1f24;--soft:#59636e;--line:#d9dee3;--ground:#fff;--raised:#f6f8fa;--ours:#0b62d6;--o1:#c2410c;--o2:#15803d;--o3:#7e22ce;--o4:#8a6a00;--good:#15803d;--bad:#b42318;--tie:#6b7280}
@media (prefers-color-scheme:dark){:root{--ink:#e6e9ec;--soft:#9aa4af;--line:#2f363d;--ground:#0f1317;--raised:#171c21;--ours:#6cb0ff;--o1:#ff9a5c;--o2:#5fd08a;--o3:#c79bff;--o4:#e0c04a;--good:#5fd08a;--bad:#ff8a80;--tie:#9aa4af}}
*{box-sizing:border-box}
body{margin:0;background:var(--ground);color:var(--ink);font:16px/1.5 system-ui,-apple-system,"Segoe UI",Roboto,sans-serif}
main{max-width:1180px;margin:0 auto;padding:40px 24px 80px}
h1{font-size:30px;line-height:1.2;margin:0 0 8px}h2{font-size:22px;margin:48px 0 8px}h3{font-size:17px;margin:28px 0 8px}
p{max-width:78ch;margin:8px 0}
.meta{display:grid;grid-template-columns:repeat(auto-fit,minmax(220px,1fr));gap:10px 24px;margin:20px 0;padding:16px 20px;background:var(--raised);border:1px solid var(--line);border-radius:10px;font-size:14px}
.meta dt{color:var(--soft);font-size:12px}.meta dd{margin:0;overflow-wrap:anywhere}
.scroll{overflow-x:auto;margin:14px 0;border:1px solid var(--line);border-radius:10px}
table{border-collapse:collapse;width:100%;font-size:13.5px;font-variant-numeric:tabular-nums}
th,td{padding:7px 12px;text-align:right;border-bottom:1px solid var(--line);white-space:nowrap;vertical-align:top}
thead th{background:var(--raised);font-weight:600}
tbody tr:last-child>*{border-bottom:0}
th:first-child{text-align:left;font-weight:500;position:sticky;left:0;background:var(--ground);white-space:normal;min-width:210px}
thead th:first-child{background:var(--raised)}
tr.ours>*{background:color-mix(in srgb,var(--ours) 10%,var(--ground))}tr.ours>th{font-weight:700}
td.best{font-weight:700}
td small{display:block;color:var(--soft);font-size:11.5px;font-weight:400}
.arrow{color:var(--soft)}b.ahead{color:var(--good)}b.behind{color:var(--bad)}b.tie{color:var(--tie)}
figure{margin:14px 0;padding:14px 16px 10px;border:1px solid var(--line);border-radius:10px}
figcaption{color:var(--soft);font-size:13px;margin-top:6px}
.pair{display:grid;grid-template-columns:repeat(auto-fit,minmax(430px,1fr));gap:16px;align-items:start}
svg{width:100%;height:auto;display:block}
figure.wide{max-width:820px}.pair figure{max-width:680px}
.grid{stroke:var(--line);stroke-width:1}.tick,.label,.row{fill:var(--soft);font-size:11px}.row{fill:var(--ink);font-size:12.5px}.axis{fill:var(--ink);font-size:12px}
.curve{stroke:currentColor;stroke-width:1.8;stroke-linejoin:round}.curve.ours{stroke-width:3}.curve.thin{stroke-width:1.4}
.ours{color:var(--ours)}tr.ours{color:inherit}.other-1{color:var(--o1)}.other-2{color:var(--o2)}.other-3{color:var(--o3)}.other-4{color:var(--o4)}
.bin{fill:currentColor;fill-opacity:.75}.model{fill:var(--ground);stroke:var(--soft);stroke-width:1.5}
.diagonal,.zero{stroke:var(--soft);stroke-dasharray:4 4}
.span{stroke:var(--tie);stroke-width:3;stroke-linecap:round}.span.ahead{stroke:var(--good)}.span.behind{stroke:var(--bad)}
.dot{fill:var(--tie)}.dot.ahead{fill:var(--good)}.dot.behind{fill:var(--bad)}
.legend{display:flex;flex-wrap:wrap;gap:4px 18px;font-size:13px;margin-top:8px}.swatch{display:inline-block;width:18px;height:3px;border-radius:2px;background:currentColor;margin-right:7px;vertical-align:middle}
.legend span{color:var(--ink)}
ul.losses{padding-left:20px;max-width:90ch}ul.losses li{margin:5px 0}
.facts{color:var(--soft);font-size:14px}
details{margin:10px 0;font-size:14px}summary{cursor:pointer;color:var(--soft)}
dl.glossary{display:grid;grid-template-columns:max-content 1fr;gap:4px 18px;font-size:14px}dl.glossary dt{font-weight:600}dl.glossary dd{margin:0;color:var(--soft)}
@media print{.scroll{overflow:visible}main{max-width:none}}
`;

const X_RANGE: [number, number] = [FRAME.left, FRAME.width - FRAME.right];
const Y_RANGE: [number, number] = [FRAME.height - FRAME.bottom, FRAME.top];

function renderLegend(series: readonly Series[]): string {
  const entries = series.map(
    ({ method, colour }) => `<span><i class="swatch ${colour}"></i>${escapeHtml(method.title)}</span>`,
  );
  return `<div class="legend">${entries.join("")}</div>`;
}

function boundsOf(values: readonly number[], margin: number): [number, number] {
  const [low, high] = [Math.min(...values), Math.max(...values)];
  const pad = (high - low || 0.1) * margin;
  return [low - pad, high + pad];
}

/** Room of one label on a logarithmic axis. @unit pixels */
const LOG_LABEL_PX = 60;
const percent = (value: number): string => `${Math.round(value * 100)} %`;

/** Costs on a logarithmic axis; for two-model protocols the share of strong calls on a linear one. */
function chooseCostAxis(section: SectionResult, costs: readonly number[]): TitledAxis {
  if (section.points.length === 0)
    return {
      ...linearAxis({ domain: [0, 1], range: X_RANGE, count: 6, format: percent }),
      title: "share of calls to the strong model",
    };
  const positive = costs.filter((cost) => cost > 0);
  const domain: [number, number] = [Math.min(...positive) * 0.85, Math.max(...positive) * 1.2];
  return {
    ...logAxis({ domain, range: X_RANGE, gapPx: LOG_LABEL_PX, format: formatUsd }),
    title: "mean cost of a query, USD (logarithmic)",
  };
}

const BOX: Box = {
  left: FRAME.left,
  right: FRAME.width - FRAME.right,
  top: FRAME.top,
  bottom: FRAME.height - FRAME.bottom,
};

/** Names stand beside their points while there is room. */
function renderModelPoints(points: readonly NamedPoint[]): string {
  const dots = points.map(
    ({ x, y, label }) =>
      `<circle class="model" cx="${x.toFixed(1)}" cy="${y.toFixed(1)}" r="3.5"><title>${escapeHtml(label)}</title></circle>`,
  );
  const names = placeLabels({ points, track: [], box: BOX, widthOf: averageWidth }).map(
    ({ x, y, text, anchor }) =>
      `<text class="label" x="${x.toFixed(1)}" y="${y.toFixed(1)}" text-anchor="${anchor}">${escapeHtml(text)}</text>`,
  );
  return dots.join("") + names.join("");
}

/** Models far below every curve would flatten the drawing: they stay in the table. */
const DEPTH_SHOWN = 0.25;

export function renderCurveChart(section: SectionResult, headline: string): string {
  const series = chooseSeries(section, headline, (method) => method.curve.length > 1);
  if (series.length === 0) return "";
  const drawn = series.flatMap(({ method }) => method.curve);
  const top = drawn.reduce((best, point) => Math.max(best, point.quality), 0);
  const models = section.points.filter((point) => point.quality >= top - DEPTH_SHOWN);
  const all = [...drawn.filter((point) => point.quality >= top - DEPTH_SHOWN), ...models];
  const x = chooseCostAxis(
    section,
    all.map((point) => point.costUsd),
  );
  const qualities = all.map((point) => point.quality);
  const y: TitledAxis = {
    ...linearAxis({ domain: boundsOf(qualities, 0.06), range: Y_RANGE, count: 6, format: percent }),
    title: "mean score",
  };
  const pixel = ({ costUsd, quality }: { costUsd: number; quality: number }): Point => ({
    x: x.place(costUsd),
    y: y.place(quality),
  });
  const lines = series
    .toReversed()
    .map(({ method, colour }) =>
      renderPath(
        method.curve.filter((point) => point.quality >= top - DEPTH_SHOWN).map(pixel),
        `class="curve ${colour}"`,
      ),
    );
  const points = renderModelPoints(
    models.map((point) => ({
      x: x.place(point.costUsd),
      y: y.place(point.quality),
      label: point.name,
      rank: point.quality,
    })),
  );
  const chart = renderSvg(
    renderAxes(x, y) + points + lines.join(""),
    `Cost against quality on ${section.name}`,
  );
  return `<figure>${chart}${renderLegend(series)}<figcaption>Up and to the left is better.${section.points.length > 0 ? " Dots are single models; those far below the curves are left to the table of the source." : " A straight line from corner to corner is a coin toss."}</figcaption></figure>`;
}

export function renderReliabilityChart(section: SectionResult): string {
  const series = chooseSeries(section, "ece", (method) => method.reliability.length > 1).slice(0, 3);
  if (series.length === 0) return "";
  const whole = { domain: [0, 1], count: 5, format: percent } as const;
  const x: TitledAxis = { ...linearAxis({ ...whole, range: X_RANGE }), title: "predicted success" };
  const y: TitledAxis = { ...linearAxis({ ...whole, range: Y_RANGE }), title: "observed success" };
  const total = Math.max(...series.flatMap(({ method }) => method.reliability.map((bin) => bin.weight)));
  const marks = series.toReversed().map(({ method, colour }) => {
    const bins = method.reliability.map((bin) => {
      const radius = 2 + 6 * Math.sqrt(bin.weight / total);
      return `<circle class="bin ${colour}" cx="${x.place(bin.predicted).toFixed(1)}" cy="${y.place(bin.observed).toFixed(1)}" r="${radius.toFixed(1)}"/>`;
    });
    const line = method.reliability.map((bin) => ({ x: x.place(bin.predicted), y: y.place(bin.observed) }));
    return renderPath(line, `class="curve thin ${colour}"`) + bins.join("");
  });
  const diagonal = renderPath(
    [
      { x: x.place(0), y: y.place(0) },
      { x: x.place(1), y: y.place(1) },
    ],
    'class="diagonal"',
  );
  const chart = renderSvg(renderAxes(x, y) + diagonal + marks.join(""), `Reliability on ${section.name}`);
  return `<figure>${chart}${renderLegend(series)}<figcaption>On the diagonal, predictions come true as often as they say. Larger dots hold more outcomes.</figcaption></figure>`;
}

const ROW_HEIGHT = 26;

/** Our lead over every method, mean over sections, with 95 % intervals. */
export function renderLeadChart(result: EvaluationResult): string {
  const definition = getFigure(result.headline);
  const rows = summariseOverall(result).flatMap(({ isOurs, title, lead: leads }) => {
    const lead = leads[result.headline];
    return isOurs || lead === undefined || !Number.isFinite(lead.value) ? [] : [{ title, lead }];
  });
  if (rows.length === 0) return "";
  const frame = { ...FRAME, height: 62 + rows.length * ROW_HEIGHT, left: 250, top: 10 };
  const leads = rows.map(({ lead }) => lead);
  const domain = boundsOf([0, ...leads.flatMap(({ low, high }) => [low, high])], 0.05);
  const format = (value: number): string => formatSigned(value, definition.unit);
  const range = [frame.left, frame.width - frame.right] as const;
  const scale: TitledAxis = {
    ...linearAxis({ domain, range, count: 6, format }),
    title: `our ${definition.title} minus theirs`,
  };
  const none: TitledAxis = { place: () => 0, ticks: [], title: "" };
  const zero = scale.place(0).toFixed(1);
  const marks = rows.map(({ title, lead }, i) => {
    const { value, low, high } = lead;
    const y = frame.top + (i + 0.5) * ROW_HEIGHT;
    const verdict = judgeLead(lead, result.headline);
    return `<text class="row" x="${frame.left - 10}" y="${y}" dy="0.32em" text-anchor="end">${escapeHtml(title)}</text><line class="span ${verdict}" x1="${scale.place(low).toFixed(1)}" x2="${scale.place(high).toFixed(1)}" y1="${y}" y2="${y}"/><circle class="dot ${verdict}" cx="${scale.place(value).toFixed(1)}" cy="${y}" r="4.5"><title>${formatFigure(value, definition.unit)}</title></circle>`;
  });
  const base = `<line class="zero" x1="${zero}" x2="${zero}" y1="${frame.top}" y2="${frame.height - frame.bottom}"/>`;
  const chart = renderSvg(
    renderAxes(scale, none, frame) + base + marks.join(""),
    "Lead over every method",
    frame,
  );
  const side = definition.better === "higher" ? "right" : "left";
  return `<figure class="wide">${chart}<figcaption>Mean over ${result.sections.length} section${result.sections.length === 1 ? "" : "s"}; bars are 95 % intervals. A bar wholly ${side} of zero: ours is ahead; one that touches zero is a tie.</figcaption></figure>`;
}
