import type { PreferencePolicy } from "@signalbox/sdk";
import type { ReactNode } from "react";

import { Lever } from "../../components/lever.tsx";
import { seconds, usdRound } from "../../lib/format.ts";
import { DIAL_MAX, positionOf, SECONDS_SCALE, USD_SCALE, weightAt, worthOfPercent } from "./weight-scale.ts";

export type Weights = Extract<NonNullable<PreferencePolicy["objective"]>, { kind: "weights" }>;

interface Props {
  readonly objective: Weights;
  readonly onChange: (objective: Weights) => void;
}

/** How much dollars and seconds count against success. */
export function WeightLevers({ objective, onChange }: Props): ReactNode {
  const usdWorth = worthOfPercent(objective.usd_weight);
  const secondsWorth = worthOfPercent(objective.seconds_weight);
  return (
    <>
      <Lever
        label="Cost"
        kind="cost"
        min={0}
        max={DIAL_MAX}
        step={0.1}
        value={positionOf(objective.usd_weight, USD_SCALE)}
        shown={
          usdWorth === undefined ? "does not count" : `1 point of success is worth ${usdRound(usdWorth)}`
        }
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
        shown={
          secondsWorth === undefined
            ? "does not count"
            : `1 point of success is worth ${seconds(secondsWorth)}`
        }
        low="time is no object"
        high="every second counts"
        onChange={(at) => onChange({ ...objective, seconds_weight: weightAt(at, SECONDS_SCALE) })}
      />
    </>
  );
}
