// Ahead, behind or a tie: by whether the 95 % interval of the paired difference excludes zero.
import { getFigure } from "../protocols/index.ts";
import type { FigureResult } from "../protocols/index.ts";
import { formatSigned } from "./format.ts";

export type Verdict = "ahead" | "behind" | "tie" | "unknown";

export function judgeLead(lead: FigureResult | undefined, figureName: string): Verdict {
  if (lead === undefined || !Number.isFinite(lead.low) || !Number.isFinite(lead.high)) return "unknown";
  const isHigherBetter = getFigure(figureName).better === "higher";
  if (lead.low > 0) return isHigherBetter ? "ahead" : "behind";
  if (lead.high < 0) return isHigherBetter ? "behind" : "ahead";
  return "tie";
}

/** The verdict, the lead and its interval in the figure's unit; empty where no lead is known. */
export function describeLead(lead: FigureResult | undefined, figureName: string): string {
  const verdict = judgeLead(lead, figureName);
  if (lead === undefined || verdict === "unknown") return "";
  const { unit } = getFigure(figureName);
  const interval = `${formatSigned(lead.low, unit)} … ${formatSigned(lead.high, unit)}`;
  return `${verdict}, ${formatSigned(lead.value, unit)} (${interval})`;
}
