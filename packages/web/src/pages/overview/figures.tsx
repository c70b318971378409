import type { Overview } from "@signalbox/sdk";
import type { ComponentChildren } from "preact";

import { FigureList } from "../../components/figure-list.tsx";
import type { Figure } from "../../components/figure-list.tsx";
import { decisionsHref } from "../../lib/explore.ts";
import { compact, counted, milliseconds, percent, usd } from "../../lib/format.ts";
import type { Range } from "../../lib/range.ts";

interface Props {
  readonly overview: Overview;
  readonly before: Overview | undefined;
  readonly range: Range;
}

const successOf = ({ feedback, totals }: Overview): number | null => feedback.reported ?? totals.success;

/** The bills beside the expectation of the same decisions; how many picks have a price where none was reported. */
export function billWords({ billed, priced }: Pick<Overview["totals"], "billed" | "priced">): string {
  if (billed.decisions === 0) return `${counted(priced, "pick")} priced, none billed`;
  return `${usd(billed.usd)} billed for ${compact(billed.decisions)} expected to cost ${usd(billed.expected_usd)}`;
}

function figuresOf({ overview, before, range }: Props): readonly Figure[] {
  const { totals, feedback, latency } = overview;
  return [
    {
      name: "Decisions",
      value: compact(totals.decisions),
      hint: `${compact(totals.degraded)} degraded, ${compact(totals.explored)} explored`,
      now: totals.decisions,
      before: before?.totals.decisions,
      href: decisionsHref(range),
    },
    {
      name: "Expected spend",
      value: usd(totals.priced === 0 ? null : totals.usd),
      hint: billWords(totals),
      now: totals.usd,
      before: before?.totals.usd,
      href: decisionsHref(range, {}, "usd"),
    },
    {
      name: "Success",
      value: percent(successOf(overview)),
      hint:
        feedback.count === 0
          ? "estimated; no feedback yet"
          : `${counted(feedback.count, "report")}, ${percent(feedback.predicted)} predicted`,
      now: successOf(overview),
      before: before && successOf(before),
      isShare: true,
      href: decisionsHref(range, feedback.count === 0 ? {} : { feedback: "any" }),
    },
    {
      name: "Time to decide",
      value: milliseconds(latency.decide_us_p50 === null ? null : latency.decide_us_p50 / 1000),
      hint: `p99 ${milliseconds(latency.decide_us_p99 === null ? null : latency.decide_us_p99 / 1000)}`,
      now: latency.decide_us_p50,
      before: before?.latency.decide_us_p50,
      href: decisionsHref(range, {}, "decide_us"),
    },
    {
      name: "Refused",
      value: compact(totals.refused),
      hint: `by rules and limits, ${percent(totals.refused / totals.decisions, 1)}`,
      now: totals.refused,
      before: before?.totals.refused,
      href: decisionsHref(range, { refused: "true" }),
    },
  ];
}

/** The numbers for somebody with ten seconds. */
export const Figures = (props: Props): ComponentChildren => <FigureList figures={figuresOf(props)} />;
