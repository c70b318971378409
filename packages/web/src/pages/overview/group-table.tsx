// Each group with what it costs and how it does, beside the same of the span before when that is compared with.
import type { OverviewGroups } from "@signalbox/sdk";
import { useState } from "preact/hooks";
import type { ComponentChildren } from "preact";
import { Link } from "wouter-preact";

import { CsvButton } from "../../components/copy-button.tsx";
import { DataTable } from "../../components/data-table.tsx";
import type { Column } from "../../components/data-table.tsx";
import { Name } from "../../components/name.tsx";
import { Panel } from "../../components/panel.tsx";
import { Button } from "../../components/button.tsx";
import { BillBeside } from "../../components/usage-columns.tsx";
import { ReportedSuccess } from "../../components/reported-success.tsx";
import { csvOf, type Cell } from "../../lib/values.ts";
import { decisionsHref, joinFilters } from "../../lib/explore.ts";
import type { DecisionSort, Filters } from "../../lib/explore.ts";
import { capital, count, lastHour, percent, signedPercent, usd } from "../../lib/format.ts";
import { groupFilter, groupingName, groupName } from "../../lib/grouping.ts";
import type { GroupNames } from "../../lib/grouping.ts";
import type { Range } from "../../lib/range.ts";

type Group = OverviewGroups["groups"][number];

interface Props {
  readonly groups: OverviewGroups;
  readonly before: OverviewGroups | undefined;
  readonly names: GroupNames;
  readonly range: Range;
  readonly filters?: Filters;
}

const SHOWN_MIN = 12;
const SORTS = ["decisions", "usd", "decisions-change", "usd-change"] as const;

type Amount = "decisions" | "usd";
type SortBy = Amount | `${Amount}-change`;

/** "+120, +40 %" beside the same of the span before. */
function changeWords(by: Amount, now: number, before: number): string {
  const change = now - before;
  const sign = change < 0 ? "-" : "+";
  const amount = by === "usd" ? usd(Math.abs(change)) : count(Math.abs(change));
  return before === 0 ? "none before" : `${sign}${amount}, ${signedPercent(now / before - 1)}`;
}

const Share = ({ group }: { readonly group: Group }): ComponentChildren => (
  <>
    {count(group.decisions)} <span className="faint">{percent(group.share, group.share < 0.01 ? 1 : 0)}</span>
  </>
);

interface DollarsProps {
  readonly group: Group;
  readonly link: (words: string) => ComponentChildren;
}

const Dollars = ({ group, link }: DollarsProps): ComponentChildren => (
  <>
    {link(usd(group.priced === 0 ? null : group.usd))}
    <br />
    <BillBeside usage={group} />
  </>
);

type Earlier = (group: Group, member: Amount) => number | undefined;

function earlierOf(before: OverviewGroups | undefined): Earlier {
  const known = new Map(before?.groups.map((group) => [group.value, group]));
  return (group, member) => before && (known.get(group.value)?.[member] ?? 0);
}

/** A column of its own, so that groups can be ordered by what changed. */
const changeColumn = (by: Amount, earlier: Earlier): Column<Group> => ({
  name: by === "usd" ? "Change of dollars" : "Change",
  isNumber: true,
  sort: { by: `${by}-change` },
  show: (group) => {
    const was = earlier(group, by);
    return was === undefined ? null : changeWords(by, group[by], was);
  },
});

/** Sort order: the largest change comes first, whichever way it went. */
function inOrder(groups: readonly Group[], by: SortBy, earlier: Earlier): readonly Group[] {
  const member: Amount = by.startsWith("usd") ? "usd" : "decisions";
  const weight = by.endsWith("change")
    ? (group: Group): number => Math.abs(group[member] - (earlier(group, member) ?? 0))
    : (group: Group): number => group[member];
  return groups.toSorted((a, b) => weight(b) - weight(a));
}

