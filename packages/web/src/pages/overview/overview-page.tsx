import type { Overview } from "@signalbox/sdk";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { ReactNode } from "react";

import { signalbox } from "../../api/client.ts";
import { useMe } from "../../app/session.ts";
import { Segmented, SelectField } from "../../components/choice.tsx";
import { PageHeader } from "../../components/page-header.tsx";
import { ErrorPanel, Skeleton } from "../../components/states.tsx";
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
    queryKey: ["overview", span, baseline],
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
        <Content overview={overview.data} />
      )}
    </>
  );
}

function Content({ overview }: { readonly overview: Overview }): ReactNode {
  if (overview.totals.decisions === 0) return <Guide />;
  return (
    <div className="stack-4">
      <Figures overview={overview} />
      <TrafficCharts overview={overview} />
      <BaselinesPanel baselines={overview.baselines} />
      <FeedbackMatch overview={overview} />
    </div>
  );
}
