import type { ListedDecision, SORTED_DECISIONS_MAX, OverviewGroups } from "@signalbox/sdk";
import { useQueryClient } from "@tanstack/preact-query";
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import type { ComponentChildren } from "preact";
import { signalbox } from "../../api/client.ts";
import { usePages, type PagedList } from "../../api/use-pages.ts";
import { DECISION_KEYS } from "../../api/queries/lists.ts";
import { Button, LinkButton } from "../../components/button.tsx";
import { SelectField } from "../../components/choice.tsx";
import { ListPanel } from "../../components/list-panel.tsx";
import { PageHeader } from "../../components/page-header.tsx";
import { RangeControl } from "../../components/range-control.tsx";
import { EmptyState } from "../../components/states.tsx";
import { useDebounced } from "../../lib/hooks.ts";
import {
  DECISION_SORTS,
  decisionsHref,
  isFiltered,
  queryOf,
  readSort,
  type DecisionSort,
  type Filters,
  joinFilters,
  NO_FILTERS,
} from "../../lib/explore.ts";
import { count, usd, counted } from "../../lib/format.ts";
import { timeZone, type Range } from "../../lib/range.ts";
import { useExplore, type Explore } from "../../lib/use-explore.ts";
import { TryDrawer } from "../replays/try-drawer.tsx";
import { useTrying } from "../replays/use-trying.ts";
import { ColumnChooser, useColumns } from "../../components/column-chooser.tsx";
import { CHOSEN_COLUMNS, DECISION_COLUMNS, HIDDEN_COLUMNS } from "./decision-columns.tsx";
import { DecisionFilters } from "./decision-filters.tsx";
import { rememberView } from "./last-view.ts";
import { useKnownNames } from "../../api/queries/known-names.ts";
import { useGroups, useTags } from "../../api/queries/overview.ts";
import { groupSeries } from "../../charts/group-series.ts";
import { TimeChart } from "../../charts/time-chart.tsx";
import { COUNT } from "../../lib/units.ts";
import {
  byOptions,
  countedWords,
  groupFilter,
  groupingName,
  groupName,
  type GroupNames,
} from "../../lib/grouping.ts";
import { oneFilter, type OneFilter } from "../../lib/one-filter.ts";
import { useSelect } from "../../lib/use-select.ts";
import { SAY } from "../../lib/phrases.ts";

// The live tail: a stream of new decisions. It is called live only while something is heard from the service; when the line
// breaks or falls silent it says so and tries again, ever more slowly.

type State = "off" | "opening" | "on" | "broken";

/** The service says something every two seconds. */
const SILENCE_MS_MAX = 5000;
const RETRY_MS = [1000, 2000, 5000, 15_000] as const;

function LiveTail(props: { readonly onDecision: () => void }): ComponentChildren {
  const [isWanted, setIsWanted] = useState(false);
  const [state, setState] = useState<State>("off");
  const [seen, setSeen] = useState(0);
  const tell = useRef(props.onDecision);
  useEffect(() => {
    tell.current = props.onDecision;
  });
  useEffect(() => {
    if (!isWanted) return undefined;
    const controller = new AbortController();
    setState("opening");
    const note = (): void => {
      setSeen((count) => count + 1);
      tell.current();
    };
    void follow(controller.signal, note, setState);
    return () => {
      controller.abort();
      setState("off");
    };
  }, [isWanted]);
  const words = {
    off: "Live",
    opening: "Live: connecting",
    on: `Live, ${seen} new`,
    broken: "Live: reconnecting",
  };
  return (
    <Button isPressed={isWanted} onClick={() => setIsWanted(!isWanted)}>
      <span className="live" data-state={state}>
        {words[state]}
      </span>
    </Button>
  );
}

async function follow(signal: AbortSignal, note: () => void, tell: (state: State) => void): Promise<void> {
  for (let failures = 0; !signal.aborted; failures += 1) {
    const line = new AbortController();
    const watch = watchSilence(() => line.abort(new Error("nothing was heard")));
    try {
      const onHeard = (): void => {
        failures = 0;
        watch.heard();
        tell("on");
      };
      const both = AbortSignal.any([signal, line.signal]);
      for await (const _decision of signalbox.decisions.stream({ signal: both, onHeard })) note();
      // The service ends streams when it stops: that is not an error, but nothing is live any more.
      tell("broken");
    } catch (error) {
      if (signal.aborted) return;
      reportBroken(error, tell);
    } finally {
      watch.stop();
    }
    await pause(RETRY_MS[Math.min(failures, RETRY_MS.length - 1)] ?? 1000, signal);
  }
}

/** Calls back when nothing was heard for too long; begins with the first word. */
function watchSilence(onSilence: () => void) {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const stop = (): void => clearTimeout(timer);
  const heard = (): void => {
    stop();
    timer = setTimeout(onSilence, SILENCE_MS_MAX);
  };
  return { heard, stop };
}

function reportBroken(error: unknown, tell: (state: State) => void): void {
  tell("broken");
  console.warn("signalbox: the live tail broke and is being opened again", error);
}

function pause(delayMs: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, delayMs);
    signal.addEventListener("abort", () => {
      clearTimeout(timer);
      resolve();
    });
  });
}

// How the listed decisions lie in time, to drag over: the same span control as on the overview. Counted from sums, so it is as
// quick over a million decisions as over ten; where filters are combined, the newest decisions are counted one by one.

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

