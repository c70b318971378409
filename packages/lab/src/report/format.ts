// Figures and texts as a reader sees them.
import type { FigureDefinition } from "../protocols/index.ts";

/** A dash where there is no figure: not measured is not zero. */
export function formatFigure(value: number | null, unit: FigureDefinition["unit"]): string {
  if (value === null || !Number.isFinite(value)) return "–";
  // A tiny negative must not print as minus zero.
  if (unit === "share") return `${(Math.abs(value) < 0.0005 ? 0 : value * 100).toFixed(1)} %`;
  if (unit === "usd") return formatUsd(value);
  return (Math.abs(value) < 0.0005 ? 0 : value).toFixed(3);
}

export function formatSigned(value: number | null, unit: FigureDefinition["unit"]): string {
  const text = formatFigure(value, unit);
  return value !== null && Number.isFinite(value) && value >= 0.0005 ? `+${text}` : text.replace("-", "−");
}

export function formatUsd(value: number): string {
  if (value === 0) return "$0";
  const digits = value >= 0.01 ? 3 : Math.min(8, 2 - Math.floor(Math.log10(Math.abs(value))));
  return `$${value.toFixed(digits)}`;
}
