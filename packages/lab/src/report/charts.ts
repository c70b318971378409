// The three drawings of a report: cost against quality, predicted against observed success, leads with intervals.
import type { EvaluationResult } from "../protocols/evaluate.ts";
import { getFigure } from "../protocols/index.ts";
import type { SectionResult } from "../protocols/index.ts";
import { escapeHtml, formatFigure, formatSigned, formatUsd } from "./format.ts";
import { summariseOverall } from "./overall.ts";
import { chooseSeries } from "./series.ts";
import type { Series } from "./series.ts";
import { FRAME, linearScale, logScale, renderAxes, renderPath, renderSvg } from "./svg.ts";
import type { Axis } from "./svg.ts";
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

/** Costs on a logarithmic axis; for two-model protocols the share of strong calls on a linear one. */
function chooseCostAxis(section: SectionResult, costs: readonly number[]): Axis {
  if (section.points.length === 0)
    return {
      scale: linearScale([0, 1], X_RANGE),
      title: "share of calls to the strong model",
      format: (value) => `${Math.round(value * 100)} %`,
    };
  const positive = costs.filter((cost) => cost > 0);
  const domain: [number, number] = [Math.min(...positive) * 0.85, Math.max(...positive) * 1.2];
  return {
    scale: logScale(domain, X_RANGE),
    title: "mean cost of a query, USD (logarithmic)",
    format: formatUsd,
  };
}

interface PlacedPoint {
  readonly x: number;
  readonly y: number;
  readonly name: string;
}

const LABEL_HEIGHT = 12;
const LABEL_CHARACTER_WIDTH = 5.6;
/** Tried in turn until a label touches no earlier one. */
const LABEL_SHIFTS = [0, -12, 12, -24, 24, -36, 36];

/** A name stands right of its point, or left of it near the edge, and gives way to the names before it. */
function renderModelPoints(points: readonly PlacedPoint[]): string {
  const taken: { left: number; right: number; y: number }[] = [];
  return points
    .toSorted((a, b) => a.y - b.y)
    .map(({ x, y, name }) => {
      const width = name.length * LABEL_CHARACTER_WIDTH;
      const isNearEdge = x + 8 + width > FRAME.width - 4;
      const left = isNearEdge ? x - 8 - width : x + 8;
      const isFree = (shift: number): boolean =>
        taken.every(
          (box) => left > box.right || left + width < box.left || Math.abs(y + shift - box.y) >= LABEL_HEIGHT,
        );
      const at = y + (LABEL_SHIFTS.find(isFree) ?? 0);
      taken.push({ left, right: left + width, y: at });
      return `<circle class="model" cx="${x.toFixed(1)}" cy="${y.toFixed(1)}" r="3.5"/><text class="label" x="${(isNearEdge ? x - 7 : x + 7).toFixed(1)}" y="${at.toFixed(1)}" dy="0.32em"${isNearEdge ? ' text-anchor="end"' : ""}>${escapeHtml(name)}</text>`;
    })
    .join("");
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
  const y: Axis = {
    scale: linearScale(
      boundsOf(
        all.map((point) => point.quality),
        0.06,
      ),
      Y_RANGE,
    ),
    title: "mean score",
    format: (value) => `${(value * 100).toFixed(0)} %`,
  };
  const pixel = ({ costUsd, quality }: { costUsd: number; quality: number }): [number, number] => [
    x.scale.toPixel(costUsd),
    y.scale.toPixel(quality),
  ];
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
      x: x.scale.toPixel(point.costUsd),
      y: y.scale.toPixel(point.quality),
      name: point.name,
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
  const percent = (value: number): string => `${Math.round(value * 100)} %`;
  const x: Axis = { scale: linearScale([0, 1], X_RANGE, 5), title: "predicted success", format: percent };
  const y: Axis = { scale: linearScale([0, 1], Y_RANGE, 5), title: "observed success", format: percent };
  const total = Math.max(...series.flatMap(({ method }) => method.reliability.map((bin) => bin.weight)));
  const marks = series.toReversed().map(({ method, colour }) => {
    const bins = method.reliability.map((bin) => {
      const radius = 2 + 6 * Math.sqrt(bin.weight / total);
      return `<circle class="bin ${colour}" cx="${x.scale.toPixel(bin.predicted).toFixed(1)}" cy="${y.scale.toPixel(bin.observed).toFixed(1)}" r="${radius.toFixed(1)}"/>`;
    });
    const line = method.reliability.map((bin): [number, number] => [
      x.scale.toPixel(bin.predicted),
      y.scale.toPixel(bin.observed),
    ]);
    return renderPath(line, `class="curve thin ${colour}"`) + bins.join("");
  });
  const diagonal = renderPath(
    [
      [x.scale.toPixel(0), y.scale.toPixel(0)],
      [x.scale.toPixel(1), y.scale.toPixel(1)],
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
  const rows = summariseOverall(result).filter(
    ({ isOurs, lead }) => !isOurs && Number.isFinite(lead[result.headline]?.value),
  );
  if (rows.length === 0) return "";
  const frame = { ...FRAME, height: 62 + rows.length * ROW_HEIGHT, left: 250, top: 10 };
  const leads = rows.map(({ lead }) => lead[result.headline]!);
  const domain = boundsOf([0, ...leads.flatMap(({ low, high }) => [low, high])], 0.05);
  const scale = linearScale(domain, [frame.left, frame.width - frame.right]);
  const format = (value: number): string => formatSigned(value, definition.unit);
  const axis: Axis = { scale, title: `our ${definition.title} minus theirs`, format };
  const none: Axis = { scale: { toPixel: () => 0, ticks: [] }, title: "", format };
  const zero = scale.toPixel(0).toFixed(1);
  const marks = rows.map(({ title, lead }, i) => {
    const { value, low, high } = lead[result.headline]!;
    const y = frame.top + (i + 0.5) * ROW_HEIGHT;
    const verdict = judgeLead(lead[result.headline], result.headline);
    return `<text class="row" x="${frame.left - 10}" y="${y}" dy="0.32em" text-anchor="end">${escapeHtml(title)}</text><line class="span ${verdict}" x1="${scale.toPixel(low).toFixed(1)}" x2="${scale.toPixel(high).toFixed(1)}" y1="${y}" y2="${y}"/><circle class="dot ${verdict}" cx="${scale.toPixel(value).toFixed(1)}" cy="${y}" r="4.5"><title>${formatFigure(value, definition.unit)}</title></circle>`;
  });
  const base = `<line class="zero" x1="${zero}" x2="${zero}" y1="${frame.top}" y2="${frame.height - frame.bottom}"/>`;
  const chart = renderSvg(
    renderAxes(axis, none, frame) + base + marks.join(""),
    "Lead over every method",
    frame,
  );
  const side = definition.better === "higher" ? "right" : "left";
  return `<figure class="wide">${chart}<figcaption>Mean over ${result.sections.length} section${result.sections.length === 1 ? "" : "s"}; bars are 95 % intervals. A bar wholly ${side} of zero: ours is ahead; one that touches zero is a tie.</figcaption></figure>`;
}
