// A router's dial from quality to cost as a track, with single models and baselines as stations beside it.
import type { ComponentChildren } from "preact";

import { CostQualityPlot } from "./cost-quality-plot.tsx";
import type { PlotPoint } from "./cost-quality-plot.tsx";

interface Mean {
  readonly name: string;
  readonly usd_mean: number | null;
  readonly score_mean: number;
  readonly low: number | null;
  readonly high: number | null;
}

interface Props {
  readonly title: string;
  readonly fileName: string;
  readonly curve: readonly Mean[];
  readonly router: Mean;
  readonly others: readonly Mean[];
}

/** Names in the picture are short; the table beside it has them whole. */
const shortOf = (name: string): string => name.replace(" of the other folds", "");

/** Two standard errors make a 95 % interval; the plot draws one deviation. */
function toPoint(mean: Mean): PlotPoint {
  const spread = mean.low === null || mean.high === null ? 0 : (mean.high - mean.low) / 4;
  return { label: shortOf(mean.name), cost: mean.usd_mean, success: mean.score_mean, spread };
}

export function CurvePlot(props: Props): ComponentChildren {
  return (
    <CostQualityPlot
      title={props.title}
      fileName={props.fileName}
      points={[props.router, ...props.others].map(toPoint)}
      line={props.curve.map(toPoint)}
      pickedLabel={shortOf(props.router.name)}
      unit="usd"
      measure="mean score"
    />
  );
}
