// The overview of the decisions that filters leave: what groups of them add up to. Savings, reports over time and percentiles
// are kept for all decisions only, so they are not shown beside a filter.
import type { OverviewGroups } from "@signalbox/sdk";
import type { ComponentChildren } from "preact";

import { Button } from "../../components/button.tsx";
import { FigureList } from "../../components/figure-list.tsx";
import { EmptyState } from "../../components/states.tsx";
import { decisionsHref, isFiltered, joinFilters, NO_FILTERS } from "../../lib/explore.ts";
import type { DecisionSort, Filters } from "../../lib/explore.ts";
import { compact, percent, usd, counted } from "../../lib/format.ts";
import { countedWords } from "../../lib/grouping.ts";
import type { GroupNames } from "../../lib/grouping.ts";
import type { Explore } from "../../lib/use-explore.ts";
import { DecisionFilters } from "../decisions/decision-filters.tsx";
import { useKnownNames } from "../../api/queries/known-names.ts";
import { GroupTable } from "./group-table.tsx";
import { TrafficCharts } from "./traffic-charts.tsx";

interface Props {
  readonly explore: Explore;
  readonly groups: OverviewGroups;
  readonly groupsBefore: OverviewGroups | undefined;
  readonly names: GroupNames;
}

export function FilterBar({ explore }: { readonly explore: Explore }): ComponentChildren {
  const known = useKnownNames(explore.range);
  return (
    <div className="panel">
      <DecisionFilters
        filters={explore.filters}
        range={explore.range}
        onChange={explore.setFilters}
        known={known}
        isOpen={!isFiltered(explore.filters)}
      />
    </div>
  );
}

interface Totals {
  readonly decisions: number;
  readonly usd: number;
  readonly priced: number;
  readonly degraded: number;
  readonly explored: number;
  readonly judged: number;
  /** Sums, not means. */
  readonly success: number;
  readonly reported: number;
}

type Group = OverviewGroups["groups"][number];

function totalsOf(groups: readonly Group[]): Totals {
  const sum = (read: (group: Group) => number): number =>
    groups.reduce((total, group) => total + read(group), 0);
  return {
    decisions: sum(({ decisions }) => decisions),
    usd: sum((group) => group.usd),
    priced: sum(({ priced }) => priced),
    degraded: sum(({ degraded }) => degraded),
    explored: sum(({ explored }) => explored),
    judged: sum(({ feedback }) => feedback.count),
    success: sum(({ success, decisions }) => (success ?? 0) * decisions),
    reported: sum(({ feedback }) => (feedback.reported ?? 0) * feedback.count),
  };
}

function figuresOf({ explore, groups, groupsBefore }: Props) {
  const { range, filters } = explore;
  const now = totalsOf(groups.groups);
  const before = groupsBefore && totalsOf(groupsBefore.groups);
  const href = (part: Partial<Filters>, sort?: DecisionSort): string =>
    decisionsHref(range, joinFilters(filters, part), sort);
  const { judged, decisions } = now;
  return [
    {
      name: "Decisions",
      value: compact(decisions),
      hint: `that match${countedWords(groups)}`,
      now: decisions,
      before: before?.decisions,
      href: href({}),
    },
    {
      name: "Expected spend",
      value: usd(now.priced === 0 ? null : now.usd),
      hint: `${usd(now.priced === 0 ? null : now.usd / now.priced)} a decision`,
      now: now.usd,
      before: before?.usd,
      href: href({}, "usd"),
    },
    {
      name: "Success",
      value: percent(judged === 0 ? now.success / decisions : now.reported / judged),
      hint: judged === 0 ? "estimated; no feedback" : counted(judged, "report"),
      href: href(judged === 0 ? {} : { feedback: filters.feedback || "any" }),
    },
    {
      name: "Degraded",
      value: compact(now.degraded),
      hint: `${compact(now.explored)} explored`,
      now: now.degraded,
      before: before?.degraded,
      href: href({ degraded: "true" }),
    },
  ];
}

export function FilteredView(props: Props): ComponentChildren {
  const { explore, groups, groupsBefore, names } = props;
  const { range, filters, setRange, setFilters } = explore;
  if (groups.groups.length === 0)
    return (
      <div className="panel">
        <EmptyState
          title="Nothing matches"
          action={<Button onClick={() => setFilters(NO_FILTERS)}>Clear the filters</Button>}
        >
          {`No decision of this span fits these filters.${countedWords(groups)}`}
        </EmptyState>
      </div>
    );
  return (
    <div className="stack-4">
      <FigureList figures={figuresOf(props)} />
      <div className="grid-2">
        <TrafficCharts
          groups={groups}
          before={groupsBefore}
          names={names}
          range={range}
          filters={filters}
          onRange={setRange}
        />
      </div>
      <GroupTable groups={groups} before={groupsBefore} names={names} range={range} filters={filters} />
    </div>
  );
}
