// Horizontal bars with a name and a value: mixes, spends, scores.
import type { ComponentChildren } from "preact";
import { Link } from "wouter-preact";

import { Name } from "../components/name.tsx";
import { ChartFrame } from "./chart-frame.tsx";
import { seriesClass } from "./legend.tsx";

interface Bar {
  /** Tells bars of one name apart. */
  readonly id?: string;
  readonly name: string;
  readonly value: number | null;
  readonly note?: string | undefined;
  readonly tone?: number | undefined;
  /** Address of the data behind it. */
  readonly href?: string | undefined;
}

interface Props {
  readonly title: string;
  readonly fileName: string;
  readonly summary: string;
  readonly valueName: string;
  readonly bars: readonly Bar[];
  readonly format: (value: number | null) => string;
  readonly isBare?: boolean;
  /** The value of a full track: 1 for shares; absent: the longest bar. */
  readonly whole?: number;
}

const linked = ({ href }: Bar, words: ComponentChildren): ComponentChildren =>
  href === undefined ? words : <Link href={href}>{words}</Link>;

export function BarList(props: Props): ComponentChildren {
  const longest = props.whole ?? (Math.max(0, ...props.bars.map((bar) => bar.value ?? 0)) || 1);
  const data = {
    columns: ["name", props.valueName, "note"],
    rows: props.bars.map((bar) => [bar.name, bar.value, bar.note ?? ""]),
  };
  return (
    <ChartFrame {...props} data={data}>
      <ul className="list bars">
        {props.bars.map((bar, index) => (
          <li key={bar.id ?? bar.name} className={`bar-row ${seriesClass(bar.tone ?? index)}`}>
            <span>{linked(bar, <Name name={bar.name} />)}</span>
            <svg viewBox="0 0 100 12" preserveAspectRatio="none" aria-hidden="true">
              <rect className="bar-bed" width="100" height="12" />
              <rect className="series-fill" width={((bar.value ?? 0) / longest) * 100} height="12" />
            </svg>
            <span className="number">
              {linked(
                bar,
                <>
                  {props.format(bar.value)}
                  {bar.note === undefined ? null : <span className="hint"> {bar.note}</span>}
                </>,
              )}
            </span>
          </li>
        ))}
      </ul>
    </ChartFrame>
  );
}
