// The frame of every chart: title, the sentence that says what it shows, the table behind it, and the CSV of that table.
// Its link carries the address of the view. Invariant: no number is drawn that the table does not hold.

import { useEffect, useId, useRef, useState } from "preact/hooks";
import type { ComponentChildren } from "preact";
import { Button } from "../components/button.tsx";
import { CopyButton, CsvButton } from "../components/copy-button.tsx";
import { toCsv, type Cell } from "../lib/values.ts";
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

export interface ChartData {
  readonly columns: readonly string[];
  readonly rows: readonly (readonly Cell[])[];
}

interface Props {
  readonly title: string;
  /** Summary of the picture, for those who do not see it. */
  readonly summary: string;
  readonly data: ChartData;
  readonly fileName: string;
  readonly children: ComponentChildren;
  readonly tools?: ComponentChildren;
  readonly isBare?: boolean;
}

export function ChartFrame(props: Props): ComponentChildren {
  const [isTable, setIsTable] = useState(false);
  const id = useId();
  const ref = useRef<HTMLElement>(null);
  const { columns, rows } = props.data;
  const { fileName } = props;
  useEffect(() => {
    if (location.hash === `#${fileName}`) ref.current?.scrollIntoView();
    // Once: afterwards the reader scrolls.
  }, []);
  return (
    <figure
      ref={ref}
      id={fileName}
      className={props.isBare === true ? "chart" : "panel chart"}
      aria-labelledby={id}
    >
      <div className="panel-head">
        <h2 id={id}>{props.title}</h2>
        <div className="chart-tools">
          {props.tools}
          <Button kind="quiet" size="small" isPressed={isTable} onClick={() => setIsTable(!isTable)}>
            {isTable ? "Chart" : "Table"}
            <span className="visually-hidden"> of {props.title}</span>
          </Button>
          <span className="chart-save">
            <CsvButton of={props.title} fileName={fileName} textOf={() => toCsv(columns, rows)} />
          </span>
          <CopyButton kind="quiet" label="Link" of={props.title} text={linkTo(fileName)} />
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

const linkTo = (fileName: string): string =>
  typeof location === "undefined"
    ? ""
    : `${location.origin}${location.pathname}${location.search}#${fileName}`;
