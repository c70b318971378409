import type { Overview, OverviewGroups, Ledger } from "@signalbox/sdk";
import { keepPreviousData, useQuery } from "@tanstack/preact-query";
import { useState } from "preact/hooks";
import type { ComponentChildren } from "preact";
import { signalbox } from "../../api/client.ts";
import { useNames, type Names } from "../../api/queries/names.ts";
import { overviewKey, useGroups, useGroupsBefore, useTags } from "../../api/queries/overview.ts";
import type { ChartEvent } from "../../charts/event-marks.tsx";
import { DECISION_KEYS } from "../../api/queries/lists.ts";
import { useMe } from "../../session/session.ts";
import { Button, LinkButton } from "../../components/button.tsx";
import { SelectField } from "../../components/choice.tsx";
import { PageHeader } from "../../components/page-header.tsx";
import { RangeControl } from "../../components/range-control.tsx";
import { Answered, EmptyState, Skeleton } from "../../components/states.tsx";
import { isFiltered, decisionsHref, PRICED } from "../../lib/explore.ts";
import { dateTime } from "../../lib/format.ts";
import { byOptions } from "../../lib/grouping.ts";
import { timesBefore, timesOf, type Range, type Span } from "../../lib/range.ts";
import { useExplore, type Explore } from "../../lib/use-explore.ts";
import { FilterBar, FilteredView } from "./filtered-view.tsx";
import { Figures } from "./figures.tsx";
import { GroupTable } from "./group-table.tsx";
import { Headline, useLedger } from "./headline.tsx";
import { QualityChart } from "./quality-chart.tsx";
import { SingleModels } from "./single-models.tsx";
import { Exceptions, TrafficCharts } from "./traffic-charts.tsx";
import { useSelect } from "../../lib/use-select.ts";
import { TimeChart } from "../../charts/time-chart.tsx";
import { Panel } from "../../components/panel.tsx";
import { headlineWords, NAMED } from "../../lib/ledger.ts";
import { USD } from "../../lib/units.ts";
import { SAY } from "../../lib/phrases.ts";

// The saving against the baseline as it added up, with the interval around it and what changed meanwhile.

interface Props {
  readonly ledger: Ledger;
  readonly range: Range;
  readonly events: readonly ChartEvent[];
  readonly onSelect: (first: number, last: number) => void;
}

/** Without a baseline no line would be the saving; the place stays, so that nothing moves when it is named. */
function SavingsChart({ ledger, range, events, onSelect }: Props): ComponentChildren {
  const { rows, compared, factor } = ledger;
  if (compared === null || compared.decisions === 0)
    return (
      <Panel title="Dollars saved">
        <p className="soft">
          Say above what you called before Signalbox, and the saving against it is drawn here over time.
        </p>
      </Panel>
    );
  // As the interval around it: at billed prices, where bills are known.
  const scale = factor === null || compared.baseline === NAMED ? 1 : factor.value;
  return (
    <TimeChart
      title="Dollars saved"
      fileName="dollars-saved"
      summary={headlineWords(ledger)}
      times={rows.map(({ at }) => at)}
      series={[
        {
          name: scale === 1 ? "saved so far" : "saved so far, at billed prices",
          href: decisionsHref(range, PRICED),
          values: rows.map(({ so_far: soFar }) => scale * (soFar?.saved_usd ?? 0)),
          band: rows.map(({ so_far: soFar }) =>
            soFar === null || soFar.low === null || soFar.high === null ? null : [soFar.low, soFar.high],
          ),
        },
      ]}
      events={events}
      onSelect={onSelect}
      kind="line"
      unit={USD}
    />
  );
}

const DAY_MS = 86_400_000;
const REFRESH_MS = 30_000;

/** An account of today would see an empty week with a spike at its end. */
function firstSpan(createdAt: string): Span {
  const ageDays = (Date.now() - Date.parse(createdAt)) / DAY_MS;
  return ageDays < 3 ? "1" : "7";
}

const BEFORE = "before";
/** Fewer decisions are a list, not a curve. */
const CHARTED_MIN = 20;

