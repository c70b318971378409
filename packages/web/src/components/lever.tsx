import { useId } from "preact/hooks";
import type { ComponentChildren } from "preact";

import { percent } from "../lib/format.ts";

interface Props {
  readonly label: string;
  readonly value: number;
  readonly onChange: (value: number) => void;
  readonly min: number;
  readonly max: number;
  readonly step: number;
  /** The value in words; also what a screen reader says. */
  readonly shown: string;
  readonly low: string;
  readonly high: string;
  readonly kind?: "cost" | "latency";
}

/** A slider that looks like a lever in its frame. A native range underneath: arrow keys, Home and End work. */
export function Lever(props: Props): ComponentChildren {
  const id = useId();
  return (
    <div className="lever" data-lever={props.kind ?? "cost"}>
      <div className="lever-head">
        <label className="field-label" htmlFor={id}>
          {props.label}
        </label>
        <output className="lever-value" htmlFor={id}>
          {props.shown}
        </output>
      </div>
      <input
        id={id}
        type="range"
        min={props.min}
        max={props.max}
        step={props.step}
        value={props.value}
        aria-valuetext={props.shown}
        onInput={(event) => props.onChange(event.currentTarget.valueAsNumber)}
      />
      <div className="lever-ends" aria-hidden="true">
        <span>{props.low}</span>
        <span>{props.high}</span>
      </div>
    </div>
  );
}

type ExplorationProps = Pick<Props, "value" | "onChange"> & Partial<Pick<Props, "shown">>;

export function ExplorationLever(props: ExplorationProps): ComponentChildren {
  return (
    <Lever
      label="Exploration"
      min={0}
      max={0.2}
      step={0.01}
      shown={props.value === 0 ? "off" : percent(props.value)}
      low="never try another"
      high="20 % of decisions"
      {...props}
    />
  );
}
