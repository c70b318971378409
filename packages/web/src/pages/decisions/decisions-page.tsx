import type { ListedDecision, SORTED_DECISIONS_MAX } from "@signalbox/sdk";
import { useQueryClient } from "@tanstack/preact-query";
import { useEffect, useMemo } from "preact/hooks";
import type { ComponentChildren } from "preact";

import { signalbox } from "../../api/client.ts";
import { usePages } from "../../api/use-pages.ts";
import type { PagedList } from "../../api/use-pages.ts";
import { DECISION_KEYS } from "../../api/queries/lists.ts";
import { Button, LinkButton } from "../../components/button.tsx";
import { SelectField } from "../../components/choice.tsx";
import { ListPanel } from "../../components/list-panel.tsx";
import { PageHeader } from "../../components/page-header.tsx";
import { RangeControl } from "../../components/range-control.tsx";
import { EmptyState } from "../../components/states.tsx";
import { useDebounced } from "../../lib/hooks.ts";
import { DECISION_SORTS, decisionsHref, isFiltered, queryOf, readSort } from "../../lib/explore.ts";
import { count } from "../../lib/format.ts";
import type { DecisionSort, Filters } from "../../lib/explore.ts";
import { timeZone } from "../../lib/range.ts";
import type { Range } from "../../lib/range.ts";
import { useExplore } from "../../lib/use-explore.ts";
import { TryDrawer } from "../replays/try-drawer.tsx";
import { useTrying } from "../replays/use-trying.ts";
import { ColumnChooser, useColumns } from "../../components/column-chooser.tsx";
import { CHOSEN_COLUMNS, DECISION_COLUMNS, HIDDEN_COLUMNS } from "./decision-columns.tsx";
import { DecisionsChart } from "./decisions-chart.tsx";
import { DecisionFilters } from "./decision-filters.tsx";
import { rememberView, SavedViews } from "./saved-views.tsx";
import { LiveTail } from "./live-tail.tsx";
import { useKnownNames } from "../../api/queries/known-names.ts";

/** Another number than that of the contract is no value of its type. */
const SORTED_MAX: typeof SORTED_DECISIONS_MAX = 20_000;

interface View {
  readonly filters: Filters;
  readonly range: Range;
  readonly sort: DecisionSort;
}

function useList(view: View): PagedList<ListedDecision> {
  return usePages<ListedDecision>(DECISION_KEYS.list(view), (cursor, signal) => {
    const query = { ...queryOf(view.filters, view.range, Date.now()), limit: 50 };
    const order = view.sort === "" ? {} : { sort: view.sort };
    return signalbox.decisions.list(
      { ...query, ...order, ...(cursor !== undefined && { cursor }) },
      { signal },
    );
  });
}

export function DecisionsPage(): ComponentChildren {
  const explore = useExplore("");
  const { filters, range, sort, setFilters, setRange, setSort } = explore;
  const now = useMemo(() => ({ filters, range, sort }), [filters, range, sort]);
  const view = useDebounced(now, 250);
  const list = useList(view);
  const known = useKnownNames(view.range);
  const columns = useColumns("decisions", HIDDEN_COLUMNS);
  useEffect(() => rememberView(decisionsHref(range, filters, sort)), [range, filters, sort]);
  return (
    <>
      <PageHeader title="Decisions" actions={<Actions view={now} />}>
        Each recommendation, with what was expected of it and what came of it. Times are in {timeZone()}.
      </PageHeader>
      <div className="stack-4">
        <SavedViews filters={filters} range={range} sort={sort} />
        <DecisionsChart explore={explore} filters={view.filters} names={known} />
        <ListPanel
          label="Decisions"
          list={list}
          columns={DECISION_COLUMNS.filter(({ name }) => !columns.hidden.includes(name))}
          order={{ by: sort, onChange: (by) => setSort(readSort(by)) }}
          idOf={(row) => row.session_id}
          hasRowLinks
          kind="decision-rows"
          head={
            <DecisionFilters filters={filters} range={range} onChange={setFilters} known={known}>
              <SelectField label="Sort" value={sort} options={DECISION_SORTS} onChange={setSort} />
              <RangeControl range={range} onChange={setRange} hasAll />
              <ColumnChooser names={CHOSEN_COLUMNS} {...columns} />
            </DecisionFilters>
          }
          foot={<Foot view={view} rows={list.rows.length} total={known.total} />}
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

interface FootProps {
  readonly view: View;
  readonly rows: number;
  readonly total: number | undefined;
}

/** How many there are, where that is known, and how far an order by anything but time looks. */
function Foot({ view, rows, total }: FootProps): ComponentChildren {
  const counted =
    isFiltered(view.filters) || total === undefined ? "" : `${count(rows)} of ${count(total)} decisions. `;
  const looked = view.sort === "" ? "" : `Sorted among the newest ${count(SORTED_MAX)} that fit.`;
  return <span className="hint">{`${counted}${looked}`.trim()}</span>;
}

function Actions({ view }: { readonly view: View }): ComponentChildren {
  const client = useQueryClient();
  const [isTrying, setIsTrying] = useTrying();
  return (
    <>
      <Button onClick={() => setIsTrying(true)}>Try on these</Button>
      {isTrying ? <TryDrawer start={view} onClose={() => setIsTrying(false)} /> : null}
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

function NoneYet(): ComponentChildren {
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
function NothingFound(props: { readonly mayBeOlder: boolean }): ComponentChildren {
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
