// Whether the estimates still come true: predicted against reported success by model and field, and the alerts raised.
import type { Drift } from "@signalbox/sdk";
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";

import { signalbox } from "../../api/client.ts";
import { DRIFT_KEY } from "../../api/queries/drift.ts";
import { Badge } from "../../components/badge.tsx";
import { DataTable } from "../../components/data-table.tsx";
import { PageHeader } from "../../components/page-header.tsx";
import { Panel } from "../../components/panel.tsx";
import { EmptyState, ErrorPanel, Skeleton } from "../../components/states.tsx";
import { count, percent, shortTime, signedPercent, words } from "../../lib/format.ts";
import { CalibrationChart } from "../../charts/calibration-chart.tsx";

export function HealthPage(): ReactNode {
  const drift = useQuery({
    queryKey: DRIFT_KEY,
    queryFn: ({ signal }) => signalbox.replay.drift({ signal }),
  });
  return (
    <>
      <PageHeader title="Health">
        Models change behind their names. Here is where reported success has left the estimates.
      </PageHeader>
      {drift.isError ? (
        <ErrorPanel error={drift.error} onRetry={() => void drift.refetch()} />
      ) : drift.data === undefined ? (
        <Skeleton />
      ) : (
        <Loaded drift={drift.data} />
      )}
    </>
  );
}

function Loaded({ drift }: { readonly drift: Drift }): ReactNode {
  if (drift.rows.length === 0 && drift.alerts.length === 0)
    return (
      <div className="panel">
        <EmptyState title="Nothing reported yet">
          Send feedback with your calls. Once there is some, this page compares it with what was predicted.
        </EmptyState>
      </div>
    );
  const bins = drift.rows.flatMap((row) =>
    row.success_predicted === null || row.success_reported === null
      ? []
      : [{ predicted: row.success_predicted, observed: row.success_reported, count: row.feedback }],
  );
  return (
    <div className="stack-4">
      {drift.alerts.map((alert) => (
        <div key={alert.id} className="banner" data-tone={alert.resolved_at === null ? "caution" : "clear"}>
          <strong>{words(alert.kind)}</strong> {alert.message}{" "}
          <span className="small">
            {shortTime(alert.at)}
            {alert.resolved_at === null ? "" : `, settled ${shortTime(alert.resolved_at)}`}
          </span>
        </div>
      ))}
      <CalibrationChart title="Predicted and reported success" fileName="drift" bins={bins} />
      <Panel title="By model and field" isFlush>
        <DataTable
          label="Drift by model and field"
          rows={drift.rows}
          idOf={(row) => `${row.label}|${row.field}`}
          columns={[
            { name: "Model", show: (row) => row.label },
            { name: "Field", show: (row) => words(row.field) },
            { name: "Reports", isNumber: true, show: (row) => count(row.feedback) },
            { name: "Predicted", isNumber: true, show: (row) => percent(row.success_predicted, 1) },
            { name: "Reported", isNumber: true, show: (row) => percent(row.success_reported, 1) },
            { name: "Gap", isNumber: true, show: (row) => signedPercent(row.gap, 1) },
            { name: "State", show: (row) => <State row={row} /> },
          ]}
        />
      </Panel>
    </div>
  );
}

/** Gaps of this size say something once enough reports have come in; the service raises the alert then. */
const GAP_WORTH_WATCHING = 0.1;

function State({ row }: { readonly row: Drift["rows"][number] }): ReactNode {
  if (row.is_alert) return <Badge tone="stop">changed</Badge>;
  if (Math.abs(row.gap ?? 0) > GAP_WORTH_WATCHING) return <Badge>too few reports to tell</Badge>;
  return <Badge tone="clear">as expected</Badge>;
}
