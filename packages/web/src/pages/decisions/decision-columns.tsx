import type { DecisionSummary } from "@signalbox/sdk";
import { Link } from "wouter";

import { Badge } from "../../components/badge.tsx";
import type { Column } from "../../components/data-table.tsx";
import { Probability } from "../../components/probability.tsx";
import { Time } from "../../components/time.tsx";
import { percent, seconds, usd, words } from "../../lib/format.ts";

export function feedbackWords(value: number | null): string {
  if (value === null) return "–";
  if (value === 1) return "good";
  return value === 0 ? "bad" : percent(value);
}

export const DECISION_COLUMNS: readonly Column<DecisionSummary>[] = [
  { name: "When", show: (row) => <Time at={row.created_at} /> },
  {
    name: "Picked",
    show: (row) => (
      <Link href={`/decisions/${row.session_id}`}>
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
  { name: "Feedback", show: (row) => feedbackWords(row.feedback_value) },
];
