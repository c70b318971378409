// The three drawings of a report: cost against quality, predicted against observed success, leads with intervals.
import { linearAxis, averageWidth, logAxis, placeLabels } from "@signalbox/charts";
import type { Box, NamedPoint, Point } from "@signalbox/charts";
import type { EvaluationResult } from "../protocols/evaluate.ts";
import { getFigure } from "../protocols/index.ts";
import type { SectionResult } from "../protocols/index.ts";
import { escapeHtml, formatFigure, formatSigned, formatUsd } from "./format.ts";
import { summariseOverall } from "./overall.ts";
import { chooseSeries } from "./series.ts";
import type { Series } from "./series.ts";
import { FRAME, renderAxes, renderPath, renderSvg } from "./svg.ts";
import type { TitledAxis } from "./svg.ts";
import { judgeLead } from "./verdict.ts";

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
