// The one table. Columns are data: a name, and how to show a row. Roles are stated because a stacked table is laid out as
// blocks on a phone, which would take its meaning as a table away.
import type { ComponentChildren } from "preact";

import { ScrollRegion } from "./panel.tsx";

export interface Column<T> {
  readonly name: string;
  readonly show: (row: T) => ComponentChildren;
  readonly isNumber?: boolean;
  readonly isNameHidden?: boolean;
  /** Stays in view at the end of the row, however narrow the window is. */
  readonly isPinned?: boolean;
  /** Holds sentences: it keeps room for a few words a line. */
  readonly isWide?: boolean;
  /** Stands elsewhere too, or follows from the others: a phone leaves it out. */
  readonly isMinor?: boolean;
  /** The order in which this column comes first; its head then sets that order. */
  readonly sort?: { readonly by: string; readonly isAscending?: boolean };
}

export interface Order {
  /** The column that the rows are sorted by, as the columns name it. */
  readonly by: string;
  readonly onChange: (by: string) => void;
}

interface Props<T> {
  readonly label: string;
  readonly columns: readonly Column<T>[];
  readonly rows: readonly T[];
  readonly idOf: (row: T) => string;
  readonly isPicked?: (row: T) => boolean;
  readonly order?: Order | undefined;
  /** Rows become cards on a phone. */
  readonly isStacked?: boolean;
  /** A separate class, for rows that a phone lays out in another way than as cards. */
  readonly kind?: string | undefined;
  /** The whole row is a way to what its `.row-link` links to. */
  readonly hasRowLinks?: boolean;
}

const classOf = ({
  isStacked,
  hasRowLinks,
  kind = "",
}: Pick<Props<never>, "isStacked" | "hasRowLinks" | "kind">): string =>
  ["table", isStacked === true ? "stacked" : "", hasRowLinks === true ? "row-links" : "", kind]
    .filter((name) => name !== "")
    .join(" ");

type Place = Pick<Column<never>, "isNumber" | "isWide" | "isMinor" | "isPinned">;

function cellClass({ isNumber, isWide, isMinor, isPinned }: Place): string | undefined {
  const names = [
    isNumber === true ? "number" : isWide === true ? "wide" : "",
    isPinned === true ? "pinned" : "",
    isMinor === true ? "minor" : "",
  ].filter((name) => name !== "");
  return names.length === 0 ? undefined : names.join(" ");
}

export function DataTable<T>(props: Props<T>): ComponentChildren {
  return (
    <ScrollRegion label={props.label}>
      <table className={classOf(props)} role="table">
        <thead role="rowgroup">
          <tr role="row">
            {props.columns.map((column) => (
              <Head key={column.name} column={column} order={props.order} />
            ))}
          </tr>
        </thead>
        <tbody role="rowgroup">
          {props.rows.map((row) => (
            <tr key={props.idOf(row)} role="row" data-picked={props.isPicked?.(row) === true || undefined}>
              {props.columns.map((column) => (
                <Cell key={column.name} column={column} row={row} />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollRegion>
  );
}

interface HeadProps<T> {
  readonly column: Column<T>;
  readonly order: Order | undefined;
}

function Head<T>({ column, order }: HeadProps<T>): ComponentChildren {
  const { name, sort, isNameHidden } = column;
  if (sort === undefined || order === undefined)
    return (
      <th scope="col" role="columnheader" className={cellClass(column)}>
        <span className={isNameHidden === true ? "visually-hidden" : undefined}>{name}</span>
      </th>
    );
  const isFirst = order.by === sort.by;
  const direction = sort.isAscending === true ? "ascending" : "descending";
  return (
    <th
      scope="col"
      role="columnheader"
      className={cellClass(column)}
      aria-sort={isFirst ? direction : undefined}
    >
      <button type="button" className="sort-head" onClick={() => order.onChange(sort.by)}>
        {name}
        <span aria-hidden="true">{isFirst ? (sort.isAscending === true ? " ↑" : " ↓") : ""}</span>
      </button>
    </th>
  );
}

function Cell<T>({ column, row }: { readonly column: Column<T>; readonly row: T }): ComponentChildren {
  const label = column.isNameHidden === true ? "" : column.name;
  return (
    <td role="cell" data-label={label} className={cellClass(column)}>
      <div>{column.show(row)}</div>
    </td>
  );
}
