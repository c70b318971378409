// The few SVG parts that the charts share: linear and logarithmic scales, axes, paths.
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

export interface Scale {
  readonly toPixel: (value: number) => number;
  readonly ticks: readonly number[];
}

/** 1, 2 or 5 times a power of ten, so that about `count` steps fit. */
export function chooseStep(span: number, count: number): number {
  const rough = span / count;
  const power = 10 ** Math.floor(Math.log10(rough));
  const factor = [1, 2, 5, 10].find((candidate) => candidate * power >= rough) ?? 10;
  return factor * power;
}

export function linearScale(
  domain: readonly [number, number],
  pixels: readonly [number, number],
  count = 6,
): Scale {
  const [from, to] = domain[0] === domain[1] ? [domain[0] - 0.5, domain[1] + 0.5] : domain;
  const step = chooseStep(to - from, count);
  const first = Math.ceil(from / step - 1e-9);
  const last = Math.floor(to / step + 1e-9);
  return {
    toPixel: (value) => pixels[0] + ((value - from) / (to - from)) * (pixels[1] - pixels[0]),
    ticks: Array.from({ length: Math.max(0, last - first + 1) }, (_, i) => (first + i) * step),
  };
}

/** Ticks at 1, 2 and 5 times powers of ten inside the domain. */
export function logScale(domain: readonly [number, number], pixels: readonly [number, number]): Scale {
  const [from, to] = [Math.log10(domain[0]), Math.log10(Math.max(domain[1], domain[0] * 1.01))];
  const factors = to - from > 3 ? [1] : [1, 2, 5];
  const powers = Array.from({ length: Math.ceil(to) - Math.floor(from) + 1 }, (_, i) => Math.floor(from) + i);
  return {
    toPixel: (value) => pixels[0] + ((Math.log10(value) - from) / (to - from)) * (pixels[1] - pixels[0]),
    ticks: powers
      .flatMap((power) => factors.map((factor) => factor * 10 ** power))
      .filter((tick) => tick >= domain[0] * 0.999 && tick <= domain[1] * 1.001),
  };
}

export interface Axis {
  readonly scale: Scale;
  readonly title: string;
  readonly format: (value: number) => string;
}

export function renderAxes(x: Axis, y: Axis, frame: Frame = FRAME): string {
  const { width, height, left, right, top, bottom } = frame;
  const floor = height - bottom;
  const columns = x.scale.ticks.map((tick) => {
    const at = x.scale.toPixel(tick).toFixed(1);
    return `<line class="grid" x1="${at}" x2="${at}" y1="${top}" y2="${floor}"/><text class="tick" x="${at}" y="${floor + 16}" text-anchor="middle">${x.format(tick)}</text>`;
  });
  const rows = y.scale.ticks.map((tick) => {
    const at = y.scale.toPixel(tick).toFixed(1);
    return `<line class="grid" x1="${left}" x2="${width - right}" y1="${at}" y2="${at}"/><text class="tick" x="${left - 8}" y="${at}" dy="0.32em" text-anchor="end">${y.format(tick)}</text>`;
  });
  const middle = (left + width - right) / 2;
  const titles = `<text class="axis" x="${middle}" y="${height - 8}" text-anchor="middle">${escapeHtml(x.title)}</text><text class="axis" transform="translate(13 ${(top + floor) / 2}) rotate(-90)" text-anchor="middle">${escapeHtml(y.title)}</text>`;
  return columns.join("") + rows.join("") + titles;
}

export function renderPath(points: readonly (readonly [number, number])[], attributes: string): string {
  if (points.length === 0) return "";
  const path = points.map(([x, y], i) => `${i === 0 ? "M" : "L"}${x.toFixed(1)} ${y.toFixed(1)}`).join("");
  return `<path d="${path}" fill="none" ${attributes}/>`;
}

export function renderSvg(content: string, label: string, frame: Frame = FRAME): string {
  return `<svg viewBox="0 0 ${frame.width} ${frame.height}" role="img" aria-label="${escapeHtml(label)}">${content}</svg>`;
}
