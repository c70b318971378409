// Figures and texts as a reader sees them.

import { type FigureDefinition, getFigure, type FigureResult } from "../protocols/index.ts";
import { meanOf } from "@signalbox/engine/numerics";

// Leads of ours over another method: their mean over sections, and the verdict that their interval allows.

/** Half the width of a 95 % interval in standard deviations. */
const Z = 1.96;

function meanOfFinite(values: readonly number[]): number {
  return meanOf(values.filter((value) => Number.isFinite(value)));
}

/** The mean of independent leads; their variances add. */
export function meanLead(leads: readonly FigureResult[]): FigureResult {
  const known = leads.filter(({ value, low, high }) =>
    [value, low, high].every((part) => Number.isFinite(part)),
  );
  // A single section keeps its own percentile interval.
  const [only] = known;
  if (only !== undefined && known.length === 1) return only;
  const value = meanOfFinite(known.map((lead) => lead.value));
  const variance = known.reduce((sum, { low, high }) => sum + ((high - low) / (2 * Z)) ** 2, 0);
  const half = (Z * Math.sqrt(variance)) / known.length;
  return { value, low: value - half, high: value + half };
}

// Ahead, behind or a tie: by whether the 95 % interval of the paired difference excludes zero.
type Verdict = "ahead" | "behind" | "tie" | "unknown";

export function judgeLead(lead: FigureResult | undefined, figureName: string): Verdict {
  if (lead === undefined || !Number.isFinite(lead.low) || !Number.isFinite(lead.high)) return "unknown";
  const isHigherBetter = getFigure(figureName).better === "higher";
  if (lead.low > 0) return isHigherBetter ? "ahead" : "behind";
  if (lead.high < 0) return isHigherBetter ? "behind" : "ahead";
  return "tie";
}

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
