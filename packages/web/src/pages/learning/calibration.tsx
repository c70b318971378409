import type { Drift } from "@signalbox/sdk";
import { useState } from "preact/hooks";
import type { ComponentChildren } from "preact";
import { Link } from "wouter-preact";

import { useDrift } from "../../api/queries/drift.ts";
import { CalibrationChart, type CalibrationBin } from "../../charts/calibration-chart.tsx";
import { Sparkline } from "../../charts/sparkline.tsx";
import { Check } from "../../components/choice.tsx";
import { Panel } from "../../components/panel.tsx";
import { EmptyState, Answered } from "../../components/states.tsx";
import { Badge } from "../../components/badge.tsx";
import { DataTable } from "../../components/data-table.tsx";
import type { Column } from "../../components/data-table.tsx";
import { Name } from "../../components/name.tsx";
import { decisionsHref } from "../../lib/explore.ts";
import type { DecisionSort } from "../../lib/explore.ts";
import { count, percent, points, shortTime, signedPoints, words } from "../../lib/format.ts";
import type { Range } from "../../lib/range.ts";
import { gapWords, SAY } from "../../lib/phrases.ts";

type Row = Drift["rows"][number];
type Model = Drift["models"][number];
/** Figures of a model, over all fields or in one. */
export type Figures = Omit<Row, "field"> & { readonly field?: string };

/** The span that the service judges. */
export const DRIFT_RANGE: Range = { span: "30", from: "", to: "" };

/** The reports behind a row: all of them, or those that made the gap. */
export const reportsHref = (row: Figures, feedback = "any", sort: DecisionSort = ""): string =>
  decisionsHref(DRIFT_RANGE, { label: row.label, field: row.field ?? "", feedback }, sort);

const COUNTED: readonly Column<Figures>[] = [
  {
    name: "Reports",
    isNumber: true,
    show: (row) => <Link href={reportsHref(row)}>{count(row.feedback)}</Link>,
  },
  {
    name: "Predicted",
    isNumber: true,
    isMinor: true,
    show: (row) => <Link href={reportsHref(row, "any", "success")}>{percent(row.success_predicted, 1)}</Link>,
  },
  {
    name: "Reported",
    isNumber: true,
    show: (row) => <Link href={reportsHref(row)}>{percent(row.success_reported, 1)}</Link>,
  },
  {
    name: "Gap",
    isNumber: true,
    show: (row) => (
      <>
        <Link href={reportsHref(row, (row.gap ?? 0) < 0 ? "bad" : "good")}>{signedPoints(row.gap)}</Link>
        {row.gap_spread === null ? null : (
          <>
            {" "}
            <br />
            <span className="small faint">± {points(Math.min(1, row.gap_spread))}</span>
          </>
        )}
      </>
    ),
  },
  { name: "Verdict", show: (row) => <Verdict row={row} /> },
];

const JUDGED_WITHIN = 0.3;
/** A wider interval may hide a gap that matters. */
const SEEN_WITHIN = 0.1;
/** So many come to nobody within 30 days. */
const REPORTS_MAX = 1_000_000;

/** Roughly how many reports of 30 days it takes: an interval is half as wide with four times as many. Nothing where it is known. */
export function outlookOf({ feedback, gap, gap_spread: spread, is_alert: isAlert }: Figures): string {
  if (isAlert || gap === null || spread === null || feedback === 0) return "";
  const isWide = spread >= JUDGED_WITHIN;
  const width = isWide ? JUDGED_WITHIN : Math.abs(gap);
  if (width === 0 || width >= spread) return "";
  const reports = Math.ceil(feedback * (spread / width) ** 2);
  if (reports > REPORTS_MAX) return "";
  const needed = count(reports);
  return isWide ? `judged from about ${needed}` : `such a gap would show from about ${needed} reports`;
}

/** The verdict of the interval around the gap: an alert, a gap that chance does not explain, or nothing yet. */
export function verdictOf({ gap, gap_spread: spread, is_alert: isAlert }: Figures): string {
  if (isAlert) return gapWords(gap ?? 0);
  if (gap === null || spread === null || spread >= JUDGED_WITHIN) return "too few reports";
  if (Math.abs(gap) <= spread) return spread > SEEN_WITHIN ? "cannot tell yet" : "no sign of a change";
  return gap < 0 ? "somewhat worse" : "somewhat better";
}

function Verdict({ row }: { readonly row: Figures }): ComponentChildren {
  const text = verdictOf(row);
  const outlook = outlookOf(row);
  const isCaution = text.startsWith("somewhat");
  const tone = row.is_alert ? "stop" : isCaution ? "caution" : text.startsWith("no sign") ? "clear" : "plain";
  return (
    <>
      <Badge tone={tone}>{text}</Badge>
      {outlook === "" ? null : (
        <>
          {" "}
          <br />
          <span className="small faint">{outlook}</span>
        </>
      )}
    </>
  );
}

