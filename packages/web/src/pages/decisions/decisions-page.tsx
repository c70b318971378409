import type { DecisionSummary } from "@signalbox/sdk";
import { useQueryClient } from "@tanstack/react-query";
import type { ReactNode } from "react";

import { signalbox } from "../../api/client.ts";
import { usePages } from "../../api/use-pages.ts";
import { DECISION_KEYS } from "../../api/queries/decisions.ts";
import { Button } from "../../components/button.tsx";
import { LinkButton } from "../../components/link-button.tsx";
import { ListPanel } from "../../components/list-panel.tsx";
import { PageHeader } from "../../components/page-header.tsx";
import { EmptyState } from "../../components/states.tsx";
import { useDebounced } from "../../lib/use-debounced.ts";
import { DECISION_COLUMNS } from "./decision-columns.tsx";
import { DecisionFilters } from "./decision-filters.tsx";
import { filterOf, queryOf, useFilters } from "./filters.ts";
import { LiveTail } from "./live-tail.tsx";

export function DecisionsPage(): ReactNode {
  const [filters, setFilters] = useFilters();
  const settled = useDebounced(filters, 250);
  const client = useQueryClient();
  const list = usePages<DecisionSummary>(DECISION_KEYS.list(settled), (cursor, signal) =>
    signalbox.decisions.list({ ...queryOf(settled), ...(cursor !== undefined && { cursor }) }, { signal }),
  );
  const isFiltered = Object.values(settled).some((value) => value !== "");
  return (
    <>
      <PageHeader
        title="Decisions"
        actions={
          <>
            <LiveTail onDecision={() => void client.invalidateQueries({ queryKey: DECISION_KEYS.all })} />
            <a className="button" href={signalbox.decisions.exportUrl(filterOf(settled))} download>
              Export CSV
            </a>
          </>
        }
      >
        Each recommendation, with what was expected of it and what came of it.
      </PageHeader>
      <ListPanel
        label="Decisions"
        list={list}
        columns={DECISION_COLUMNS}
        idOf={(row) => row.session_id}
        head={<DecisionFilters filters={filters} onChange={setFilters} />}
        empty={
          isFiltered ? (
            <NothingFound mayBeOlder={list.hasMore} onClear={() => setFilters({})} />
          ) : (
            <EmptyState
              title="No train has passed yet"
              action={
                <LinkButton href="/guide" kind="primary">
                  Make the first call
                </LinkButton>
              }
            >
              Decisions appear here as soon as a program asks for one.
            </EmptyState>
          )
        }
      />
    </>
  );
}

/** A search looks at the newest decisions first and stops after some: what is older is a further page. */
function NothingFound(props: { readonly mayBeOlder: boolean; readonly onClear: () => void }): ReactNode {
  return (
    <EmptyState
      title={props.mayBeOlder ? "Nothing among the newest" : "Nothing matches"}
      action={<Button onClick={props.onClear}>Clear</Button>}
    >
      {props.mayBeOlder
        ? "None of the newest decisions fits these filters. Load more to look further back."
        : "No decision fits these filters."}
    </EmptyState>
  );
}
