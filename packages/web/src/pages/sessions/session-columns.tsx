import type { Session } from "@signalbox/sdk";
import type { ComponentChildren } from "preact";
import { Link } from "wouter-preact";

import { Badge } from "../../components/badge.tsx";
import type { Column } from "../../components/data-table.tsx";
import { Time } from "../../components/time.tsx";
import { TagLine } from "../decisions/decision-columns.tsx";
import { roleWords } from "../../lib/grouping.ts";
import { count, DASH, exactTime, percent, usd, words } from "../../lib/format.ts";

const SECOND_MS = 1000;

/** "40 s", "12 min", "3 h": how long a session took from its first turn to its last. */
function lengthWords(firstAt: string, lastAt: string): string {
  const s = Math.round((Date.parse(lastAt) - Date.parse(firstAt)) / SECOND_MS);
  if (s < 60) return `${s} s`;
  return s < 3600 ? `${Math.round(s / 60)} min` : `${Math.round(s / 360) / 10} h`;
}

/** The models that served the turns, the most frequent first. */
function modelWords(models: Session["models"]): string {
  return models
    .map(({ name, turns }) => (models.length === 1 ? name : `${name} ${count(turns)}×`))
    .join(", ");
}

function Asked({ session }: { readonly session: Session }): ComponentChildren {
  const { preview, tags, field, operation } = session;
  const key = session.key_name ?? "dashboard";
  const work = operation === "" ? words(field) : `${words(field)}, ${words(operation)}`;
  return (
    <>
      <Link href={`/decisions/${session.last_session_id}`} className="row-link">
        <span className="preview" dir="auto">
          {preview ?? tags?.["repo"] ?? work}
        </span>
      </Link>
      <span className="row small faint">
        {key}
        {session.roles.map(({ name, turns }) => (
          <Badge key={name} tone="info">
            {roleWords(name)} {count(turns)}×
          </Badge>
        ))}
      </span>
      {tags === null ? null : <TagLine tags={tags} />}
    </>
  );
}

export const SESSION_COLUMNS: readonly Column<Session>[] = [
  {
    name: "Last turn",
    sort: { by: "latest" },
    show: ({ first_at: firstAt, last_at: lastAt }) => (
      <>
        <span className="nowrap">{exactTime(lastAt)}</span> <br />
        <span className="small faint nowrap">
          <Time at={lastAt} />, {lengthWords(firstAt, lastAt)} long
        </span>
      </>
    ),
  },
  { name: "Session", isWide: true, show: (session) => <Asked session={session} /> },
  {
    name: "Models",
    isWide: true,
    show: ({ models, truncated }) => (
      <span dir="auto">
        {modelWords(models)}
        {truncated ? <span className="faint"> of the first turns</span> : null}
      </span>
    ),
  },
  { name: "Turns", isNumber: true, sort: { by: "turns" }, show: ({ turns }) => count(turns) },
  { name: "Expected", isNumber: true, sort: { by: "usd" }, show: (session) => usd(session.usd) },
  {
    name: "Billed",
    isNumber: true,
    show: ({ billed, turns }) =>
      billed.decisions === 0 ? (
        DASH
      ) : (
        <>
          {usd(billed.usd)} <br />
          <span className="small faint">
            {count(billed.decisions)} of {count(turns)} turns
          </span>
        </>
      ),
  },
  {
    name: "Escalations",
    isNumber: true,
    show: ({ escalations, switches }) => (
      <>
        {escalations}
        {switches > escalations ? <span className="faint"> of {switches}</span> : null}
      </>
    ),
  },
  { name: "Reported", isNumber: true, isMinor: true, show: ({ reported }) => percent(reported) },
];