export function OverviewPage(): ComponentChildren {
  const { account } = useMe();
  const [fallback] = useState(() => firstSpan(account.created_at));
  const explore = useExplore(fallback);
  const { range, filters, against, by, setRange } = explore;
  const overview = useQuery({
    queryKey: overviewKey({ range }),
    queryFn: ({ signal }) => signalbox.overview(timesOf(range, Date.now()), { signal }),
    placeholderData: keepPreviousData,
    refetchInterval: REFRESH_MS,
  });
  const isCompared = against === BEFORE;
  const before = useOverviewBefore(isCompared ? range : undefined);
  const groups = useGroups(range, by, filters);
  const [opened] = useState(() => Date.now());
  const groupsBefore = useGroupsBefore(isCompared ? timesBefore(range, opened) : undefined, by, filters);
  const [isFilterOpen, setFilterOpen] = useState(false);
  return (
    <>
      <PageHeader
        title="Overview"
        actions={
          <>
            <Button isPressed={isFilterOpen} onClick={() => setFilterOpen(!isFilterOpen)}>
              Filter
            </Button>
            <Actions explore={explore} />
          </>
        }
      />
      {isFilterOpen || isFiltered(filters) ? <FilterBar explore={explore} /> : null}
      <Answered query={overview} rows={8}>
        {(answer) => (
          <Content
            overview={answer}
            before={before}
            groups={groups.data}
            groupsBefore={groupsBefore}
            explore={explore}
            onWiden={range.span === "90" ? undefined : () => setRange({ span: "90", from: "", to: "" })}
          />
        )}
      </Answered>
    </>
  );
}

/** The choices of the page: the comparison, the grouping and the span of time. */
function Actions({ explore }: { readonly explore: Explore }): ComponentChildren {
  const { range, against, by } = explore;
  const tags = useTags().map(({ name }) => name);
  const isCompared = against === BEFORE;
  return (
    <>
      <Button isPressed={isCompared} onClick={() => explore.setAgainst(isCompared ? "" : BEFORE)}>
        Period before
      </Button>
      <SelectField
        label="Group by"
        isLabelHidden
        value={by}
        options={byOptions(tags, by)}
        onChange={explore.setBy}
      />
      <RangeControl range={range} onChange={explore.setRange} />
    </>
  );
}

function useOverviewBefore(range: Range | undefined): Overview | undefined {
  const query = useQuery({
    queryKey: overviewKey({ before: range }),
    queryFn: ({ signal }) => signalbox.overview((range && timesBefore(range, Date.now())) ?? {}, { signal }),
    enabled: range !== undefined && timesBefore(range, 0) !== undefined,
  });
  return range === undefined ? undefined : query.data;
}

interface ContentProps {
  readonly overview: Overview;
  /** The span before, when it is compared with. */
  readonly before: Overview | undefined;
  readonly groups: OverviewGroups | undefined;
  readonly groupsBefore: OverviewGroups | undefined;
  readonly explore: Explore;
  /** Shows the longest span; undefined when it is shown. */
  readonly onWiden: (() => void) | undefined;
}

function Content(props: ContentProps): ComponentChildren {
  const { overview, before, groups, groupsBefore, explore, onWiden } = props;
  const names = useNames();
  const { range } = explore;
  const ledger = useLedger({ range, baseline: explore.baseline });
  if (overview.totals.decisions === 0) return <QuietSpan onWiden={onWiden} />;
  if (isFiltered(explore.filters))
    return groups === undefined ? (
      <Skeleton rows={8} />
    ) : (
      <FilteredView explore={explore} groups={groups} groupsBefore={groupsBefore} names={names} />
    );
  return (
    <div className="stack-4">
      <Answer ledger={ledger} explore={explore} />
      <Figures overview={overview} before={before} range={range} />
      {overview.totals.decisions >= CHARTED_MIN ? (
        <Charts {...props} names={names} ledger={ledger.data} />
      ) : (
        <>
          {groups === undefined ? null : (
            <GroupTable groups={groups} before={groupsBefore} names={names} range={range} />
          )}
          <p className="soft">Charts appear from {CHARTED_MIN} decisions on.</p>
        </>
      )}
    </div>
  );
}

