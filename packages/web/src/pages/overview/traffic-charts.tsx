import type { Overview } from "@signalbox/sdk";
import type { ReactNode } from "react";
import { useLocation } from "wouter";

import { BarList } from "../../charts/bar-list.tsx";
import { TimeChart } from "../../charts/time-chart.tsx";
import { decisionsHref } from "../../lib/explore.ts";
import { compact, count, milliseconds, percent, usd, usdRound } from "../../lib/format.ts";
import type { Range } from "../../lib/range.ts";
import { OTHERS, mixSeries } from "./model-mix.ts";

interface Props {
  readonly overview: Overview;
  readonly range: Range;
  readonly onRange: (range: Range) => void;
}

export function TrafficCharts(props: Props): ReactNode {
  return (
    <div className="grid-2">
      <MixCharts {...props} />
      <SpendCharts {...props} />
      <QualityCharts {...props} />
    </div>
  );
}

const timesOf = (overview: Overview): string[] => overview.series.map((bucket) => bucket.at);

/** What was clicked opens as decisions; what was dragged over becomes the span of the page. */
function useSelect({ overview, onRange }: Props): (first: number, last: number) => void {
  const [, navigate] = useLocation();
  return (first, last) => {
    const from = overview.series[first]?.at;
    const end = overview.series[last]?.at;
    if (from === undefined || end === undefined) return;
    const to = new Date(Date.parse(end) + overview.bucket_s * 1000).toISOString();
    const range: Range = { span: "custom", from, to };
    if (first === last) navigate(decisionsHref(range));
    else onRange(range);
  };
}

function MixCharts(props: Props): ReactNode {
  const { overview, range } = props;
  const onSelect = useSelect(props);
  return (
    <>
      <TimeChart
        title="Decisions by model"
        fileName="decisions-by-model"
        summary={`${count(overview.totals.decisions)} decisions over time, by picked model.`}
        times={timesOf(overview)}
        series={mixSeries(overview).map(({ name, values }) =>
          name === OTHERS ? { name, values } : { name, values, href: decisionsHref(range, { label: name }) },
        )}
        onSelect={onSelect}
        kind="stack"
        isCount
        format={compact}
      />
      <BarList
        title="Model mix"
        fileName="model-mix"
        summary={`Shares of ${overview.models.length} picked models.`}
        valueName="decisions"
        bars={overview.models.slice(0, 10).map((model) => ({
          name: model.label,
          value: model.decisions,
          note: percent(model.share),
          tone: 0,
          href: decisionsHref(range, { label: model.label }),
        }))}
        whole={overview.totals.decisions}
        format={compact}
      />
    </>
  );
}

function SpendCharts(props: Props): ReactNode {
  const { overview, range } = props;
  const onSelect = useSelect(props);
  const { series, totals } = overview;
  return (
    <>
      <TimeChart
        title="Expected spend"
        fileName="expected-spend"
        summary={`${usd(totals.usd)} expected over the whole time.`}
        times={timesOf(overview)}
        series={[{ name: "dollars", values: series.map((bucket) => bucket.usd) }]}
        onSelect={onSelect}
        kind="stack"
        format={usdRound}
      />
      <TimeChart
        title="Degraded and rejected"
        fileName="degraded-and-rejected"
        summary={`${count(totals.degraded)} degraded decisions, ${count(totals.rejected)} with rejected candidates.`}
        times={timesOf(overview)}
        series={[
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
        kind="line"
        isCount
        format={compact}
      />
    </>
  );
}

function QualityCharts(props: Props): ReactNode {
  const { overview } = props;
  const onSelect = useSelect(props);
  return (
    <>
      <TimeChart
        title="Estimated success of the picks"
        fileName="estimated-success"
        summary={`Mean ${percent(overview.totals.success)}.`}
        times={timesOf(overview)}
        series={[{ name: "success", values: overview.series.map((bucket) => bucket.success) }]}
        onSelect={onSelect}
        kind="line"
        format={(value) => percent(value)}
      />
      <BarList
        title="Time to decide"
        fileName="time-to-decide"
        summary="Percentiles of the time a decision took inside the server."
        valueName="microseconds"
        bars={percentiles(overview)}
        format={(microseconds) => milliseconds(microseconds === null ? null : microseconds / 1000)}
      />
    </>
  );
}

function percentiles({ latency }: Overview) {
  return [
    { name: "p50", value: latency.decide_us_p50, tone: 0 },
    { name: "p90", value: latency.decide_us_p90, tone: 0 },
    { name: "p95", value: latency.decide_us_p95, tone: 0 },
    { name: "p99", value: latency.decide_us_p99, tone: 0 },
  ];
}
