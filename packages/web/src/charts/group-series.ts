import type { OverviewGroups } from "@signalbox/sdk";
import type { TimeSeries } from "@signalbox/charts";

const SHOWN_MAX = 7;
export const OTHERS = "others";

type Group = OverviewGroups["groups"][number];
type Bucket = Group["series"][number];

interface GroupSeries extends TimeSeries {
  /** Undefined for the rest that is summed. */
  readonly value: string | undefined;
}

/** How much of the traffic or of the money is a group's: what decides whether it is drawn by itself. */
function weightOf({ groups }: Pick<OverviewGroups, "groups">): (group: Group) => number {
  const total = (member: "decisions" | "usd"): number =>
    groups.reduce((sum, group) => sum + group[member], 0);
  const [decisions, usd] = [total("decisions"), total("usd")];
  return (group) => Math.max(group.decisions / (decisions || 1), group.usd / (usd || 1));
}

const sumOf = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0);

/** A name asks for the same colour in every chart and span; where two ask for one, the first by alphabet has it. */
export function tonesOf(names: readonly string[]): readonly number[] {
  const tones = new Map<string, number>();
  const taken = new Set<number>();
  for (const name of names.toSorted()) {
    let tone =
      Array.from(name).reduce((hash, char) => (hash * 31 + (char.codePointAt(0) ?? 0)) % 9973, 7) % SHOWN_MAX;
    while (taken.has(tone) && taken.size < SHOWN_MAX) tone = (tone + 1) % SHOWN_MAX;
    taken.add(tone);
    tones.set(name, tone);
  }
  return names.map((name) => tones.get(name) ?? 0);
}

/**
 * One series per group; the rest is summed as "others", so that the stack is always whole. A group has one
 * colour in all charts, by its name.
 */
export function groupSeries(
  { groups, times }: Pick<OverviewGroups, "groups" | "times">,
  amountOf: (bucket: Bucket) => number,
  nameOf: (value: string) => string,
): readonly GroupSeries[] {
  const weight = weightOf({ groups });
  const series = groups
    .filter(({ decisions }) => decisions > 0)
    .toSorted((a, b) => weight(b) - weight(a))
    .map(({ value, series: buckets }) => {
      const byTime = new Map(buckets.map((bucket) => [bucket.at, amountOf(bucket)]));
      return { value, name: nameOf(value), values: times.map((time) => byTime.get(time) ?? 0) };
    });
  const shown = series.slice(0, SHOWN_MAX);
  const tones = tonesOf(shown.map(({ name }) => name));
  const toned = shown.map((one, index) => Object.assign(one, { tone: tones[index] ?? index }));
  const rest = series.slice(SHOWN_MAX);
  if (rest.length === 0) return toned;
  const others = times.map((_, index) => sumOf(rest.map(({ values }) => values[index] ?? 0)));
  return [...toned, { value: undefined, name: OTHERS, values: others, tone: SHOWN_MAX }];
}
