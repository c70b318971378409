import type { Overview } from "@signalbox/sdk";
import type { ReactNode } from "react";

import { BarList } from "../../charts/bar-list.tsx";
import { TimeChart } from "../../charts/time-chart.tsx";
import { compact, count, milliseconds, percent, usd } from "../../lib/format.ts";
import { mixSeries } from "./model-mix.ts";

export function TrafficCharts({ overview }: { readonly overview: Overview }): ReactNode {
  const times = overview.series.map((bucket) => bucket.at);
  const mix = mixSeries(overview);
  return (
    <div className="grid-2">
      <TimeChart
        title="Decisions by model"
        fileName="decisions-by-model"
        summary={`${count(overview.totals.decisions)} decisions over time, by picked model.`}
        times={times}
        series={mix}
        kind="stack"
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
      <TimeChart
        title="Expected spend"
        fileName="expected-spend"
        summary={`${usd(overview.totals.usd)} expected over the whole time.`}
        times={times}
        series={[{ name: "dollars", values: overview.series.map((bucket) => bucket.usd) }]}
        kind="stack"
        format={usd}
      />
      <TimeChart
        title="Degraded and rejected"
        fileName="degraded-and-rejected"
        summary={`${count(overview.totals.degraded)} degraded decisions, ${count(overview.totals.rejected)} with rejected candidates.`}
        times={times}
        series={[
          { name: "with rejected candidates", values: overview.series.map((bucket) => bucket.rejected) },
          { name: "degraded", values: overview.series.map((bucket) => bucket.degraded) },
          { name: "explored", values: overview.series.map((bucket) => bucket.explored) },
        ]}
        kind="line"
        format={compact}
      />
      <BarList
        title="Time to decide"
        fileName="time-to-decide"
        summary="Percentiles of the time a decision took inside the server."
        valueName="microseconds"
        bars={percentiles(overview)}
        format={(microseconds) => milliseconds(microseconds === null ? null : microseconds / 1000)}
      />
      <TimeChart
        title="Estimated success of the picks"
        fileName="estimated-success"
        summary={`Mean ${percent(overview.totals.success)}.`}
        times={times}
        series={[{ name: "success", values: overview.series.map((bucket) => bucket.success) }]}
        kind="line"
        format={(value) => percent(value)}
      />
    </div>
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
