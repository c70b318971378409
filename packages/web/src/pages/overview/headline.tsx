// The answer first: what routing saved, how sure that is, what it gave up for it, against what and since when.
import type { Overview, OverviewSavings } from "@signalbox/sdk";
import type { ComponentChildren } from "preact";

import { SelectField } from "../../components/choice.tsx";
import { compact, day, percent, points } from "../../lib/format.ts";
import type { Range } from "../../lib/range.ts";
import { baselineOptions, baselineQuery, savingWords } from "./baseline.ts";
import { useSavings } from "./savings-panel.tsx";

type Basis = Pick<Overview, "baselines" | "feedback">;

/** Success of the picks beside that of the baseline, over the very same decisions; undefined where it is not known. */
function baselineOf({ baselines }: Basis, { baseline, label }: OverviewSavings) {
  return baselines.find((one) => one.kind === baseline && (baseline !== "fixed" || one.label === label));
}

const UNKNOWN = "What that did to success is not known for this baseline.";

/** "It gave up 5.8 points of predicted success (91.2 % in place of 97.0 %)." */
export function priceWords(overview: Basis, savings: OverviewSavings): string {
  const found = baselineOf(overview, savings);
  if (found === undefined || found.success === null || found.routed_success === null) return UNKNOWN;
  const change = found.routed_success - found.success;
  const both = `${percent(found.routed_success, 1)} in place of ${percent(found.success, 1)}`;
  if (Math.abs(change) < 0.0005) return `It gave up no predicted success (${both}).`;
  return `It ${change < 0 ? "gave up" : "gained"} ${points(Math.abs(change))} of predicted success (${both}).`;
}

function reportWords({ feedback }: Basis): string {
  if (feedback.count === 0)
    return "Nothing was reported yet, so success is what the models are expected to do.";
  const { count, reported, predicted } = feedback;
  return `Reported: ${percent(reported, 1)} of ${compact(count)}, where ${percent(predicted, 1)} was predicted.`;
}

interface Props {
  readonly overview: Overview;
  readonly range: Range;
  readonly chosen: string;
  readonly onChoose: (baseline: string) => void;
}

export function Headline({ overview, range, chosen, onChoose }: Props): ComponentChildren {
  const savings = useSavings(range, chosen).data;
  const isShown = savings !== undefined && savings.baseline === baselineQuery(chosen).baseline;
  return (
    <section className="panel headline" aria-label="What routing did">
      <div className="panel-body">
        {isShown ? (
          <>
            <p className="headline-words">{savingWords(savings)}</p>
            <p>
              {savings.decisions === 0 ? null : priceWords(overview, savings)} {reportWords(overview)} Since{" "}
              {day(savings.from)}.
            </p>
          </>
        ) : (
          <div className="skeleton" />
        )}
        <SelectField
          label="Saved against"
          value={chosen === "" ? "best_each" : chosen}
          options={baselineOptions(overview.labels, chosen)}
          onChange={onChoose}
        />
      </div>
    </section>
  );
}
