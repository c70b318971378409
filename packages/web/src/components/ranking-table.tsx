// The candidates of one decision in rank order, and those that were turned away. Shared by playground and decision page.
import type { RankedCandidate, RejectedCandidate } from "@signalbox/sdk";
import type { ReactNode } from "react";

import { count, percent, seconds, usd, words } from "../lib/format.ts";
import { Badge } from "./badge.tsx";
import { DataTable } from "./data-table.tsx";
import type { Column } from "./data-table.tsx";
import { Probability } from "./probability.tsx";

const ORIGINS = {
  outcomes: "measured",
  scores: "from public scores",
  prior: "a guess",
  own: "your feedback",
} as const;

const COLUMNS: readonly Column<RankedCandidate>[] = [
  { name: "#", isNumber: true, show: (one) => one.rank },
  {
    name: "Candidate",
    show: (one) => (
      <>
        <strong dir="auto">{one.label}</strong>
        <br />
        <span className="small faint">{ORIGINS[one.ability_origin]}</span>
      </>
    ),
  },
  { name: "Success", show: (one) => <Probability success={one.success} spread={one.spread} /> },
  {
    name: "Dollars",
    isNumber: true,
    show: (one) => (
      <span title={one.usd === null ? "no known price" : `${usd(one.usd_low)} to ${usd(one.usd_high)}`}>
        {usd(one.usd)}
      </span>
    ),
  },
  { name: "Seconds", isNumber: true, show: (one) => seconds(one.seconds) },
  {
    name: "Tokens in / out",
    isNumber: true,
    show: (one) => `${count(one.input_tokens)} / ${count(one.output_tokens + one.hidden_tokens)}`,
  },
  {
    name: "Why",
    show: (one) => (
      <ul className="bullets small soft">
        {one.reasons.map((reason) => (
          <li key={reason}>{reason}</li>
        ))}
        {one.propensity > 0 && one.propensity < 1 ? (
          <li>drawn {percent(one.propensity, 1)} of the time</li>
        ) : null}
      </ul>
    ),
  },
];

interface Props {
  readonly ranking: readonly RankedCandidate[];
  readonly pickedLabel: string;
}

export function RankingTable(props: Props): ReactNode {
  return (
    <DataTable
      label="Ranking"
      columns={COLUMNS}
      rows={props.ranking}
      idOf={(one) => one.label}
      isPicked={(one) => one.label === props.pickedLabel}
    />
  );
}

export function RejectedList(props: { readonly rejected: readonly RejectedCandidate[] }): ReactNode {
  return (
    <DataTable
      label="Rejected candidates"
      rows={props.rejected}
      idOf={(one) => one.label}
      columns={[
        { name: "Candidate", show: (one) => <span dir="auto">{one.label}</span> },
        { name: "Filter", show: (one) => <Badge tone="stop">{words(one.code)}</Badge> },
        { name: "Reason", show: (one) => one.reason },
      ]}
    />
  );
}
