// How the listed decisions lie in time, to drag over: the same span control as on the overview. Counted from sums, so it is as
// quick over a million decisions as over ten; filters that have no sums show no picture instead of a wrong one.
import type { OverviewGroups } from "@signalbox/sdk";
import type { ReactNode } from "react";

import { useGroups } from "../../api/queries/overview.ts";
import { groupSeries } from "../../charts/group-series.ts";
import { TimeChart } from "../../charts/time-chart.tsx";
import { SelectField } from "../../components/choice.tsx";
import type { Filters } from "../../lib/explore.ts";
import { compact, count, usd } from "../../lib/format.ts";
import { groupFilter, groupingName, GROUPINGS, groupName } from "../../lib/grouping.ts";
import type { GroupNames } from "../../lib/grouping.ts";
import { oneFilter } from "../../lib/one-filter.ts";
import type { OneFilter } from "../../lib/one-filter.ts";
import { decisionsHref } from "../../lib/explore.ts";
import type { Explore } from "../../lib/use-explore.ts";
import { useSelect } from "../../lib/use-select.ts";

interface Props {
  readonly explore: Explore;
  readonly filters: Filters;
  readonly names: GroupNames;
}

export function DecisionsChart({ explore, filters, names }: Props): ReactNode {
  const one = oneFilter(filters);
  if (one === undefined) return null;
  return <Counted explore={explore} one={one} names={names} />;
}

/** Only the group that is filtered by; all of them without a filter. */
export const shownGroups = ({ groups }: OverviewGroups, one: OneFilter | "none") =>
  one === "none" ? groups : groups.filter(({ value }) => value === one.value);

interface CountedProps {
  readonly explore: Explore;
  readonly one: OneFilter | "none";
  readonly names: GroupNames;
}

function Counted({ explore, one, names }: CountedProps): ReactNode {
  const { range, by: chosen, setBy, setRange } = explore;
  const by = one === "none" ? chosen : one.by;
  const answer = useGroups(range, by).data;
  const onSelect = useSelect({
    times: answer?.times ?? [],
    bucketS: answer?.bucket_s ?? 3600,
    onRange: setRange,
    isNarrowing: true,
  });
  if (answer === undefined || answer.by !== by) return null;
  const groups = shownGroups(answer, one);
  const total = groups.reduce((sum, group) => sum + group.decisions, 0);
  const dollars = groups.reduce((sum, group) => sum + group.usd, 0);
  const words = `${count(total)} decisions for ${usd(dollars)}, by ${groupingName(by)}.`;
  const series = groupSeries(
    { groups, times: answer.times },
    (bucket) => bucket.decisions,
    (value) => groupName(by, value, names),
  );
  return (
    <TimeChart
      title="Decisions over time"
      fileName="decisions-over-time"
      summary={words}
      lead={words}
      tools={
        one === "none" ? (
          <SelectField
            label="Group by"
            isLabelHidden
            value={chosen}
            options={GROUPINGS.map(({ value, label }) => ({ value, label: `By ${label.toLowerCase()}` }))}
            onChange={setBy}
          />
        ) : undefined
      }
      times={answer.times}
      series={series.map(({ name, values, value }) => {
        const filter = value === undefined || one !== "none" ? undefined : groupFilter(by, value);
        return filter === undefined ? { name, values } : { name, values, href: decisionsHref(range, filter) };
      })}
      onSelect={onSelect}
      kind="stack"
      isCount
      format={compact}
    />
  );
}
