import { useEffect, useState } from "preact/hooks";
import type { ComponentChildren } from "preact";

import type { PagedList } from "../api/use-pages.ts";
import { Button } from "./button.tsx";
import { DataTable } from "./data-table.tsx";
import type { Column, Order } from "./data-table.tsx";
import { TextField } from "./field.tsx";
import { EmptyState, ErrorPanel, Skeleton } from "./states.tsx";

interface Props<T> {
  readonly label: string;
  /** Heading, where the page has other panels. */
  readonly title?: string;
  readonly list: PagedList<T>;
  readonly columns: readonly Column<T>[];
  readonly idOf: (row: T) => string;
  readonly empty: ComponentChildren;
  readonly order?: Order;
  /** Lets a list that is not short be searched: the label of the field, and what of a row is looked at. */
  readonly find?: { readonly label: string; readonly textOf: (row: T) => string };
  /** Controls above the rows; beside the search where there is one. */
  readonly head?: ComponentChildren;
  readonly foot?: ComponentChildren;
  readonly kind?: string;
  /** The whole row is a way to what its `.row-link` links to. */
  readonly hasRowLinks?: boolean;
}

/** A list of so few rows is seen as a whole and needs no search. */
const SHORT_ROWS = 8;

/** The rows that hold what was typed. Pages that are not there yet are fetched, so that none is missed. */
function useFound<T>({ list, find }: Pick<Props<T>, "list" | "find">) {
  const [typed, setTyped] = useState("");
  const wanted = typed.trim().toLowerCase();
  const isWaiting = wanted !== "" && list.hasMore && !list.isLoadingMore;
  useEffect(() => {
    if (isWaiting) list.loadMore();
  }, [isWaiting]);
  const rows = list.rows.filter((row) => find?.textOf(row).toLowerCase().includes(wanted) ?? true);
  const field =
    find === undefined || list.rows.length <= SHORT_ROWS ? null : (
      <TextField label={find.label} type="search" value={typed} onChange={setTyped} />
    );
  return { rows, field };
}

/** A paged list with all its states. */
export function ListPanel<T>(props: Props<T>): ComponentChildren {
  const { list } = props;
  const { rows, field } = useFound(props);
  const isEmpty = list.rows.length === 0;
  const hasFailed = Boolean(list.error);
  return (
    <div className="panel">
      {props.title === undefined ? null : (
        <div className="panel-head">
          <h2>{props.title}</h2>
        </div>
      )}
      {props.find === undefined ? (
        props.head
      ) : (
        <search className="filters">
          {field}
          {props.head}
        </search>
      )}
      {hasFailed ? <ErrorPanel error={list.error} onRetry={list.reload} /> : null}
      {list.isLoading ? <Skeleton label={`Loading ${props.label}`} /> : null}
      {!list.isLoading && isEmpty && !hasFailed ? props.empty : null}
      {rows.length === 0 && !isEmpty ? (
        <EmptyState title="Nothing found">No row holds these letters.</EmptyState>
      ) : null}
      {rows.length === 0 ? null : (
        <DataTable
          label={props.label}
          columns={props.columns}
          rows={rows}
          idOf={props.idOf}
          order={props.order}
          hasRowLinks={props.hasRowLinks === true}
          kind={props.kind}
          isStacked
        />
      )}
      {list.hasMore || (props.foot !== undefined && !isEmpty) ? (
        <div className="table-foot row">
          {list.hasMore ? (
            <Button isBusy={list.isLoadingMore} onClick={list.loadMore}>
              Load more
            </Button>
          ) : null}
          {isEmpty ? null : props.foot}
        </div>
      ) : null}
    </div>
  );
}
