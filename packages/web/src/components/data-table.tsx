// The one table. Columns are data: name, how to show a row, and how to export it.
import type { ReactNode } from "react";

import { ScrollRegion } from "./scroll-region.tsx";

export interface Column<T> {
  readonly name: string;
  readonly show: (row: T) => ReactNode;
  readonly isNumber?: boolean;
  readonly isNameHidden?: boolean;
}

interface Props<T> {
  readonly label: string;
  readonly columns: readonly Column<T>[];
  readonly rows: readonly T[];
  readonly idOf: (row: T) => string;
  readonly isPicked?: (row: T) => boolean;
}

export function DataTable<T>(props: Props<T>): ReactNode {
  return (
    <ScrollRegion label={props.label}>
      <table className="table">
        <thead>
          <tr>
            {props.columns.map((column) => (
              <th key={column.name} scope="col" className={column.isNumber === true ? "number" : undefined}>
                <span className={column.isNameHidden === true ? "visually-hidden" : undefined}>
                  {column.name}
                </span>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {props.rows.map((row) => (
            <tr key={props.idOf(row)} data-picked={props.isPicked?.(row) === true || undefined}>
              {props.columns.map((column) => (
                <td key={column.name} className={column.isNumber === true ? "number" : undefined}>
                  {column.show(row)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollRegion>
  );
}