function DecisionsChart({ explore, filters, names }: Props): ComponentChildren {
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
  if (total === 0) return null;
  const words = `${counted(total, "decision")} for ${usd(dollars)}, by ${groupingName(by)}.${countedWords(answer)}`;
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
      series={series.map(({ value, ...one }) => {
        const filter = value === undefined ? undefined : groupFilter(by, value);
        return filter === undefined
          ? one
          : Object.assign(one, { href: decisionsHref(range, joinFilters(filters, filter)) });
      })}
      onSelect={onSelect}
      kind="stack"
      isCount
      unit={COUNT}
    />
  );
}

/** Another number than that of the contract is no value of its type. */
const SORTED_MAX: typeof SORTED_DECISIONS_MAX = 20_000;

interface View {
  readonly filters: Filters;
  readonly range: Range;
  readonly sort: DecisionSort;
}

function useList(view: View): PagedList<ListedDecision> {
  return usePages<ListedDecision>(DECISION_KEYS.list(view), (cursor, signal) => {
    const query = { ...queryOf(view.filters, view.range, Date.now()), limit: 50 };
    const order = view.sort === "" ? {} : { sort: view.sort };
    return signalbox.decisions.list(
      { ...query, ...order, ...(cursor !== undefined && { cursor }) },
      { signal },
    );
  });
}

export function DecisionsPage(): ComponentChildren {
  const explore = useExplore("");
  const { filters, range, sort, setFilters, setRange, setSort } = explore;
  const now = useMemo(() => ({ filters, range, sort }), [filters, range, sort]);
  const view = useDebounced(now, 250);
  const list = useList(view);
  const known = useKnownNames(view.range);
  const columns = useColumns("decisions", HIDDEN_COLUMNS);
  useEffect(() => rememberView(decisionsHref(range, filters, sort)), [range, filters, sort]);
  return (
    <>
      <PageHeader title="Decisions" actions={<Actions view={now} />}>
        Each recommendation with its estimates and reports. Times are in {timeZone()}.
      </PageHeader>
      <div className="stack-4">
        <DecisionsChart explore={explore} filters={view.filters} names={known} />
        <ListPanel
          label="Decisions"
          list={list}
          columns={DECISION_COLUMNS.filter(({ name }) => !columns.hidden.includes(name))}
          order={{ by: sort, onChange: (by) => setSort(readSort(by)) }}
          idOf={(row) => row.session_id}
          hasRowLinks
          kind="decision-rows"
          head={
            <DecisionFilters filters={filters} range={range} onChange={setFilters} known={known}>
              <SelectField label="Sort" value={sort} options={DECISION_SORTS} onChange={setSort} />
              <RangeControl range={range} onChange={setRange} hasAll />
              <ColumnChooser names={CHOSEN_COLUMNS} {...columns} />
            </DecisionFilters>
          }
          foot={<Foot view={view} rows={list.rows.length} total={known.total} />}
          empty={
            isFiltered(view.filters) || view.range.span !== "" ? (
              <NothingFound mayBeOlder={list.hasMore} />
            ) : (
              <NoneYet />
            )
          }
        />
      </div>
    </>
  );
}

interface FootProps {
  readonly view: View;
  readonly rows: number;
  readonly total: number | undefined;
}

/** How many there are, where that is known, and how far an order by anything but time looks. */
function Foot({ view, rows, total }: FootProps): ComponentChildren {
  const shown =
    isFiltered(view.filters) || total === undefined
      ? ""
      : `${count(rows)} of ${counted(total, "decision")}. `;
  const looked = view.sort === "" ? "" : `Sorted among the newest ${count(SORTED_MAX)} that fit.`;
  return <span className="hint">{`${shown}${looked}`.trim()}</span>;
}

function Actions({ view }: { readonly view: View }): ComponentChildren {
  const client = useQueryClient();
  const [isTrying, setIsTrying] = useTrying();
  return (
    <>
      <Button onClick={() => setIsTrying(true)}>Try on these</Button>
      {isTrying ? <TryDrawer start={view} onClose={() => setIsTrying(false)} /> : null}
      <LiveTail onDecision={() => void client.invalidateQueries({ queryKey: DECISION_KEYS.all })} />
      <a
        className="button"
        href={signalbox.decisions.exportUrl(queryOf(view.filters, view.range, Date.now()))}
        download
      >
        Export CSV
      </a>
    </>
  );
}

function NoneYet(): ComponentChildren {
  return (
    <EmptyState
      title={SAY.noneYet}
      action={
        <LinkButton href="/start" kind="primary">
          {SAY.firstCall}
        </LinkButton>
      }
    >
      Decisions appear here as soon as a program asks for one.
    </EmptyState>
  );
}

/** A search looks at the newest decisions first and stops after some: what is older is a further page. */
function NothingFound(props: { readonly mayBeOlder: boolean }): ComponentChildren {
  return (
    <EmptyState
      title={props.mayBeOlder ? "Nothing among the newest" : "Nothing matches"}
      action={<LinkButton href="/decisions">Clear</LinkButton>}
    >
      {props.mayBeOlder
        ? "None of the newest decisions fits these filters. Load more to look further back."
        : "No decision fits these filters."}
    </EmptyState>
  );
}
