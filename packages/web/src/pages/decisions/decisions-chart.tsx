// How the listed decisions lie in time, to drag over: the same span control as on the overview. Counted from sums, so it is as
// quick over a million decisions as over ten; where filters are combined, the newest decisions are counted one by one.
import type { OverviewGroups } from "@signalbox/sdk";
import type { ComponentChildren } from "preact";

import { useGroups, useTags } from "../../api/queries/overview.ts";
import { groupSeries } from "../../charts/group-series.ts";
import { TimeChart } from "../../charts/time-chart.tsx";
import { SelectField } from "../../components/choice.tsx";
import type { Filters } from "../../lib/explore.ts";
import { count, usd } from "../../lib/format.ts";
import { COUNT } from "../../lib/units.ts";
import { byOptions, countedWords, groupFilter, groupingName, groupName } from "../../lib/grouping.ts";
import type { GroupNames } from "../../lib/grouping.ts";
import { oneFilter } from "../../lib/one-filter.ts";
import type { OneFilter } from "../../lib/one-filter.ts";
import { decisionsHref, joinFilters, NO_FILTERS } from "../../lib/explore.ts";
import type { Range } from "../../lib/range.ts";
import type { Explore } from "../../lib/use-explore.ts";
import { useSelect } from "../../lib/use-select.ts";

interface Props {
  readonly explore: Explore;
  readonly filters: Filters;
  readonly names: GroupNames;
}

/** Only the group that is filtered by; all of them without a filter. */
const shownGroups = ({ groups }: OverviewGroups, one: OneFilter | "none" | undefined) =>
  one === undefined || one === "none" ? groups : groups.filter(({ value }) => value === one.value);

/** One filter alone is counted from its own sums, unless another grouping is asked for. */
function countedBy(filters: Filters, { by, isByChosen }: Explore) {
  const one = oneFilter(filters);
  if (one === undefined || one === "none" || (isByChosen && by !== one.by))
    return { by, filters, one: undefined };
  return { by: one.by, filters: NO_FILTERS, one };
}

/** All of time begins with the first decision: a year that is empty but for its last week would show nothing. */
function filledRange(range: Range, groups: OverviewGroups | undefined): Range {
  if (range.span !== "" || groups === undefined) return range;
  const firsts = groups.groups.flatMap(({ series }) => series.slice(0, 1).map(({ at }) => at));
  const [first] = firsts.toSorted();
  return first === undefined || first === groups.times[0] ? range : { span: "custom", from: first, to: "" };
}

export function DecisionsChart({ explore, filters, names }: Props): ComponentChildren {
  const tags = useTags().map(({ name }) => name);
  const { range, setBy, setRange } = explore;
  const { by, one, filters: asked } = countedBy(filters, explore);
  const whole = useGroups(range, by, asked).data;
  const filled = filledRange(range, whole);
  const finer = useGroups(filled, by, asked).data;
  const answer = filled === range ? whole : (finer ?? whole);
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
  const words = `${count(total)} decisions for ${usd(dollars)}, by ${groupingName(by)}.${countedWords(answer)}`;
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
        <SelectField
          label="Group by"
          isLabelHidden
          value={by}
          options={byOptions(tags, by)}
          onChange={setBy}
        />
      }
      times={answer.times}
      series={series.map(({ name, values, value }) => {
        const filter = value === undefined ? undefined : groupFilter(by, value);
        return filter === undefined
          ? { name, values }
          : { name, values, href: decisionsHref(range, joinFilters(filters, filter)) };
      })}
      onSelect={onSelect}
      kind="stack"
      isCount
      unit={COUNT}
    />
  );
}
