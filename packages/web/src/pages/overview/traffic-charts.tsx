import type { Overview, OverviewGroups } from "@signalbox/sdk";
import type { ComponentChildren } from "preact";

import type { ChartEvent } from "../../charts/event-marks.tsx";
import { TimeChart } from "../../charts/time-chart.tsx";
import { Panel } from "../../components/panel.tsx";
import { decisionsHref, joinFilters } from "../../lib/explore.ts";
import type { Filters } from "../../lib/explore.ts";
import { count, counted, usd } from "../../lib/format.ts";
import { COUNT, USD } from "../../lib/units.ts";
import { groupFilter, groupingName, groupName } from "../../lib/grouping.ts";
import type { GroupNames } from "../../lib/grouping.ts";
import type { Range } from "../../lib/range.ts";
import { useSelect } from "../../lib/use-select.ts";
import { groupSeries } from "../../charts/group-series.ts";

interface Props {
  readonly groups: OverviewGroups;
  readonly names: GroupNames;
  /** The span before, where it is compared with. */
  readonly before?: OverviewGroups | undefined;
  readonly range: Range;
  readonly filters?: Filters;
  readonly events?: readonly ChartEvent[];
  /** Narrows the page to what was dragged over. */
  readonly onRange: (range: Range) => void;
}

/** The decisions behind a group, where the list can be filtered by it. */
function hrefOf({ groups, range, filters }: Props, value: string | undefined): string | undefined {
  const filter = value === undefined ? undefined : groupFilter(groups.by, value);
  return filter && decisionsHref(range, joinFilters(filters, filter));
}

function seriesOf(props: Props, amountOf: Parameters<typeof groupSeries>[1]) {
  const { groups, names } = props;
  return groupSeries(groups, amountOf, (value) => groupName(groups.by, value, names)).map(
    ({ value, ...series }) => {
      const href = hrefOf(props, value);
      return href === undefined ? series : Object.assign(series, { href });
    },
  );
}

/** Totals of all groups of the span before, moment by moment. */
function totalsBefore(before: OverviewGroups | undefined, amountOf: Parameters<typeof groupSeries>[1]) {
  if (before === undefined) return undefined;
  const sums = new Map<string, number>();
  for (const { series } of before.groups)
    for (const bucket of series) sums.set(bucket.at, (sums.get(bucket.at) ?? 0) + amountOf(bucket));
  return { name: "the period before", values: before.times.map((time) => sums.get(time) ?? 0) };
}

/** How much and for how much, by group. */
export function TrafficCharts(props: Props): ComponentChildren {
  const { groups, filters, events, onRange } = props;
  const selection = { times: groups.times, bucketS: groups.bucket_s, onRange, ...(filters && { filters }) };
  const onSelect = useSelect(selection);
  const onSpend = useSelect({ ...selection, sort: "usd" });
  const sumOf = (member: "decisions" | "usd"): number =>
    groups.groups.reduce((sum, group) => sum + group[member], 0);
  const noun = groupingName(groups.by);
  return (
    <>
      <TimeChart
        title={`Decisions by ${noun}`}
        fileName={`decisions-by-${groups.by}`}
        summary={`${counted(sumOf("decisions"), "decision")} over time, by ${noun}.`}
        times={groups.times}
        series={seriesOf(props, (bucket) => bucket.decisions)}
        before={totalsBefore(props.before, (bucket) => bucket.decisions)}
        onSelect={onSelect}
        kind="stack"
        isCount
        unit={COUNT}
      />
      <TimeChart
        title="Expected spend"
        fileName="expected-spend"
        summary={`${usd(sumOf("usd"))} expected over the whole time, by ${noun}.`}
        times={groups.times}
        series={seriesOf(props, (bucket) => bucket.usd)}
        before={totalsBefore(props.before, (bucket) => bucket.usd)}
        {...(events && { events })}
        onSelect={onSpend}
        kind="stack"
        unit={USD}
      />
    </>
  );
}

interface ServingProps {
  readonly overview: Overview;
  readonly range: Range;
  readonly onSelect: (first: number, last: number) => void;
}

/** Decisions that did not go as usual; a sentence in place of an empty picture where there is none. */
export function Exceptions({
  overview: { series, totals },
  range,
  onSelect,
}: ServingProps): ComponentChildren {
  const title = "Refused, degraded and rejected";
  if (totals.refused + totals.degraded + totals.rejected + totals.explored === 0)
    return (
      <Panel title={title}>
        <p className="soft">No decision was refused, degraded, rejected a candidate or explored.</p>
      </Panel>
    );
  return (
    <TimeChart
      title={title}
      fileName="refused-and-degraded"
      summary={`${count(totals.refused)} refused and ${count(totals.degraded)} degraded decisions, ${count(totals.rejected)} with rejected candidates.`}
      times={series.map(({ at }) => at)}
      series={[
        {
          name: "refused",
          values: series.map((bucket) => bucket.refused),
          href: decisionsHref(range, { refused: "true" }),
        },
        {
          name: "with rejected candidates",
          values: series.map((bucket) => bucket.rejected),
          href: decisionsHref(range, { rejected: "true" }),
        },
        {
          name: "degraded",
          values: series.map((bucket) => bucket.degraded),
          href: decisionsHref(range, { degraded: "true" }),
        },
        {
          name: "explored",
          values: series.map((bucket) => bucket.explored),
          href: decisionsHref(range, { explored: "true" }),
        },
      ]}
      onSelect={onSelect}
      kind="bars"
      isCount
      unit={COUNT}
    />
  );
}
