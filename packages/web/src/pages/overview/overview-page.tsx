import type { Overview } from "@signalbox/sdk";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { ReactNode } from "react";

import { signalbox } from "../../api/client.ts";
import { overviewKey } from "../../api/queries/overview.ts";
import { DECISION_KEYS } from "../../api/queries/decisions.ts";
import { useMe } from "../../session/session.ts";
import { Button } from "../../components/button.tsx";
import { Segmented, SelectField } from "../../components/choice.tsx";
import { PageHeader } from "../../components/page-header.tsx";
import { EmptyState, ErrorPanel, Skeleton } from "../../components/states.tsx";
import { dateTime } from "../../lib/format.ts";
import { Guide } from "../guide/guide-page.tsx";
import { BaselinesPanel } from "./baselines-panel.tsx";
import { FeedbackMatch } from "./feedback-match.tsx";
import { Figures } from "./figures.tsx";
import { TrafficCharts } from "./traffic-charts.tsx";

const SPANS = [
  { value: "1", label: "24 hours" },
  { value: "7", label: "7 days" },
  { value: "30", label: "30 days" },
  { value: "90", label: "90 days" },
] as const;

type Span = (typeof SPANS)[number]["value"];

const DAY_MS = 86_400_000;
const REFRESH_MS = 30_000;

/** An account of today would see an empty week with a spike at its end. */
function firstSpan(createdAt: string): Span {
  const ageDays = (Date.now() - Date.parse(createdAt)) / DAY_MS;
  return ageDays < 3 ? "1" : "7";
}

export function OverviewPage(): ReactNode {
  const { account } = useMe();
  const [span, setSpan] = useState<Span>(() => firstSpan(account.created_at));
  const [baseline, setBaseline] = useState("");
  const overview = useQuery({
    queryKey: overviewKey({ span, baseline }),
    queryFn: ({ signal }) =>
      signalbox.overview(
        {
          from: new Date(Date.now() - Number(span) * DAY_MS).toISOString(),
          ...(baseline !== "" && { baseline_label: baseline }),
        },
        { signal },
      ),
    placeholderData: keepPreviousData,
    refetchInterval: REFRESH_MS,
  });
  const labels = overview.data?.labels ?? [];
  return (
    <>
      <PageHeader
        title="Overview"
        actions={
          <>
            <SelectField
              label="Compare with a fixed model"
              isLabelHidden
              value={baseline}
              options={[
                { value: "", label: "Compare with a fixed model" },
                ...labels.map((label) => ({ value: label, label })),
              ]}
              onChange={setBaseline}
            />
            <Segmented label="Span of time" isLabelHidden value={span} options={SPANS} onChange={setSpan} />
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
        <Content overview={overview.data} onWiden={span === "90" ? undefined : () => setSpan("90")} />
      )}
    </>
  );
}

interface ContentProps {
  readonly overview: Overview;
  /** Shows the longest span; undefined when it is shown. */
  readonly onWiden: (() => void) | undefined;
}

function Content({ overview, onWiden }: ContentProps): ReactNode {
  if (overview.totals.decisions === 0) return <QuietSpan onWiden={onWiden} />;
  return (
    <div className="stack-4">
      <Figures overview={overview} />
      <TrafficCharts overview={overview} />
      <BaselinesPanel baselines={overview.baselines} />
      <FeedbackMatch overview={overview} />
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