interface ChartsProps extends ContentProps {
  readonly names: Names;
  readonly ledger: Ledger | undefined;
}

function Charts({ overview, groups, groupsBefore, explore, names, ledger }: ChartsProps): ComponentChildren {
  const { range, setRange: onRange } = explore;
  const times = overview.series.map(({ at }) => at);
  const onSelect = useSelect({ times, bucketS: overview.bucket_s, onRange });
  const events = overview.changes.map((change) => eventOf(change, names));
  const shared = { before: groupsBefore, names, range };
  return (
    <>
      <Role title="Traffic and money">
        <div className="grid-2">
          {groups === undefined ? (
            <Skeleton rows={8} />
          ) : (
            <TrafficCharts groups={groups} {...shared} events={events} onRange={onRange} />
          )}
          {ledger === undefined ? (
            <Skeleton rows={8} />
          ) : (
            <SavingsChart ledger={ledger} range={range} events={events} onSelect={onSelect} />
          )}
          <Exceptions overview={overview} range={range} onSelect={onSelect} />
        </div>
        {groups === undefined ? null : <GroupTable groups={groups} {...shared} />}
        {ledger === undefined ? null : <SingleModels ledger={ledger} range={range} />}
      </Role>
      <Role title="Quality">
        <QualityChart overview={overview} range={range} events={events} onSelect={onSelect} />
      </Role>
    </>
  );
}

interface AnswerProps {
  readonly ledger: ReturnType<typeof useLedger>;
  readonly explore: Explore;
}

function Answer({ ledger, explore }: AnswerProps): ComponentChildren {
  return (
    <Answered query={ledger} rows={2}>
      {(answer) => <Headline ledger={answer} chosen={explore.baseline} onChoose={explore.setBaseline} />}
    </Answered>
  );
}

/** Below this a screen is a phone, where what is not asked for stays folded. @unit pixels */
const PHONE_PX = 620;

/** Panels for one kind of reader, under one heading. */
function Role({
  title,
  children,
}: {
  readonly title: string;
  readonly children: ComponentChildren;
}): ComponentChildren {
  // A link to one of the charts finds it.
  const [isOpen] = useState(() => innerWidth >= PHONE_PX || location.hash !== "");
  return (
    <details className="role" open={isOpen}>
      <summary>{title}</summary>
      <div className="stack-4">{children}</div>
    </details>
  );
}

/** A version of a preference as the line that it draws through the charts. */
function eventOf(change: Overview["changes"][number], { preferences }: Names): ChartEvent {
  const { at, preference_id: id, version, restored_from: restored } = change;
  const name = preferences.find((one) => one.id === id)?.name ?? "Deleted preference";
  const how = restored === null ? `version ${version}` : `back to version ${restored}`;
  return { at, name: `${name}, ${how}`, href: `/preferences/${id}?tab=versions` };
}

/** A quiet week of an old account is not a first visit: only who never had a decision is led through the first steps. */
function QuietSpan({ onWiden }: Pick<ContentProps, "onWiden">): ComponentChildren {
  const any = useQuery({
    queryKey: DECISION_KEYS.newest,
    queryFn: ({ signal }) => signalbox.decisions.list({ limit: 1 }, { signal }),
  });
  if (any.isPending) return <Skeleton rows={4} />;
  const [last] = any.data?.data ?? [];
  if (last === undefined)
    return (
      <div className="panel">
        <EmptyState
          title={SAY.noneYet}
          action={
            <LinkButton href="/start" kind="primary">
              {SAY.firstCall}
            </LinkButton>
          }
        >
          Savings, spend and success appear here once programs ask which model to call.
        </EmptyState>
      </div>
    );
  return (
    <div className="panel">
      <EmptyState
        title={SAY.noDecisions}
        action={onWiden === undefined ? undefined : <Button onClick={onWiden}>Show 90 days</Button>}
      >
        The last one was made on {dateTime(last.created_at)}.
      </EmptyState>
    </div>
  );
}
