// A difference with its interval as a number and as a row of an interval plot, on the scale of its column.
import type { ComponentChildren } from "preact";

import { Badge } from "../../components/badge.tsx";
import { Whisker } from "../../charts/whisker.tsx";
import { DASH, type Interval } from "../../lib/format.ts";

/** The scale of a column: all of its intervals, and zero. Undefined while none has both ends. */
export function domainOf(intervals: readonly Interval[]): readonly [number, number] | undefined {
  const lows = intervals.flatMap(({ low }) => (low === null ? [] : [low]));
  const highs = intervals.flatMap(({ high }) => (high === null ? [] : [high]));
  return lows.length === 0 || highs.length === 0 ? undefined : [Math.min(0, ...lows), Math.max(0, ...highs)];
}

const BETTER = { undecided: undefined, a_better: "A", b_better: "B" } as const;

interface VerdictProps {
  readonly verdict: keyof typeof BETTER;
  readonly isRunning: boolean;
}

/** The conclusion of an experiment, or of what it has shown so far. */
export function VerdictBadge({ verdict, isRunning }: VerdictProps): ComponentChildren {
  const better = BETTER[verdict];
  if (better === undefined) return <Badge tone="caution">{isRunning ? "too early" : "undecided"}</Badge>;
  return (
    <Badge tone="clear">
      {better} {isRunning ? "is" : "was"} better
    </Badge>
  );
}

interface Props {
  readonly interval: Interval;
  readonly domain: readonly [number, number] | undefined;
  /** The quantity that differs, for those who do not see the plot. */
  readonly name: string;
  readonly show: (value: number) => string;
}

export function DifferenceCell({
  interval: { mean, low, high },
  domain,
  name,
  show,
}: Props): ComponentChildren {
  if (mean === null) return DASH;
  if (low === null || high === null || domain === undefined) return show(mean);
  const words = `${show(mean)}, ${show(low)} to ${show(high)}`;
  return (
    <span className="difference" title={words}>
      <span>{show(mean)}</span>
      <Whisker mean={mean} low={low} high={high} domain={domain} label={`${name}: ${words}`} />
    </span>
  );
}
