import type { Overview } from "@signalbox/sdk";
import type { ComponentChildren } from "preact";
import { Link } from "wouter-preact";

import { DataTable } from "../../components/data-table.tsx";
import { Name } from "../../components/name.tsx";
import { Panel } from "../../components/panel.tsx";
import { decisionsHref } from "../../lib/explore.ts";
import { count, decimal, percent, signedPoints } from "../../lib/format.ts";
import type { Range } from "../../lib/range.ts";

interface Props {
  readonly overview: Overview;
  readonly range: Range;
}

/** Whether the estimates come true, by model, where there is feedback. */
export function FeedbackMatch({ overview, range }: Props): ComponentChildren {
  const rows = overview.models.filter((model) => model.feedback.count > 0);
  const { feedback } = overview;
  return (
    <Panel title="Success predicted and reported" isFlush={rows.length > 0}>
      {rows.length === 0 ? (
        <p className="soft">
          No feedback in this time. Report how answers turned out and this table shows whether the estimates
          hold.
        </p>
      ) : (
        <>
          <DataTable
            label="Success predicted and reported"
            rows={rows}
            idOf={(model) => model.label}
            isStacked
            columns={[
              {
                name: "Model",
                show: (model) => (
                  <Link href={decisionsHref(range, { label: model.label })}>
                    <Name name={model.label} />
                  </Link>
                ),
              },
              {
                name: "Reports",
                isNumber: true,
                show: (model) => (
                  <Link href={decisionsHref(range, { label: model.label, feedback: "any" })}>
                    {count(model.feedback.count)}
                  </Link>
                ),
              },
              {
                name: "Predicted",
                isNumber: true,
                isMinor: true,
                show: (model) => percent(model.feedback.predicted, 1),
              },
              { name: "Reported", isNumber: true, show: (model) => percent(model.feedback.reported, 1) },
              { name: "Gap", isNumber: true, show: (model) => signedPoints(gapOf(model.feedback)) },
            ]}
          />
          <p className="table-foot hint">
            Brier score over all reports: {decimal(feedback.brier, 3)} (0 is perfect, .25 is a coin).
          </p>
        </>
      )}
    </Panel>
  );
}

function gapOf(feedback: {
  readonly predicted: number | null;
  readonly reported: number | null;
}): number | null {
  return feedback.predicted === null || feedback.reported === null
    ? null
    : feedback.reported - feedback.predicted;
}
