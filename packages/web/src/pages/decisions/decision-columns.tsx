import type { DecisionSummary } from "@signalbox/sdk";
import type { ReactNode } from "react";
import { Link } from "wouter";

import type { KnownNames } from "./use-known-names.ts";
import { Badge } from "../../components/badge.tsx";
import type { Column } from "../../components/data-table.tsx";
import { Probability } from "../../components/probability.tsx";
import { Time } from "../../components/time.tsx";
import { exactTime, percent, seconds, usd, words } from "../../lib/format.ts";

export function feedbackWords(value: number | null): string {
  if (value === null) return "–";
  if (value === 1) return "good";
  return value === 0 ? "bad" : percent(value);
}

type Names = Pick<KnownNames, "keys" | "preferences">;

const nameIn = (list: readonly { readonly id: string; readonly name: string }[], id: string | null) =>
  id === null ? undefined : (list.find((one) => one.id === id)?.name ?? "deleted");

/** The key, and below it the preference that decided. */
function AskedBy({ row, names }: { readonly row: DecisionSummary; readonly names: Names }): ReactNode {
  return (
    <>
      <span dir="auto">{nameIn(names.keys, row.key_id) ?? "dashboard"}</span>
      {row.preference_id === null ? null : (
        <span className="small faint">
          <br />
          <span dir="auto">{nameIn(names.preferences, row.preference_id)}</span>
        </span>
      )}
    </>
  );
}

export const decisionColumns = (names: Names): readonly Column<DecisionSummary>[] => [
  {
    name: "When",
    show: (row) => (
      <>
        {exactTime(row.created_at)}
        <br />
        <span className="small faint">
          <Time at={row.created_at} />
        </span>
      </>
    ),
  },
  {
    name: "Picked",
    show: (row) => (
      <Link href={`/decisions/${row.session_id}`} className="row-link">
        <span dir="auto">{row.label}</span>
      </Link>
    ),
  },
  {
    name: "Conversation",
    show: (row) => (
      <span className="row">
        {words(row.field)}
        {row.turn > 1 ? <span className="faint">turn {row.turn}</span> : null}
        {row.degraded ? <Badge tone="caution">degraded</Badge> : null}
        {row.explored ? <Badge tone="info">explored</Badge> : null}
      </span>
    ),
  },
  {
    name: "Success",
    show: (row) => <Probability success={row.success} spread={row.spread} />,
  },
  { name: "Dollars", isNumber: true, show: (row) => usd(row.usd) },
  { name: "Seconds", isNumber: true, show: (row) => seconds(row.seconds) },
  {
    name: "Candidates",
    isNumber: true,
    show: (row) => (
      <>
        {row.candidate_count}
        {row.rejected_count === 0 ? null : <span className="faint"> −{row.rejected_count}</span>}
      </>
    ),
  },
  { name: "Asked by", show: (row) => <AskedBy row={row} names={names} /> },
  { name: "Feedback", show: (row) => feedbackWords(row.feedback_value) },
];
