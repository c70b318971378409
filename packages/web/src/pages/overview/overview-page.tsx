import type { Overview } from "@signalbox/sdk";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { ReactNode } from "react";

import { signalbox } from "../../api/client.ts";
import { overviewKey } from "../../api/queries/overview.ts";
import { DECISION_KEYS } from "../../api/queries/decisions.ts";
import { useMe } from "../../session/session.ts";
import { Button } from "../../components/button.tsx";
import { SelectField } from "../../components/choice.tsx";
import { PageHeader } from "../../components/page-header.tsx";
import { RangeControl } from "../../components/range-control.tsx";
import { EmptyState, ErrorPanel, Skeleton } from "../../components/states.tsx";
import { dateTime } from "../../lib/format.ts";
import { timesBefore, timesOf } from "../../lib/range.ts";
import type { Range, Span } from "../../lib/range.ts";
import { useExplore } from "../../lib/use-explore.ts";
import { Guide } from "../guide/guide-page.tsx";
import { BaselinesPanel } from "./baselines-panel.tsx";
import { FeedbackMatch } from "./feedback-match.tsx";
import { Figures } from "./figures.tsx";
import { TrafficCharts } from "./traffic-charts.tsx";

const DAY_MS = 86_400_000;
const REFRESH_MS = 30_000;

/** An account of today would see an empty week with a spike at its end. */
function firstSpan(createdAt: string): Span {
  const ageDays = (Date.now() - Date.parse(createdAt)) / DAY_MS;
  return ageDays < 3 ? "1" : "7";
}

const BEFORE = "before";

export function OverviewPage(): ReactNode {
  const { account } = useMe();
  const [fallback] = useState(() => firstSpan(account.created_at));
  const { range, against, setRange, setAgainst } = useExplore(fallback);
  const label = against === BEFORE ? "" : against;
  const overview = useQuery({
    queryKey: overviewKey({ range, label }),
    queryFn: ({ signal }) =>
      signalbox.overview(
        { ...timesOf(range, Date.now()), ...(label !== "" && { baseline_label: label }) },
        { signal },
      ),
    placeholderData: keepPreviousData,
    refetchInterval: REFRESH_MS,
  });
  const before = useOverviewBefore(against === BEFORE ? range : undefined);
  return (
    <>
      <PageHeader
        title="Overview"
        actions={
          <>
            <SelectField
              label="Compare with"
              isLabelHidden
              value={against}
              options={[
                { value: "", label: "Compare with…" },
                { value: BEFORE, label: "The period before" },
                ...optionsOf(overview.data?.labels ?? [], label),
              ]}
              onChange={setAgainst}
            />
            <RangeControl range={range} onChange={setRange} />
          </>
        }
      />
      {overview.isError ? (
        <ErrorPanel error={overview.error} onRetry={() => void overview.refetch()} />
      ) : null}
      {overview.data === undefined ? (
        overview.isError ? null : (
          <Skeleton rows={8} />
        )
      ) : (
        <Content
          overview={overview.data}
          before={before}
          range={range}
          onRange={setRange}
          onWiden={range.span === "90" ? undefined : () => setRange({ span: "90", from: "", to: "" })}
        />
      )}
    </>
  );
}

/** A model that was chosen stays in the list, whatever the span offers. */
const optionsOf = (labels: readonly string[], chosen: string) =>
  [...(chosen === "" || labels.includes(chosen) ? [] : [chosen]), ...labels].map((label) => ({
    value: label,
    label,
  }));

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
  readonly range: Range;
  readonly onRange: (range: Range) => void;
  /** Shows the longest span; undefined when it is shown. */
  readonly onWiden: (() => void) | undefined;
}

function Content({ overview, before, range, onRange, onWiden }: ContentProps): ReactNode {
  if (overview.totals.decisions === 0) return <QuietSpan onWiden={onWiden} />;
  return (
    <div className="stack-4">
      <Figures overview={overview} before={before} range={range} />
      <TrafficCharts overview={overview} range={range} onRange={onRange} />
      <BaselinesPanel baselines={overview.baselines} />
      <FeedbackMatch overview={overview} range={range} />
    </div>
  );
}

/** A quiet week of an old account is not a first visit: only who never had a decision is led through the first steps. */
function QuietSpan({ onWiden }: Pick<ContentProps, "onWiden">): ReactNode {
  const any = useQuery({
    queryKey: DECISION_KEYS.newest,
    queryFn: ({ signal }) => signalbox.decisions.list({ limit: 1 }, { signal }),
    // The first steps stay until the overview itself has something to show.
    staleTime: Infinity,
  });
  if (any.isPending) return <Skeleton rows={4} />;
  const [last] = any.data?.data ?? [];
  if (last === undefined) return <Guide />;
  return (
    <div className="panel">
      <EmptyState
        title="No decisions in this span"
        action={onWiden === undefined ? undefined : <Button onClick={onWiden}>Show 90 days</Button>}
      >
        The last one was made on {dateTime(last.created_at)}.
      </EmptyState>
    </div>
  );
}
