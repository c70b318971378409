import type { DecisionSummary } from "@signalbox/sdk";
import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useMemo } from "react";
import type { ReactNode } from "react";

import { signalbox } from "../../api/client.ts";
import { usePages } from "../../api/use-pages.ts";
import type { PagedList } from "../../api/use-pages.ts";
import { DECISION_KEYS } from "../../api/queries/decisions.ts";
import { LinkButton } from "../../components/link-button.tsx";
import { ListPanel } from "../../components/list-panel.tsx";
import { PageHeader } from "../../components/page-header.tsx";
import { RangeControl } from "../../components/range-control.tsx";
import { EmptyState } from "../../components/states.tsx";
import { useDebounced } from "../../lib/use-debounced.ts";
import { decisionsHref, isFiltered, queryOf } from "../../lib/explore.ts";
import { count } from "../../lib/format.ts";
import type { Filters } from "../../lib/explore.ts";
import { timeZone } from "../../lib/range.ts";
import type { Range } from "../../lib/range.ts";
import { useExplore } from "../../lib/use-explore.ts";
import { decisionColumns } from "./decision-columns.tsx";
import { DecisionsChart } from "./decisions-chart.tsx";
import { DecisionFilters } from "./decision-filters.tsx";
import { rememberView } from "./last-view.ts";
import { LiveTail } from "./live-tail.tsx";
import { SavedViews } from "./saved-views.tsx";
import { useKnownNames } from "./use-known-names.ts";

interface View {
  readonly filters: Filters;
  readonly range: Range;
}

function useList(view: View): PagedList<DecisionSummary> {
  return usePages<DecisionSummary>(DECISION_KEYS.list(view), (cursor, signal) => {
    const query = { ...queryOf(view.filters, view.range, Date.now()), limit: 50 };
    return signalbox.decisions.list({ ...query, ...(cursor !== undefined && { cursor }) }, { signal });
  });
}

export function DecisionsPage(): ReactNode {
  const explore = useExplore("");
  const { filters, range, setFilters, setRange } = explore;
  const now = useMemo(() => ({ filters, range }), [filters, range]);
  const view = useDebounced(now, 250);
  const list = useList(view);
  const known = useKnownNames(view.range);
  useEffect(() => rememberView(decisionsHref(range, filters)), [range, filters]);
  return (
    <>
      <PageHeader title="Decisions" actions={<Actions view={view} />}>
        Each recommendation, with what was expected of it and what came of it. Times are in {timeZone()}.
      </PageHeader>
      <div className="stack-4">
        <SavedViews filters={filters} range={range} />
        <DecisionsChart explore={explore} filters={view.filters} names={known} />
        <ListPanel
          label="Decisions"
          list={list}
          columns={decisionColumns(known)}
          idOf={(row) => row.session_id}
          hasRowLinks
          kind="decision-rows"
          head={
            <DecisionFilters filters={filters} onChange={setFilters} known={known}>
              <RangeControl range={range} onChange={setRange} hasAll />
            </DecisionFilters>
          }
          foot={
            isFiltered(view.filters) || known.total === undefined ? undefined : (
              <span className="hint">
                {count(list.rows.length)} of {count(known.total)} decisions
              </span>
            )
          }
          empty={
            isFiltered(view.filters) || view.range.span !== "" ? (
              <NothingFound mayBeOlder={list.hasMore} />
            ) : (
              <NoneYet />
            )
          }
        />
      </div>
    </>
  );
}

function Actions({ view }: { readonly view: View }): ReactNode {
  const client = useQueryClient();
  return (
    <>
      <LiveTail onDecision={() => void client.invalidateQueries({ queryKey: DECISION_KEYS.all })} />
      <a
        className="button"
        href={signalbox.decisions.exportUrl(queryOf(view.filters, view.range, Date.now()))}
        download
      >
        Export CSV
      </a>
    </>
  );
}

function NoneYet(): ReactNode {
  return (
    <EmptyState
      title="No decisions yet"
      action={
        <LinkButton href="/guide" kind="primary">
          Make the first call
        </LinkButton>
      }
    >
      Decisions appear here as soon as a program asks for one.
    </EmptyState>
  );
}

/** A search looks at the newest decisions first and stops after some: what is older is a further page. */
function NothingFound(props: { readonly mayBeOlder: boolean }): ReactNode {
  return (
    <EmptyState
      title={props.mayBeOlder ? "Nothing among the newest" : "Nothing matches"}
      action={<LinkButton href="/decisions">Clear</LinkButton>}
    >
      {props.mayBeOlder
        ? "None of the newest decisions fits these filters. Load more to look further back."
        : "No decision fits these filters."}
    </EmptyState>
  );
}