/** Fewer models, or reports, do not tell a strict grader from a weak model. */
const COMMON_MODELS_MIN = 2;
const COMMON_REPORTS_MIN = 30;

type Gap = Pick<Model, "label" | "feedback" | "gap">;

const reportsOf = (models: readonly Gap[]): number => models.reduce((sum, { feedback }) => sum + feedback, 0);
const gapOf = (models: readonly Gap[]): number =>
  models.reduce((sum, { gap, feedback }) => sum + (gap ?? 0) * feedback, 0) / reportsOf(models);

/** "13.7 points under the estimates". */
const besideEstimates = (gap: number): string =>
  Math.abs(gap) < AGREED
    ? "within a point of the estimates"
    : `${points(Math.abs(gap))} ${gap < 0 ? "under" : "over"} the estimates`;

const AGREED = 0.01;

/** The gap by all reports: the grader's where models share it, one model's where the others do not. Empty where it is not known. */
export function commonGapWords(models: readonly Gap[]): string {
  const judged = models.filter(({ gap, feedback }) => gap !== null && feedback > 0);
  if (judged.length < COMMON_MODELS_MIN || reportsOf(judged) < COMMON_REPORTS_MIN) return "";
  const common = gapOf(judged);
  const all = `Over all models reports are ${besideEstimates(common)}`;
  if (Math.abs(common) < AGREED) return `${all}.`;
  const pull = ({ gap, feedback }: Gap): number => (gap ?? 0) * feedback * Math.sign(common);
  const [most, ...others] = judged.toSorted((a, b) => pull(b) - pull(a));
  const rest = gapOf(others);
  if (most !== undefined && rest * Math.sign(common) < Math.abs(common) / 2)
    return `${all}; without ${most.label} they are ${besideEstimates(rest)}, so most of the gap is that model's.`;
  const grader = common < 0 ? "stricter" : "milder";
  return `${all}: your grader is ${grader} than the evidence that estimates rest on. A model is off by its distance to that.`;
}

export function ModelTable({ models }: { readonly models: readonly Model[] }): ComponentChildren {
  return (
    <DataTable<Model>
      label="Calibration by model"
      rows={models}
      idOf={({ label }) => label}
      kind="drift-rows"
      isStacked
      columns={[
        {
          name: "Model",
          show: ({ label }) => (
            <Link href={decisionsHref(DRIFT_RANGE, { label })}>
              <Name name={label} />
            </Link>
          ),
        },
        ...COUNTED,
        { name: "Trend of the gap", show: (model) => <Trend model={model} /> },
      ]}
    />
  );
}

function Trend({ model }: { readonly model: Model }): ComponentChildren {
  const known = model.trend.filter(({ gap }) => gap !== null);
  const text = known.map(({ at, gap }) => `${shortTime(at)}: ${signedPoints(gap)}`).join(", ");
  return <Sparkline values={model.trend.map(({ gap }) => gap)} label={text} />;
}

export function FieldTable({ rows }: { readonly rows: readonly Row[] }): ComponentChildren {
  return (
    <DataTable<Row>
      label="Drift by model and field"
      rows={rows}
      idOf={(row) => `${row.label}|${row.field}`}
      kind="drift-rows"
      isStacked
      columns={[
        {
          name: "Model",
          show: ({ label }) => (
            <Link href={decisionsHref(DRIFT_RANGE, { label })}>
              <Name name={label} />
            </Link>
          ),
        },
        {
          name: "Field",
          show: ({ label, field }) => (
            <Link href={decisionsHref(DRIFT_RANGE, { label, field })}>{words(field)}</Link>
          ),
        },
        ...COUNTED,
      ]}
    />
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
      {reportsOf(drift.models) < REPORTS_MIN ? null : (
        <CalibrationChart
          title="Predicted and reported success"
          fileName="drift"
          bins={points.flatMap(binOf)}
        />
      )}
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

/** Reported success beside the predicted: the gap of the grader, each model over all its fields, then the cells behind. */
export function Calibration(): ComponentChildren {
  const drift = useDrift();
  return (
    <Answered query={drift}>
      {(data) =>
        data.rows.length === 0 ? (
          <div className="panel">
            <EmptyState title="Nothing reported yet">
              Send feedback with your calls. This page then compares it with the predictions.
            </EmptyState>
          </div>
        ) : (
          <>
            <Panel title="By model" isFlush>
              <ModelTable models={data.models} />
              <p className="table-foot hint">
                {commonGapWords(data.models)}{" "}
                {data.models.some(({ gap_spread: spread }) => spread !== null)
                  ? "± is a 99 % interval of the gap, valid under repeated looks. "
                  : ""}
                A model is judged once the interval is under {points(JUDGED_WITHIN)}, and {SAY.alertsOnGaps}.
              </p>
            </Panel>
            <Fields drift={data} />
          </>
        )
      }
    </Answered>
  );
}
