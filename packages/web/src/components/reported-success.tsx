import type { OverviewGroups } from "@signalbox/sdk";
import type { ComponentChildren } from "preact";

import { compact, DASH, percent } from "../lib/format.ts";

type Judged = OverviewGroups["groups"][number]["feedback"];

/** The mean of the reports with their interval, and how many they are: a share of three reports says little. */
interface Props {
  readonly feedback: Judged;
  /** Makes the number of reports a way to the decisions behind them. */
  readonly link?: (words: string) => ComponentChildren;
}

export function ReportedSuccess({ feedback, link }: Props): ComponentChildren {
  if (feedback.count === 0) return DASH;
  const n = `n = ${compact(feedback.count)}`;
  return (
    <>
      {percent(feedback.reported)}
      <br />
      <span className="small faint">
        {percent(feedback.reported_low).replace(" %", "")}–{percent(feedback.reported_high)}, {link?.(n) ?? n}
      </span>
    </>
  );
}
