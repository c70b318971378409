import type { Experiment } from "@signalbox/sdk";
import type { ReactNode } from "react";

import { IntervalMark } from "../../charts/interval-mark.tsx";
import { signedPoints } from "../../lib/format.ts";
import { TICKS } from "../../lib/units.ts";

interface Props {
  readonly difference: Pick<Experiment["difference"], "mean" | "low" | "high">;
  readonly name: string;
}

/** A difference of two shares as a picture; nothing while it has no interval. */
export function DifferenceMark({ difference: { mean, low, high }, name }: Props): ReactNode {
  if (mean === null || low === null || high === null) return null;
  const label = `${name}: ${signedPoints(mean)}, ${signedPoints(low)} to ${signedPoints(high)}`;
  return <IntervalMark mean={mean} low={low} high={high} label={label} tick={TICKS.points} />;
}
