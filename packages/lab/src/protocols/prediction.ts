// In distribution: every source's test rows, learned from its train rows.
import { chooseProblem } from "./choose-problem.ts";
import { judgePrediction, listJudgedColumns } from "./judge-prediction.ts";
import type { FigureName } from "./judged.ts";
import { requireSections } from "./pareto.ts";
import type { Problem } from "./problem.ts";
import type { Protocol } from "./protocol.ts";
import type { EstimatorRun } from "./run-estimator.ts";
import type { SectionResult } from "./summarise-section.ts";
import { runSection } from "./run-section.ts";

const PREDICTION_FIGURES: readonly FigureName[] = ["auc", "aucPooled", "brier", "ece"];

function definePrediction(
  isForeign: boolean,
  texts: Pick<Protocol, "name" | "title" | "description">,
): Protocol {
  return {
    ...texts,
    figures: PREDICTION_FIGURES,
    run: async (context) => {
      const sections: SectionResult[] = [];
      for (const source of context.judgedSources) {
        const problem = chooseProblem(context, { source, isForeign });
        if (listJudgedColumns(problem).length === 0 || (isForeign && problem.train.prompts.count === 0))
          continue;
        const judge = (judged: Problem, run: EstimatorRun) => judgePrediction(judged, run.test);
        sections.push(await runSection(context, { problem, figureNames: PREDICTION_FIGURES, judge }));
      }
      return requireSections(sections, "a source with successes and failures to tell apart");
    },
  };
}

export const PREDICTION = definePrediction(false, {
  name: "prediction",
  title: "Predicted success, in distribution",
  description:
    "Each source's own training rows, judged on its test rows: order (AUC), distance (Brier) and calibration (ECE) of predicted success.",
});

export const UNSEEN_SOURCE = definePrediction(true, {
  name: "unseen-source",
  title: "Predicted success on a source never learned from",
  description:
    "The judged source gives no training row. Models meet by canonical name in the other sources; a model found nowhere else is predicted from the mean of all.",
});
