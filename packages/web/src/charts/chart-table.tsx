import type { ComponentChildren } from "preact";

import type { Cell } from "../lib/values.ts";
import type { ChartData } from "./chart-frame.tsx";
import { ScrollRegion } from "../components/panel.tsx";

const shown = (cell: Cell): string => {
  if (cell === null || cell === undefined) return "–";
  if (typeof cell === "number") return Number(cell.toPrecision(5)).toString();
  return String(cell);
};

export function ChartTable(props: ChartData & { readonly title: string }): ComponentChildren {
  return (
    <ScrollRegion label={`${props.title}, as a table`} isTall>
      <table className="table">
        <thead>
          <tr>
            {props.columns.map((column) => (
              <th key={column} scope="col">
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {props.rows.map((row) => (
            <tr key={row.join("|")}>
              {row.map((cell, index) => (
                <td key={props.columns[index]} className={typeof cell === "number" ? "number" : undefined}>
                  {shown(cell)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollRegion>
  );
}
