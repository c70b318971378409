import type { OverviewGroups } from "@signalbox/sdk";
import type { ReactNode } from "react";

import { compact, DASH, percent } from "../lib/format.ts";

type Judged = OverviewGroups["groups"][number]["feedback"];

/** The mean of the reports with their interval, and how many they are: a share of three reports says little. */
export function ReportedSuccess({ feedback }: { readonly feedback: Judged }): ReactNode {
  if (feedback.count === 0) return DASH;
  return (
    <>
      {percent(feedback.reported)}
      <br />
      <span className="small faint">
        {percent(feedback.reported_low).replace(" %", "")}–{percent(feedback.reported_high)}, n ={" "}
        {compact(feedback.count)}
      </span>
    </>
  );
}
