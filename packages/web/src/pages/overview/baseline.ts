// The ways of not routing that savings are measured against, as they stand in the address, in the list and in words.
import type { OverviewSavings } from "@signalbox/sdk";

import { compact, usd } from "../../lib/format.ts";

const ALWAYS = "always:";
const NAMES: Readonly<Record<Exclude<OverviewSavings["baseline"], "fixed">, string>> = {
  mix_before: "The mix of the 30 days before",
  best_each: "The best of each call",
  cheapest: "The cheapest of each call",
  named: "The models named, in reported dollars",
};

/** As it stands in the address: one of the names above, or "always:" and a label. */
export function baselineQuery(text: string): Pick<OverviewSavings, "baseline"> & { readonly label?: string } {
  if (text.startsWith(ALWAYS)) return { baseline: "fixed", label: text.slice(ALWAYS.length) };
  if (text === "mix_before" || text === "cheapest" || text === "named") return { baseline: text };
  return { baseline: "best_each" };
}

const baselineName = ({ baseline, label }: Pick<OverviewSavings, "baseline" | "label">): string =>
  baseline === "fixed" ? `always ${label ?? ""}` : NAMES[baseline].toLowerCase();

export const baselineOptions = (labels: readonly string[], chosen: string) => {
  const fixed = labels.map((label) => ({ value: `${ALWAYS}${label}`, label: `Always ${label}` }));
  const isKnown = !chosen.startsWith(ALWAYS) || fixed.some(({ value }) => value === chosen);
  const own = isKnown ? [] : [{ value: chosen, label: `Always ${chosen.slice(ALWAYS.length)}` }];
  return [...Object.entries(NAMES).map(([value, label]) => ({ value, label })), ...fixed, ...own];
};

/** "Saved $4.20 (between $3.90 and $4.50) against ..., over 1,200 decisions". */
export function savingWords(savings: OverviewSavings): string {
  const { saved_usd: saved, low, high, decisions } = savings;
  if (decisions === 0 && savings.baseline === "named")
    return "No report of this time has the dollars both of its call and of the model that its caller named.";
  if (decisions === 0) return `No decision offered ${baselineName(savings)} with known prices in this time.`;
  const interval =
    low === null || high === null
      ? "too few hours for an interval"
      : `95 % interval ${usd(saved < 0 ? -high : low)} to ${usd(saved < 0 ? -low : high)}`;
  const verb = saved < 0 ? "Cost" : "Saved";
  const more = saved < 0 ? " more than" : " against";
  return `${verb} ${usd(Math.abs(saved))}${more} ${baselineName(savings)}, n = ${compact(decisions)}; ${interval}.`;
}
