import type { ListedDecision } from "@signalbox/sdk";
import type { ComponentChildren } from "preact";
import { Link } from "wouter-preact";

import { Badge } from "../../components/badge.tsx";
import type { Column } from "../../components/data-table.tsx";
import { Name } from "../../components/name.tsx";
import { Probability } from "../../components/probability.tsx";
import { Time } from "../../components/time.tsx";
import { roleWords } from "../../lib/grouping.ts";
import { DASH, exactTime, percent, seconds, usd, words } from "../../lib/format.ts";

export function feedbackWords(value: number | null): string {
  if (value === null) return "–";
  if (value === 1) return "good";
  return value === 0 ? "bad" : percent(value);
}

/** The key, and below it the preference that decided. */
function AskedBy({ row }: { readonly row: ListedDecision }): ComponentChildren {
  const key = row.key_id === null ? "dashboard" : (row.key_name ?? "deleted key");
  const preference = row.preference_id === null ? undefined : (row.preference_name ?? "deleted preference");
  return (
    <span className="asker">
      <Name name={key} />
      {preference === undefined ? null : (
        <span className="small faint">
          <Name name={preference} />
        </span>
      )}
    </span>
  );
}

/** How the last message begins, where words are kept; and what it was read as. */
function Asked({ row }: { readonly row: ListedDecision }): ComponentChildren {
  const task = row.operation === "" ? words(row.field) : `${words(row.field)}, ${words(row.operation)}`;
  return (
    <>
      {row.preview === null ? null : (
        <span className="preview" dir="auto">
          {row.preview}
        </span>
      )}
      <span className={row.preview === null ? "row" : "row small faint"}>
        {task}
        {row.call_role === null || row.call_role === "main" ? null : (
          <Badge tone="info">{roleWords(row.call_role)}</Badge>
        )}
        {row.turn > 1 ? <span className="faint">turn {row.turn}</span> : null}
        {row.degraded ? <Badge tone="caution">degraded</Badge> : null}
        {row.explored ? <Badge tone="info">explored</Badge> : null}
      </span>
      {row.tags === null ? null : <TagLine tags={row.tags} />}
    </>
  );
}

/** All tags in two lines, cut where the column ends and whole for who rests on it: rows stay alike however many there are. */
export function TagLine({ tags }: { readonly tags: Readonly<Record<string, string>> }): ComponentChildren {
  const text = Object.entries(tags)
    .map(([name, value]) => `${name}: ${value}`)
    .join(" · ");
  return (
    <span className="tag-line small faint" dir="auto" title={text}>
      {text}
    </span>
  );
}

export const DECISION_COLUMNS: readonly Column<ListedDecision>[] = [
  {
    name: "When",
    sort: { by: "" },
    show: (row) => (
      <>
        <span className="nowrap">{exactTime(row.created_at)}</span> <br />
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
        {row.label === "" ? <Badge tone="stop">refused</Badge> : <Name name={row.label} />}
      </Link>
    ),
  },
  { name: "Request", show: (row) => <Asked row={row} /> },
  {
    name: "Success",
    sort: { by: "success", isAscending: true },
    show: (row) => (row.label === "" ? DASH : <Probability success={row.success} spread={row.spread} />),
  },
  { name: "Dollars", isNumber: true, sort: { by: "usd" }, show: (row) => usd(row.usd) },
  {
    name: "Seconds",
    isNumber: true,
    isMinor: true,
    sort: { by: "seconds" },
    show: (row) => seconds(row.seconds),
  },
  {
    name: "Candidates",
    isNumber: true,
    isMinor: true,
    show: (row) => (
      <>
        {row.candidate_count}
        {row.rejected_count === 0 ? null : <span className="faint"> −{row.rejected_count}</span>}
      </>
    ),
  },
  { name: "Asked by", show: (row) => <AskedBy row={row} /> },
  { name: "Feedback", show: (row) => feedbackWords(row.feedback_value) },
  { name: "Language", isMinor: true, show: (row) => words(row.language) },
  { name: "Task", isMinor: true, show: (row) => (row.operation === "" ? "\u2013" : words(row.operation)) },
  {
    name: "Decided in",
    isNumber: true,
    isMinor: true,
    sort: { by: "decide_us" },
    show: (row) => seconds(row.decide_us / 1e6),
  },
];

/** Columns that a list cannot do without. */
const ALWAYS: ReadonlySet<string> = new Set(["When", "Picked"]);

export const CHOSEN_COLUMNS = DECISION_COLUMNS.map(({ name }) => name).filter((name) => !ALWAYS.has(name));

/** Left out until somebody asks for them. */
export const HIDDEN_COLUMNS = ["Candidates", "Language", "Task", "Decided in"] as const;
