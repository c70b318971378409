import type { PreferencePolicy } from "@signalbox/sdk";
import type { ComponentChildren } from "preact";
import { Lever } from "../../components/lever.tsx";
import { SAY, worthWords } from "../../lib/phrases.ts";

// The two dials of the weights objective: positions 0..10 on a logarithmic scale, 0 = the quantity does not count.
// Shown the other way round, because people know what a percent of success is worth to them, not its reciprocal.
interface Scale {
  readonly low: number;
  readonly high: number;
}

/** Success given up per dollar: from 1 % for 10 cents to 1 % for a thousandth of a cent. */
export const USD_SCALE: Scale = { low: 0.1, high: 1000 };
/** Success given up per second: from 1 % for 50 s to 1 % for a tenth of a second. */
export const SECONDS_SCALE: Scale = { low: 0.0002, high: 0.1 };

export const DIAL_MAX = 10;

export function weightAt(position: number, { low, high }: Scale): number {
  if (position <= 0) return 0;
  return low * (high / low) ** (Math.min(position, DIAL_MAX) / DIAL_MAX);
}

export function positionOf(weight: number, { low, high }: Scale): number {
  if (weight <= low) return 0;
  const position = (DIAL_MAX * Math.log(weight / low)) / Math.log(high / low);
  return Math.min(DIAL_MAX, Math.round(position * 10) / 10);
}

type Weights = Extract<NonNullable<PreferencePolicy["objective"]>, { kind: "weights" }>;

interface Props {
  readonly objective: Weights;
  readonly onChange: (objective: Weights) => void;
}

/** How much dollars and seconds count against success. */
export function WeightLevers({ objective, onChange }: Props): ComponentChildren {
  return (
    <>
      <Lever
        label="Cost"
        kind="cost"
        min={0}
        max={DIAL_MAX}
        step={0.1}
        value={positionOf(objective.usd_weight, USD_SCALE)}
        shown={worthWords({ usd_weight: objective.usd_weight })[0] ?? SAY.doesNotCount}
        low="money is no object"
        high="every cent counts"
        onChange={(at) => onChange({ ...objective, usd_weight: weightAt(at, USD_SCALE) })}
      />
      <Lever
        label="Latency"
        kind="latency"
        min={0}
        max={DIAL_MAX}
        step={0.1}
        value={positionOf(objective.seconds_weight, SECONDS_SCALE)}
        shown={worthWords({ seconds_weight: objective.seconds_weight })[0] ?? SAY.doesNotCount}
        low="time is no object"
        high="every second counts"
        onChange={(at) => onChange({ ...objective, seconds_weight: weightAt(at, SECONDS_SCALE) })}
      />
    </>
  );
}