function columnsOf({ groups, before, names, range, filters }: Props): readonly Column<Group>[] {
  const { by } = groups;
  const earlier = earlierOf(before);
  const linked = (
    group: Group,
    part: Partial<Filters>,
    words: ComponentChildren,
    sort?: DecisionSort,
  ): ComponentChildren => {
    const filter = groupFilter(by, group.value);
    return filter === undefined ? (
      words
    ) : (
      <Link href={decisionsHref(range, joinFilters(joinFilters(filters, filter), part), sort)}>{words}</Link>
    );
  };
  return [
    {
      name: capital(groupingName(by)),
      show: (group) => linked(group, {}, <Name name={groupName(by, group.value, names)} />),
    },
    {
      name: "Decisions",
      isNumber: true,
      sort: { by: "decisions" },
      show: (group) => linked(group, {}, <Share group={group} />),
    },
    ...(before === undefined ? [] : [changeColumn("decisions", earlier)]),
    {
      name: "Expected",
      isNumber: true,
      sort: { by: "usd" },
      show: (group) => <Dollars group={group} link={(words) => linked(group, {}, words, "usd")} />,
    },
    ...(before === undefined ? [] : [changeColumn("usd", earlier)]),
    { name: "Estimated", isNumber: true, show: (group) => percent(group.success) },
    {
      name: "Reported",
      isNumber: true,
      show: (group) => (
        <ReportedSuccess
          feedback={group.feedback}
          link={(n) => linked(group, { feedback: filters?.feedback || "any" }, n)}
        />
      ),
    },
    {
      name: "Degraded",
      isMinor: true,
      isNumber: true,
      show: (group) =>
        group.degraded === 0 ? 0 : linked(group, { degraded: "true" }, count(group.degraded)),
    },
    { name: "Last", isMinor: true, show: (group) => lastHour(group.last_at, Date.now()) },
  ];
}

const EXPORT: Readonly<Record<string, (group: Group) => Cell>> = {
  decisions: ({ decisions }) => decisions,
  usd: ({ usd: dollars }) => dollars,
  billed_decisions: ({ billed }) => billed.decisions,
  billed_usd: ({ billed }) => billed.usd,
  billed_expected_usd: ({ billed }) => billed.expected_usd,
  priced: ({ priced }) => priced,
  success: ({ success }) => success,
  reports: ({ feedback }) => feedback.count,
  reported: ({ feedback }) => feedback.reported,
  reported_low: ({ feedback }) => feedback.reported_low,
  reported_high: ({ feedback }) => feedback.reported_high,
  refused: ({ refused }) => refused,
  degraded: ({ degraded }) => degraded,
  explored: ({ explored }) => explored,
  rejected: ({ rejected }) => rejected,
  last_hour: ({ last_at: at }) => at,
};

export function GroupTable(props: Props): ComponentChildren {
  const { groups, names } = props;
  const [isWhole, setIsWhole] = useState(false);
  const [sort, setSort] = useState<SortBy>("decisions");
  const ordered = inOrder(groups.groups, sort, earlierOf(props.before));
  const rows = isWhole ? ordered : ordered.slice(0, SHOWN_MIN);
  const hidden = groups.groups.length - rows.length;
  const nameOf = (group: Group): string => groupName(groups.by, group.value, names);
  const title = `Cost and success by ${groupingName(groups.by)}`;
  return (
    <Panel
      title={title}
      isFlush
      actions={
        <CsvButton
          of={title}
          fileName={`groups-by-${groups.by}`}
          textOf={() => csvOf({ group: nameOf, ...EXPORT }, groups.groups)}
        />
      }
    >
      <DataTable
        label={title}
        rows={rows}
        idOf={({ value }) => value}
        columns={columnsOf(props)}
        order={{ by: sort, onChange: (by) => setSort(SORTS.find((one) => one === by) ?? "decisions") }}
        isStacked
      />
      {hidden > 0 ? (
        <div className="table-foot">
          <Button onClick={() => setIsWhole(true)}>Show {count(hidden)} more</Button>
        </div>
      ) : null}
    </Panel>
  );
}
