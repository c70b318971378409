// The geometry of charts as strings of SVG.
import { linePath } from "@signalbox/charts";
import type { Axis, Point } from "@signalbox/charts";
import { escapeHtml } from "./format.ts";

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
