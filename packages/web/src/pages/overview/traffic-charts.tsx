import type { Overview } from "@signalbox/sdk";
import type { ReactNode } from "react";

import { BarList } from "../../charts/bar-list.tsx";
import { TimeChart } from "../../charts/time-chart.tsx";
import { compact, count, milliseconds, percent, usd, usdRound } from "../../lib/format.ts";
import { mixSeries } from "./model-mix.ts";

interface Props {
  readonly overview: Overview;
}

export function TrafficCharts({ overview }: Props): ReactNode {
  return (
    <div className="grid-2">
      <MixCharts overview={overview} />
      <SpendCharts overview={overview} />
      <QualityCharts overview={overview} />
    </div>
  );
}

const timesOf = (overview: Overview): string[] => overview.series.map((bucket) => bucket.at);

function MixCharts({ overview }: Props): ReactNode {
  return (
    <>
      <TimeChart
        title="Decisions by model"
        fileName="decisions-by-model"
        summary={`${count(overview.totals.decisions)} decisions over time, by picked model.`}
        times={timesOf(overview)}
        series={mixSeries(overview)}
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
        }))}
        format={compact}
      />
    </>
  );
}

function SpendCharts({ overview }: Props): ReactNode {
  const { series, totals } = overview;
  return (
    <>
      <TimeChart
        title="Expected spend"
        fileName="expected-spend"
        summary={`${usd(totals.usd)} expected over the whole time.`}
        times={timesOf(overview)}
        series={[{ name: "dollars", values: series.map((bucket) => bucket.usd) }]}
        kind="stack"
        format={usdRound}
      />
      <TimeChart
        title="Degraded and rejected"
        fileName="degraded-and-rejected"
        summary={`${count(totals.degraded)} degraded decisions, ${count(totals.rejected)} with rejected candidates.`}
        times={timesOf(overview)}
        series={[
          { name: "with rejected candidates", values: series.map((bucket) => bucket.rejected) },
          { name: "degraded", values: series.map((bucket) => bucket.degraded) },
          { name: "explored", values: series.map((bucket) => bucket.explored) },
        ]}
        kind="line"
        isCount
        format={compact}
      />
    </>
  );
}

function QualityCharts({ overview }: Props): ReactNode {
  return (
    <>
      <TimeChart
        title="Estimated success of the picks"
        fileName="estimated-success"
        summary={`Mean ${percent(overview.totals.success)}.`}
        times={timesOf(overview)}
        series={[{ name: "success", values: overview.series.map((bucket) => bucket.success) }]}
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
