// The candidates of one decision in rank order, and those that were turned away. Shared by playground and decision page.
import type { RankedCandidate, RejectedCandidate } from "@signalbox/sdk";
import type { ComponentChildren } from "preact";

import { chipsOf, standingWords } from "../lib/compare-candidates.ts";
import { count, percent, seconds, usd, words } from "../lib/format.ts";
import { Badge } from "./badge.tsx";
import { DataTable } from "./data-table.tsx";
import type { Column } from "./data-table.tsx";
import { Name } from "./name.tsx";
import { Probability } from "./probability.tsx";
import { ScrollRegion } from "./panel.tsx";

const ORIGINS = {
  outcomes: "measured",
  scores: "from public scores",
  lineage: "its predecessor",
  prior: "unknown model",
  own: "your feedback",
} as const;

const COLUMNS: readonly Column<RankedCandidate>[] = [
  { name: "#", isNumber: true, show: (one) => one.rank },
  {
    name: "Candidate",
    show: (one) => (
      <>
        <strong>
          <Name name={one.label} />
        </strong>{" "}
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
];

interface Props {
  readonly ranking: readonly RankedCandidate[];
  readonly pickedLabel: string;
}

export function RankingTable(props: Props): ComponentChildren {
  return (
    <ScrollRegion label="Ranking">
      <table className="table stacked ranking">
        <thead>
          <tr>
            {COLUMNS.map((column) => (
              <th key={column.name} scope="col" className={column.isNumber === true ? "number" : undefined}>
                {column.name}
              </th>
            ))}
          </tr>
        </thead>
        {props.ranking.map((one) => (
          <RankedRows
            key={one.label}
            candidate={one}
            ranking={props.ranking}
            pick={props.ranking.find(({ label }) => label === props.pickedLabel)}
          />
        ))}
      </table>
    </ScrollRegion>
  );
}

interface RowsProps {
  readonly candidate: RankedCandidate;
  readonly ranking: readonly RankedCandidate[];
  readonly pick: RankedCandidate | undefined;
}

/** Two rows a candidate: its figures, and below them what sets it apart from the pick, the prose on request. */
function RankedRows({ candidate, ranking, pick }: RowsProps): ComponentChildren {
  const { propensity } = candidate;
  const isPicked = candidate === pick;
  const drawn = propensity > 0 && propensity < 1 ? [`Drawn ${percent(propensity, 1)} of the time.`] : [];
  return (
    <tbody className="ranked" data-picked={isPicked || undefined}>
      <tr>
        {COLUMNS.map((column) => (
          <td
            key={column.name}
            data-label={column.name}
            className={column.isNumber === true ? "number" : undefined}
          >
            {column.show(candidate)}
          </td>
        ))}
      </tr>
      <tr>
        <td />
        <td colSpan={COLUMNS.length - 1} data-label="" className="small soft reasons">
          <div className="stack-tight">
            {pick === undefined || isPicked ? null : (
              <Apart candidate={candidate} ranking={ranking} pick={pick} />
            )}
            <details>
              <summary>
                Reasons<span className="visually-hidden"> for {candidate.label}</span>
              </summary>
              {[...candidate.reasons, ...drawn].join(" ")}
            </details>
          </div>
        </td>
      </tr>
    </tbody>
  );
}

interface ApartProps extends RowsProps {
  readonly pick: RankedCandidate;
}

function Apart({ candidate, ranking, pick }: ApartProps): ComponentChildren {
  const standing = standingWords(candidate, ranking);
  return (
    <span className="row" title="By predicted success and dollars alone, without seconds, doubt and bonuses.">
      {chipsOf(candidate, pick).map((chip) => (
        <Badge key={chip}>{chip}</Badge>
      ))}
      {standing === undefined ? null : <Badge tone="info">{standing}</Badge>}
    </span>
  );
}

export function RejectedList(props: { readonly rejected: readonly RejectedCandidate[] }): ComponentChildren {
  return (
    <DataTable
      label="Rejected candidates"
      rows={props.rejected}
      idOf={(one) => one.label}
      columns={[
        { name: "Candidate", show: (one) => <Name name={one.label} /> },
        { name: "Filter", show: (one) => <Badge tone="stop">{words(one.code)}</Badge> },
        { name: "Reason", show: (one) => one.reason },
      ]}
    />
  );
}
