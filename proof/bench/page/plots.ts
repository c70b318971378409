// The drawings of the page: bars with the range of their rounds, growth on logarithmic axes, ratios with their ranges.
import { linearAxis, logAxis } from "@signalbox/charts";

import { escapeHtml } from "../../../packages/lab/src/report/format.ts";
import {
  FRAME,
  renderAxes,
  renderPath,
  renderSvg,
  type Frame,
} from "../../../packages/lab/src/report/charts.ts";
import type { Spread } from "../../load/statistics.ts";

const ROW_PX = 28;
const NONE = { place: () => 0, ticks: [], title: "" };

interface Bar {
  readonly label: string;
  readonly spread: Spread;
  readonly isOurs: boolean;
}

const place = (value: number): string => value.toFixed(1);

const rowLabel = (label: string, frame: Frame, y: number): string =>
  `<text class="row" x="${frame.left - 10}" y="${y}" dy="0.32em" text-anchor="end">${escapeHtml(label)}</text>`;

const CHAR_PX = 7;

const frameOf = (labels: readonly string[]): Frame => ({
  ...FRAME,
  height: 62 + labels.length * ROW_PX,
  left: 24 + CHAR_PX * Math.max(...labels.map((label) => label.length)),
  top: 10,
});

/** One bar a row, from zero; the thin line is the range of the rounds. */
export function renderBars(bars: readonly Bar[], title: string): string {
  const frame = frameOf(bars.map(({ label }) => label));
  const scale = linearAxis({
    domain: [0, Math.max(...bars.map(({ spread }) => spread.max))],
    range: [frame.left, frame.width - frame.right - 40],
    count: 5,
    isNice: true,
    format: (value) => value.toLocaleString("en-US"),
  });
  const marks = bars.map(({ label, spread: { median, min, max }, isOurs }, index) => {
    const y = frame.top + (index + 0.5) * ROW_PX;
    const figure = Math.round(median).toLocaleString("en-US");
    return (
      `${rowLabel(label, frame, y)}<rect class="bar ${isOurs ? "ours" : "theirs"}" x="${frame.left}" y="${y - 8}" width="${place(scale.place(median) - frame.left)}" height="16" rx="2"><title>${figure}</title></rect>` +
      `<line class="range" x1="${place(scale.place(min))}" x2="${place(scale.place(max))}" y1="${y}" y2="${y}"/>` +
      `<text class="label" x="${place(scale.place(max) + 8)}" y="${y}" dy="0.32em">${figure}</text>`
    );
  });
  return renderSvg(renderAxes({ ...scale, title }, NONE, frame) + marks.join(""), title, frame);
}

interface GrowthPoint {
  readonly size: number;
  readonly ratio: number;
}

/** @param points with sizes and ratios above 0 */
export function renderGrowth(
  points: readonly GrowthPoint[],
  title: string,
  format: (size: number) => string,
): string {
  const frame = { ...FRAME, height: 320 };
  const sizes = points.map(({ size }) => size);
  const ratios = points.map(({ ratio }) => ratio);
  const x = logAxis({
    domain: [Math.min(...sizes) * 0.9, Math.max(...sizes) * 1.1],
    range: [frame.left, frame.width - frame.right],
    gapPx: 56,
    format,
  });
  const y = linearAxis({
    domain: [0, Math.max(...ratios)],
    range: [frame.height - frame.bottom, frame.top],
    count: 5,
    isNice: true,
    format: (value) => `${value} x`,
  });
  const at = points.map(({ size, ratio }) => ({ x: x.place(size), y: y.place(ratio) }));
  const dots = points.map(
    ({ size, ratio }, index) =>
      `<circle class="bin ours" cx="${place(at[index]?.x ?? 0)}" cy="${place(at[index]?.y ?? 0)}" r="4"><title>${escapeHtml(format(size))}: ${ratio.toFixed(2)}</title></circle>`,
  );
  const axes = renderAxes({ ...x, title }, { ...y, title: "time of a decision" }, frame);
  return renderSvg(axes + renderPath(at, `class="curve ours"`) + dots.join(""), title, frame);
}

/** Medians with the range of their rounds, beside the line of "as long as before". */
export function renderRatios(rows: readonly Omit<Bar, "isOurs">[], title: string): string {
  const frame = frameOf(rows.map(({ label }) => label));
  const all = rows.flatMap(({ spread: { min, max } }) => [min, max]);
  const scale = linearAxis({
    domain: [Math.min(0.8, ...all), Math.max(1.2, ...all)],
    range: [frame.left, frame.width - frame.right],
    count: 5,
    isNice: true,
    format: (value) => `${value} x`,
  });
  const one = place(scale.place(1));
  const marks = rows.map(({ label, spread: { median, min, max } }, index) => {
    const y = frame.top + (index + 0.5) * ROW_PX;
    return `${rowLabel(label, frame, y)}<line class="span" x1="${place(scale.place(min))}" x2="${place(scale.place(max))}" y1="${y}" y2="${y}"/><circle class="dot" cx="${place(scale.place(median))}" cy="${y}" r="4.5"><title>${median.toFixed(2)}</title></circle>`;
  });
  const base = `<line class="zero" x1="${one}" x2="${one}" y1="${frame.top}" y2="${frame.height - frame.bottom}"/>`;
  return renderSvg(renderAxes({ ...scale, title }, NONE, frame) + base + marks.join(""), title, frame);
}
