import type { ComponentChildren } from "preact";

import type { PagedList } from "../api/use-pages.ts";
import { Button } from "./button.tsx";
import { DataTable } from "./data-table.tsx";
import type { Column, Order } from "./data-table.tsx";
import { ErrorPanel, Skeleton } from "./states.tsx";

interface Props<T> {
  readonly label: string;
  readonly list: PagedList<T>;
  readonly columns: readonly Column<T>[];
  readonly idOf: (row: T) => string;
  readonly empty: ComponentChildren;
  readonly order?: Order;
  readonly head?: ComponentChildren;
  readonly foot?: ComponentChildren;
  readonly kind?: string;
  /** The whole row is a way to what its `.row-link` links to. */
  readonly hasRowLinks?: boolean;
}

/** A paged list with all its states. */
export function ListPanel<T>(props: Props<T>): ComponentChildren {
  const { list } = props;
  const isEmpty = list.rows.length === 0;
  return (
    <div className="panel">
      {props.head}
      {list.error !== null && list.error !== undefined ? (
        <ErrorPanel error={list.error} onRetry={list.reload} />
      ) : null}
      {list.isLoading ? <Skeleton label={`Loading ${props.label}`} /> : null}
      {!list.isLoading && isEmpty && (list.error === null || list.error === undefined) ? props.empty : null}
      {isEmpty ? null : (
        <DataTable
          label={props.label}
          columns={props.columns}
          rows={list.rows}
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
