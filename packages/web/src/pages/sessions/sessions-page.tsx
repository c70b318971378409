// Conversations of several turns, an agent's run or a chat: which models served them, what they were expected to cost and what was billed.
import type { Session, Sessions } from "@signalbox/sdk";
import { keepPreviousData, useQuery } from "@tanstack/preact-query";
import type { ComponentChildren } from "preact";

import { signalbox } from "../../api/client.ts";
import { DECISION_KEYS } from "../../api/queries/lists.ts";
import { useNames } from "../../api/queries/names.ts";
import { SelectField } from "../../components/choice.tsx";
import { DataTable } from "../../components/data-table.tsx";
import type { Order } from "../../components/data-table.tsx";
import { FigureList } from "../../components/figure-list.tsx";
import { LinkButton } from "../../components/button.tsx";
import { PageHeader } from "../../components/page-header.tsx";
import { RangeControl } from "../../components/range-control.tsx";
import { EmptyState, ErrorPanel, Skeleton } from "../../components/states.tsx";
import { compact, count, percent, shortTime, usd } from "../../lib/format.ts";
import { timesOf } from "../../lib/range.ts";
import { useExplore } from "../../lib/use-explore.ts";
import { SESSION_COLUMNS } from "./session-columns.tsx";

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
              options={[
                { value: "", label: "Every key" },
                ...keys.map(({ id, name }) => ({ value: id, label: name })),
              ]}
              onChange={(id) => explore.setFilters({ ...filters, key_id: id })}
            />
            <RangeControl range={range} onChange={setRange} />
          </>
        }
      >
        Conversations of two turns and more: what an agent or a chat asked one after the other.
      </PageHeader>
      {sessions.isError ? (
        <ErrorPanel error={sessions.error} onRetry={() => void sessions.refetch()} />
      ) : null}
      {sessions.data === undefined ? (
        sessions.isError ? null : (
          <Skeleton rows={8} />
        )
      ) : (
        <Listed
          sessions={sessions.data}
          order={{ by: sort, onChange: (by) => setExtra("order", by === "latest" ? "" : by) }}
        />
      )}
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
  return [
    {
      name: "Sessions",
      value: data.length === LIMIT ? `${count(data.length)} listed` : compact(data.length),
      hint: `${compact(turns)} turns`,
    },
    {
      name: "Expected spend",
      value: usd(sumOf(data, (session) => session.usd)),
      hint: `${usd(sumOf(data, (session) => session.usd) / data.length)} a session`,
    },
    {
      name: "Billed",
      value: usd(billed === 0 ? null : sumOf(data, (session) => session.billed.usd)),
      hint:
        billed === 0
          ? "no bill was reported"
          : `${compact(billed)} turns expected to cost ${usd(sumOf(data, (session) => session.billed.expected_usd))}`,
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
