// The frame of every chart: title, the sentence that says what it shows, the table behind it, and the CSV of that table.
// Invariant: no number is drawn that the table does not hold.
import { useId, useState } from "react";
import type { ReactNode } from "react";

import { Button } from "../components/button.tsx";
import { download, toCsv } from "../lib/csv.ts";
import type { Cell } from "../lib/csv.ts";
import { ChartTable } from "./chart-table.tsx";

export interface ChartData {
  readonly columns: readonly string[];
  readonly rows: readonly (readonly Cell[])[];
}

interface Props {
  readonly title: string;
  /** What the picture says, for those who do not see it. */
  readonly summary: string;
  readonly data: ChartData;
  readonly fileName: string;
  readonly children: ReactNode;
  readonly tools?: ReactNode;
  readonly isBare?: boolean;
}

export function ChartFrame(props: Props): ReactNode {
  const [isTable, setIsTable] = useState(false);
  const id = useId();
  const { columns, rows } = props.data;
  return (
    <figure className={props.isBare === true ? "chart" : "panel chart"} aria-labelledby={id}>
      <div className="panel-head">
        <h2 id={id}>{props.title}</h2>
        <div className="chart-tools">
          {props.tools}
          <Button kind="quiet" size="small" isPressed={isTable} onClick={() => setIsTable(!isTable)}>
            {isTable ? "Chart" : "Table"}
            <span className="visually-hidden"> of {props.title}</span>
          </Button>
          <Button
            kind="quiet"
            size="small"
            onClick={() => download(`${props.fileName}.csv`, toCsv(columns, rows))}
          >
            CSV<span className="visually-hidden"> of {props.title}</span>
          </Button>
        </div>
      </div>
      <p className="visually-hidden">{props.summary}</p>
      {isTable ? (
        <ChartTable title={props.title} columns={columns} rows={rows} />
      ) : (
        <div className="panel-body">{props.children}</div>
      )}
    </figure>
  );
}
