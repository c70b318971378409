import type { CustomRouterReport } from "@signalbox/sdk";
import { useQuery } from "@tanstack/preact-query";
import type { ComponentChildren } from "preact";

import { signalbox } from "../../api/client.ts";
import { ROUTER_KEYS } from "../../api/queries/lists.ts";
import { BarList } from "../../charts/bar-list.tsx";
import { CalibrationChart } from "../../charts/calibration-chart.tsx";
import { CurvePlot } from "../../charts/curve-plot.tsx";
import { DataTable } from "../../components/data-table.tsx";
import { Panel } from "../../components/panel.tsx";
import { ErrorPanel, Skeleton } from "../../components/states.tsx";
import { count, percent, signedPercent, usd } from "../../lib/format.ts";
import { verdictOf } from "./switch-on-dialog.tsx";

type Point = CustomRouterReport["router"];

/** The held-out proof: router, shipped router and every baseline on the same rows. */
export function ReportPanel({ routerId }: { readonly routerId: string }): ComponentChildren {
  const report = useQuery({
    queryKey: ROUTER_KEYS.report(routerId),
    queryFn: ({ signal }) => signalbox.customRouters.report(routerId, { signal }),
  });
  if (report.isError) return <ErrorPanel error={report.error} onRetry={() => void report.refetch()} />;
  if (report.data === undefined) return <Skeleton />;
  const { data } = report;
  const rows = [data.router, ...(data.shipped === null ? [] : [data.shipped]), ...data.baselines];
  return (
    <div className="stack-4">
      <p className="lead" role="status">
        {verdictOf(data)} {priceWords(data)}
      </p>
      <div className="grid-2">
        <Comparison report={data} rows={rows} />
        <CalibrationChart title="Calibration, held out" fileName="calibration" bins={data.calibration} />
      </div>
      <Panel title={`On ${count(data.rows_held_out)} rows it has not seen`} isFlush>
        <DataTable<Point>
          label="Router against baselines"
          isStacked
          rows={rows}
          idOf={(point) => point.name}
          isPicked={(point) => point === data.router}
          columns={[
            { name: "Router", show: (point) => point.name },
            { name: "Score", isNumber: true, show: (point) => percent(point.score_mean, 1) },
            { name: "95 % interval", isNumber: true, show: intervalOf },
            { name: "Dollars a call", isNumber: true, show: (point) => usd(point.usd_mean) },
          ]}
        />
      </Panel>
      {data.notes.length === 0 ? null : (
        <details>
          <summary>How it was judged</summary>
          <ul className="bullets soft">
            {data.notes.map((note) => (
              <li key={note}>{note}</li>
            ))}
          </ul>
        </details>
      )}
    </div>
  );
}

/** The cost of its picks beside that of the shipped router's; nothing where prices are unknown. */
function priceWords({ router, shipped }: CustomRouterReport): string {
  const [own, other] = [router.usd_mean, shipped?.usd_mean ?? null];
  if (own === null || other === null || other === 0) return "";
  return `A call costs ${usd(own)} by it and ${usd(other)} by the shipped one (${signedPercent(own / other - 1)}).`;
}

interface ComparisonProps {
  readonly report: CustomRouterReport;
  readonly rows: readonly Point[];
}

/** Without prices there is no cost axis to draw; the scores then stand side by side. */
function Comparison({ report, rows }: ComparisonProps): ComponentChildren {
  if (rows.some((row) => row.usd_mean !== null))
    return (
      <CurvePlot
        title="Cost and quality, held out"
        fileName="custom-router"
        curve={report.curve}
        router={report.router}
        others={rows.slice(1)}
      />
    );
  return (
    <div className="stack">
      <BarList
        title="Scores, held out"
        fileName="custom-router"
        summary={`Mean scores of ${rows.length} ways to choose; the file holds no costs.`}
        valueName="score"
        bars={rows.map((row, index) => ({
          name: row.name,
          value: row.score_mean,
          tone: index === 0 ? 0 : 7,
        }))}
        format={(value) => percent(value, 1)}
      />
      <NoCosts />
    </div>
  );
}

function NoCosts(): ComponentChildren {
  return (
    <div className="banner">
      <div>
        <strong>No costs, so no plot of cost and quality.</strong> The file says how good the answers were,
        not what they cost. Add columns like <code>openai/gpt-6.2-sol/cost</code> with the dollars of each
        answer and upload it again.
      </div>
    </div>
  );
}

function intervalOf(point: Point): string {
  return point.low === null || point.high === null
    ? "–"
    : `${percent(point.low, 1)} to ${percent(point.high, 1)}`;
}
