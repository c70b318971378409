// The state of the service: what waits for somebody, how the service does, and whether the estimates still come true: each model
// over all its fields, then the cells behind them.
import type { Drift } from "@signalbox/sdk";
import { useState } from "preact/hooks";
import type { ComponentChildren } from "preact";
import { Link } from "wouter-preact";

import { openAlerts, useDrift } from "../../api/queries/drift.ts";
import { CalibrationChart } from "../../charts/calibration-chart.tsx";
import type { CalibrationBin } from "../../charts/calibration-chart.tsx";
import { Check } from "../../components/choice.tsx";
import { PageHeader } from "../../components/page-header.tsx";
import { Panel } from "../../components/panel.tsx";
import { RangeControl } from "../../components/range-control.tsx";
import { EmptyState, ErrorPanel, Skeleton } from "../../components/states.tsx";
import { words } from "../../lib/format.ts";
import { useExplore } from "../../lib/use-explore.ts";
import { AlertRow } from "./alert-row.tsx";
import { commonGapWords, FieldTable, ModelTable, reportsHref } from "./drift-tables.tsx";
import type { Figures } from "./drift-tables.tsx";
import { ServicePanel } from "./service-panel.tsx";

export function HealthPage(): ComponentChildren {
  const drift = useDrift();
  const { range, setRange } = useExplore("1");
  return (
    <>
      <PageHeader title="Health" actions={<RangeControl range={range} onChange={setRange} />}>
        How the service does, and where reported success has left the estimates of the last 30 days.{" "}
        <Link href="/settings">Where alerts are sent</Link>.
      </PageHeader>
      <div className="stack-4">
        {openAlerts(drift.data).map((alert) => (
          <AlertRow key={alert.id} alert={alert} />
        ))}
        <ServicePanel range={range} onRange={setRange} />
        {drift.isError ? (
          <ErrorPanel error={drift.error} onRetry={() => void drift.refetch()} />
        ) : drift.data === undefined ? (
          <Skeleton />
        ) : (
          <Loaded drift={drift.data} />
        )}
      </div>
    </>
  );
}

function Loaded({ drift }: { readonly drift: Drift }): ComponentChildren {
  const settled = drift.alerts.filter(({ resolved_at: resolvedAt }) => resolvedAt !== null);
  if (drift.rows.length === 0 && drift.alerts.length === 0)
    return (
      <div className="panel">
        <EmptyState title="Nothing reported yet">
          Send feedback with your calls. Once there is some, this page compares it with what was predicted.
        </EmptyState>
      </div>
    );
  return (
    <div className="stack-4">
      <Panel title="By model" isFlush>
        <ModelTable models={drift.models} />
        <p className="table-foot hint">
          {commonGapWords(drift.models)} ± is a 99 % interval of the gap, valid under repeated looks. A model
          is judged once the interval is under 30 points, and can raise an alert from 30 reports.
        </p>
      </Panel>
      <Fields drift={drift} />
      {settled.length === 0 ? null : (
        <Panel title="Settled alerts">
          <div className="stack">
            {settled.map((alert) => (
              <AlertRow key={alert.id} alert={alert} />
            ))}
          </div>
        </Panel>
      )}
    </div>
  );
}

/** Cells of a few reports say nothing: they are shown on request only. */
const REPORTS_MIN = 10;

function binOf(row: Figures): readonly CalibrationBin[] {
  const { success_predicted: predicted, success_reported: observed, feedback, label, field } = row;
  if (predicted === null || observed === null) return [];
  const name = field === undefined ? label : `${label}, ${words(field)}`;
  return [{ predicted, observed, count: feedback, name, href: reportsHref(row) }];
}

function Fields({ drift }: { readonly drift: Drift }): ComponentChildren {
  const [hasFew, setHasFew] = useState(false);
  const rows = drift.rows.filter((row) => hasFew || row.is_alert || row.feedback >= REPORTS_MIN);
  // Before any field has enough reports, each model stands for all its fields.
  const points: readonly Figures[] = rows.length > 0 ? rows : drift.models;
  return (
    <>
      <CalibrationChart
        title="Predicted and reported success"
        fileName="drift"
        bins={points.flatMap(binOf)}
      />
      <Panel
        title="By model and field"
        isFlush
        actions={
          <Check label={`With fewer than ${REPORTS_MIN} reports`} isChecked={hasFew} onChange={setHasFew} />
        }
      >
        {rows.length === 0 ? (
          <p className="table-foot hint">No model has {REPORTS_MIN} reports in one field yet.</p>
        ) : (
          <FieldTable rows={rows} />
        )}
      </Panel>
    </>
  );
}
