import type { Overview } from "@signalbox/sdk";
import type { ReactNode } from "react";

import { compact, decimal, milliseconds, percent, usd } from "../../lib/format.ts";

interface Figure {
  readonly name: string;
  readonly value: string;
  readonly hint: string;
}

/** The numbers for who has ten seconds. */
export function Figures({ overview }: { readonly overview: Overview }): ReactNode {
  const { totals, feedback, latency } = overview;
  const figures: readonly Figure[] = [
    {
      name: "Decisions",
      value: compact(totals.decisions),
      hint: `${compact(totals.degraded)} degraded, ${compact(totals.explored)} explored`,
    },
    {
      name: "Expected spend",
      value: usd(totals.usd),
      hint:
        totals.priced === totals.decisions ? "every pick priced" : `${compact(totals.priced)} picks priced`,
    },
    savingOf(overview),
    {
      name: "Success",
      value: percent(feedback.reported ?? totals.success),
      hint:
        feedback.count === 0
          ? "estimated; no feedback yet"
          : `reported ${compact(feedback.count)} times, ${percent(feedback.predicted)} predicted`,
    },
    {
      name: "Time to decide",
      value: milliseconds(latency.decide_us_p50 === null ? null : latency.decide_us_p50 / 1000),
      hint: `p99 ${milliseconds(latency.decide_us_p99 === null ? null : latency.decide_us_p99 / 1000)}`,
    },
    {
      name: "Rejected",
      value: compact(totals.rejected_candidates),
      hint: `candidates, ${decimal(totals.rejected_candidates / totals.decisions, 1)} a decision`,
    },
  ];
  return (
    <dl className="figures">
      {figures.map((figure) => (
        <div key={figure.name} className="figure">
          <dt className="plate">{figure.name}</dt>
          <dd>
            {figure.value}
            <div className="hint">{figure.hint}</div>
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** What routing costs beside the best model alone, over the decisions in which both have a price, and how many those are. */
export function savingOf({ baselines, totals }: Overview): Figure {
  const best = baselines.find(({ kind }) => kind === "best_single");
  if (best === undefined || best.usd === 0)
    return { name: "Against one model", value: "–", hint: "no common candidate" };
  const change = best.routed_usd / best.usd - 1;
  const name = change <= 0 ? "Saves" : "Costs more";
  const covered = `${compact(best.decisions)} of ${compact(totals.decisions)} decisions`;
  return {
    name,
    value: percent(Math.abs(change)),
    hint: `against ${best.label ?? "the best single model"}, over ${covered}`,
  };
}
