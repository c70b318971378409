// The candidates of one decision in rank order, and those that were turned away. Shared by playground and decision page.

import type { RankedCandidate, RejectedCandidate } from "@signalbox/sdk";
import type { ComponentChildren } from "preact";
import { counted, decimal, percent, seconds, usd, words } from "../lib/format.ts";
import { apartWords, longestOf, barOf, pointsText, TERMS, type Loss } from "../lib/loss.ts";
import { Badge } from "./badge.tsx";
import { DataTable, type Column } from "./data-table.tsx";
import { Name } from "./name.tsx";
import { Probability } from "./probability.tsx";
import { ScrollRegion } from "./panel.tsx";

// The loss of each candidate, as one bar a candidate: the parts are the terms by which the service ranked, the shortest is the pick.

function LossBar({ loss, longest }: { readonly loss: Loss; readonly longest: number }): ComponentChildren {
  const { losses, credits, total } = barOf(loss);
  const share = (points: number): string => `${(100 * points) / longest}%`;
  const credited = credits.reduce((sum, { points }) => sum - points, 0);
  const words = [...losses, ...credits].map(({ name, points }) => `${name} ${pointsText(points)}`);
  return (
    <span className="loss-bar" role="img" aria-label={`Loses ${pointsText(total)}: ${words.join(", ")}`}>
      {losses.map(({ term, name, points }) => (
        <span
          key={term}
          className={`loss-part loss-${term}`}
          style={{ inlineSize: share(points) }}
          title={`${name}: ${pointsText(points)}`}
        />
      ))}
      {credited === 0 ? null : (
        <span
          className="loss-credit"
          style={{ inlineSize: share(credited), marginInlineStart: `-${share(credited)}` }}
          title={credits.map(({ name, points }) => `${name}: ${pointsText(points)} credited`).join(", ")}
        />
      )}
    </span>
  );
}

/** The meaning of the colours, for the terms that any candidate has. */
function LossLegend({ ranking }: { readonly ranking: readonly RankedCandidate[] }): ComponentChildren {
  const used = TERMS.filter(({ term }) => ranking.some(({ loss }) => loss !== undefined && loss[term] > 0));
  const isCredited = ranking.some(({ loss }) => loss !== undefined && barOf(loss).credits.length > 0);
  return (
    <ul className="legend loss-legend" aria-label="What a candidate loses, in points">
      {used.map(({ term, name }) => (
        <li key={term}>
          <span className={`loss-key loss-${term}`} aria-hidden="true" />
          {name}
        </li>
      ))}
      {isCredited ? (
        <li>
          <span className="loss-key loss-credit" aria-hidden="true" />
          credited
        </li>
      ) : null}
    </ul>
  );
}

const ORIGINS = {
  outcomes: "measured",
  scores: "from scores, public or stated",
  lineage: "its predecessor",
  prior: "unknown model",
  own: "your evaluation file",
} as const;

/** Only a model that was reported on says so; reports on others tell how strict the reporter is. */
function originWords({ ability_origin: origin, own_reports: reports }: RankedCandidate): string {
  if (origin !== "own" || reports === undefined) return ORIGINS[origin];
  return reports === 0 ? "moved by your reports on other models" : `your ${counted(reports, "report")}`;
}

const COLUMNS: readonly Column<RankedCandidate>[] = [
  { name: "#", isNumber: true, show: (one) => one.rank },
  {
    name: "Candidate",
    show: (one) => (
      <>
        <strong>
          <Name name={one.label} />
        </strong>{" "}
        <span className="small faint">{originWords(one)}</span>
      </>
    ),
  },
  { name: "Loses, points", isNumber: true, show: (one) => decimal(one.loss?.total, 1) },
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
];

interface Props {
  readonly ranking: readonly RankedCandidate[];
  readonly pickedLabel: string;
}

export function RankingTable(props: Props): ComponentChildren {
  const longest = longestOf(props.ranking.flatMap(({ loss }) => loss ?? []));
  const pick = props.ranking.find(({ label }) => label === props.pickedLabel);
  return (
    <>
      <LossLegend ranking={props.ranking} />
      <Rows ranking={props.ranking} pick={pick} longest={longest} />
    </>
  );
}

function Rows({
  ranking,
  ...rest
}: Omit<RowsProps, "candidate"> & Pick<Props, "ranking">): ComponentChildren {
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
        {ranking.map((one) => (
          <RankedRows key={one.label} candidate={one} {...rest} />
        ))}
      </table>
    </ScrollRegion>
  );
}

interface RowsProps {
  readonly candidate: RankedCandidate;
  readonly pick: RankedCandidate | undefined;
  /** Points of the longest bar. */
  readonly longest: number;
}

/** Two rows a candidate: its figures, and below them what sets it apart from the pick, the prose on request. */
function RankedRows({ candidate, pick, longest }: RowsProps): ComponentChildren {
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
            {candidate.loss === undefined ? null : <LossBar loss={candidate.loss} longest={longest} />}
            {isPicked || candidate.loss === undefined || pick?.loss === undefined ? null : (
              <span className="row">
                {apartWords(candidate.loss, pick.loss).map((chip) => (
                  <Badge key={chip}>{chip}</Badge>
                ))}
              </span>
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
