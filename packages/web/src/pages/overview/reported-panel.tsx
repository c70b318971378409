// Dollars as callers reported them, beside what the same tokens would have cost with the model that each of them named.
import type { Overview, ReportedDollars } from "@signalbox/sdk";
import type { ComponentChildren } from "preact";

import { DataTable } from "../../components/data-table.tsx";
import { Panel } from "../../components/panel.tsx";
import { compact, count, percent, signedPercent, usd } from "../../lib/format.ts";

type Bill = ReportedDollars["models"][number];
type Sums = Pick<Bill, "compared" | "routed_usd" | "baseline_usd">;

const ifCompared = (row: Bill, value: number): string => (row.compared === 0 ? "–" : usd(value));

/** "Saved $8.00 (80 %)", "Cost $1.00 more (25 %)". */
function changeWords({ routed_usd: routed, baseline_usd: baseline }: Sums): string {
  const saved = baseline - routed;
  const share = baseline === 0 ? "" : ` (${percent(Math.abs(saved) / baseline)})`;
  return saved < 0 ? `Cost ${usd(-saved)} more${share}` : `Saved ${usd(saved)}${share}`;
}

/** The reports missing from the sum, each kind with its number. */
function unknownWords({ totals, reported }: Pick<Overview, "totals" | "reported">): string {
  const { reports, priced, compared } = reported;
  const missing: readonly (readonly [number, string])[] = [
    [Math.max(0, totals.decisions - reports), "without a report"],
    [reports - priced, "reported without dollars"],
    [priced - compared, "whose named model is unknown or has no price"],
  ];
  const words = missing
    .filter(([number]) => number > 0)
    .map(([number, what]) => `${compact(number)} ${what}`);
  return words.length === 0 ? "Nothing is left out." : `Left out: ${words.join(", ")}.`;
}

function nameOf({ model }: Bill): ComponentChildren {
  if (model === null) return "None named";
  return model === "…" ? "All other models" : <span dir="auto">{model}</span>;
}

interface Props {
  readonly overview: Pick<Overview, "totals" | "reported">;
}

export function ReportedPanel({ overview }: Props): ComponentChildren {
  const { reported, totals } = overview;
  if (reported.priced === 0)
    return (
      <Panel title="Reported dollars">
        <p className="soft">
          None in this time. The gateway for coding agents reports them by itself. Other callers send{" "}
          <code>usage.usd</code> with their feedback, and with <code>usage.baseline_model</code> and{" "}
          <code>usage.baseline_usd</code> what their own model would have cost.
        </p>
      </Panel>
    );
  return (
    <Panel title="Reported dollars" isFlush>
      <div className="panel-body">
        <p>
          <strong>
            {reported.compared === 0
              ? `Spent ${usd(reported.usd)}; nothing to compare it with.`
              : `${changeWords(reported)} over ${compact(reported.compared)} of ${compact(totals.decisions)} decisions, against the models that the callers named.`}
          </strong>{" "}
          {unknownWords(overview)}
        </p>
      </div>
      <DataTable
        label="Reported dollars"
        rows={reported.models}
        idOf={({ model }) => model ?? ""}
        isStacked
        columns={[
          { name: "Model that was named", isWide: true, show: nameOf },
          { name: "Reports", isNumber: true, show: ({ reports }) => count(reports) },
          { name: "Compared", isNumber: true, show: ({ compared }) => count(compared) },
          { name: "Its dollars", isNumber: true, show: (row) => ifCompared(row, row.baseline_usd) },
          { name: "Routed dollars", isNumber: true, show: (row) => ifCompared(row, row.routed_usd) },
          {
            name: "Difference",
            isNumber: true,
            show: (row) =>
              row.baseline_usd === 0 ? "–" : signedPercent(row.routed_usd / row.baseline_usd - 1, 1),
          },
        ]}
      />
    </Panel>
  );
}
