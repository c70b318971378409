// Conversations of several turns, an agent's run or a chat: which models served them, what they were expected to cost and what was billed.

import type { Session, Sessions } from "@signalbox/sdk";
import { keepPreviousData, useQuery } from "@tanstack/preact-query";
import type { ComponentChildren } from "preact";
import { signalbox } from "../../api/client.ts";
import { DECISION_KEYS } from "../../api/queries/lists.ts";
import { useNames } from "../../api/queries/names.ts";
import { namedOptions, SelectField } from "../../components/choice.tsx";
import { DataTable, type Order, type Column } from "../../components/data-table.tsx";
import { FigureList } from "../../components/figure-list.tsx";
import { LinkButton } from "../../components/button.tsx";
import { PageHeader } from "../../components/page-header.tsx";
import { RangeControl } from "../../components/range-control.tsx";
import { Answered, EmptyState } from "../../components/states.tsx";
import {
  compact,
  count,
  percent,
  shortTime,
  usd,
  DASH,
  exactTime,
  words,
  counted,
} from "../../lib/format.ts";
import { decisionsHref } from "../../lib/explore.ts";
import { timesOf } from "../../lib/range.ts";
import { useExplore } from "../../lib/use-explore.ts";
import { Link } from "wouter-preact";
import { Badge } from "../../components/badge.tsx";
import { Time } from "../../components/time.tsx";
import { TagLine } from "../decisions/decision-columns.tsx";
import { roleWords } from "../../lib/grouping.ts";

const ALL_TIME = { span: "", from: "", to: "" } as const;

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

const SESSION_COLUMNS: readonly Column<Session>[] = [
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
  {
    name: "Turns",
    isNumber: true,
    sort: { by: "turns" },
    show: ({ turns, chain_id: id }) => (
      <Link href={decisionsHref(ALL_TIME, { chain_id: id })}>{count(turns)}</Link>
    ),
  },
  {
    name: "Expected",
    isNumber: true,
    sort: { by: "usd" },
    show: (session) => usd(session.priced === 0 ? null : session.usd),
  },
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
            {count(billed.decisions)} of {counted(turns, "turn")}
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

type Sort = "latest" | "usd" | "turns";

const readSort = (text: string): Sort => (text === "usd" || text === "turns" ? text : "latest");

/** Only what the service lists: the newest of a span, or the first by another order. */
const LIMIT = 100;

export function SessionsPage(): ComponentChildren {
  const explore = useExplore("7");
  const { range, filters, setRange, extra, setExtra } = explore;
  const sort = readSort(extra("order"));
  const { keys } = useNames();
  const query = {
    ...(filters.key_id !== "" && { key_id: filters.key_id }),
    sort,
    limit: LIMIT,
  };
  const sessions = useQuery({
    queryKey: DECISION_KEYS.sessions({ range, query }),
    queryFn: ({ signal }) =>
      signalbox.decisions.sessions({ ...query, ...timesOf(range, Date.now()) }, { signal }),
    placeholderData: keepPreviousData,
  });
  return (
    <>
      <PageHeader
        title="Sessions"
        actions={
          <>
            <SelectField
              label="Key"
              isLabelHidden
              value={filters.key_id}
              options={namedOptions("Every key", keys)}
              onChange={(id) => explore.setFilters({ ...filters, key_id: id })}
            />
            <RangeControl range={range} onChange={setRange} />
          </>
        }
      >
        Conversations of two turns and more: what an agent or a chat asked one after the other.
      </PageHeader>
      <Answered query={sessions} rows={8}>
        {(answer) => (
          <Listed
            sessions={answer}
            order={{ by: sort, onChange: (by) => setExtra("order", by === "latest" ? "" : by) }}
          />
        )}
      </Answered>
    </>
  );
}

interface ListedProps {
  readonly sessions: Sessions;
  readonly order: Order;
}

function Listed({ sessions, order }: ListedProps): ComponentChildren {
  if (sessions.data.length === 0) return <NoSessions />;
  return (
    <div className="stack-4">
      <FigureList figures={figuresOf(sessions)} />
      <div className="panel">
        <DataTable
          label="Sessions"
          columns={SESSION_COLUMNS}
          rows={sessions.data}
          idOf={({ chain_id: id }) => id}
          order={order}
          hasRowLinks
          isStacked
        />
        <Foot sessions={sessions} />
      </div>
    </div>
  );
}

const sumOf = (sessions: readonly Session[], read: (session: Session) => number): number =>
  sessions.reduce((sum, session) => sum + read(session), 0);

/** Figures of the sessions that are listed. */
export function figuresOf({ data }: Pick<Sessions, "data">) {
  const turns = sumOf(data, (session) => session.turns);
  const input = sumOf(data, (session) => session.input_tokens);
  const cached = sumOf(data, (session) => session.cached_tokens);
  const billed = sumOf(data, (session) => session.billed.decisions);
  const priced = data.filter((session) => session.priced > 0);
  const spent = sumOf(priced, (session) => session.usd);
  return [
    {
      name: "Sessions",
      value: data.length === LIMIT ? `${count(data.length)} listed` : compact(data.length),
      hint: counted(turns, "turn"),
    },
    {
      name: "Expected spend",
      value: usd(priced.length === 0 ? null : spent),
      hint: `${usd(priced.length === 0 ? null : spent / priced.length)} a session`,
    },
    {
      name: "Billed",
      value: usd(billed === 0 ? null : sumOf(data, (session) => session.billed.usd)),
      hint:
        billed === 0
          ? "no bill was reported"
          : `${counted(billed, "turn")} expected to cost ${usd(sumOf(data, (session) => session.billed.expected_usd))}`,
    },
    {
      name: "From a warm cache",
      value: percent(input === 0 ? null : cached / input),
      hint: `of ${compact(input)} input tokens`,
    },
    {
      name: "Escalations",
      value: compact(sumOf(data, (session) => session.escalations)),
      hint: `of ${compact(sumOf(data, (session) => session.switches))} changes of model`,
    },
  ];
}

function Foot({ sessions }: { readonly sessions: Sessions }): ComponentChildren {
  const { data, counted_from: from } = sessions;
  const listed = data.length < LIMIT ? "" : `The first ${LIMIT}: a shorter span shows the others. `;
  const counted = from === null ? "" : `Put together from the decisions since ${shortTime(from)}.`;
  const words = `${listed}${counted}`.trim();
  return words === "" ? null : <p className="table-foot hint">{words}</p>;
}

function NoSessions(): ComponentChildren {
  return (
    <div className="panel">
      <EmptyState
        title="No sessions in this span"
        action={<LinkButton href="/decisions">Decisions</LinkButton>}
      >
        A session begins with the second turn of a conversation. Send <code>previous_session</code> with each
        turn, or the earlier turns in <code>messages</code>; a coding agent behind the gateway does so by
        itself.
      </EmptyState>
    </div>
  );
}
