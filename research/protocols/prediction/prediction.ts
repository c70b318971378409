// In distribution: every source's test rows, learned from its train rows.
import { chooseProblem } from "../../../packages/lab/src/protocols/runner/joined-problem.ts";
import {
  judgePrediction,
  listJudgedColumns,
} from "../../../packages/lab/src/protocols/runner/judge-prediction.ts";
import type { FigureName, EstimatorRun } from "../../../packages/lab/src/protocols/runner/run-estimator.ts";
import { requireSections } from "../../../packages/lab/src/protocols/runner/summarise-section.ts";
import type { Problem } from "../../../packages/lab/src/protocols/runner/problem.ts";
import type { Protocol, ProtocolContext } from "../../../packages/lab/src/protocols/runner/protocol.ts";
import type { SectionResult } from "../../../packages/lab/src/protocols/runner/summarise-section.ts";
import { runSection } from "../../../packages/lab/src/protocols/runner/run-section.ts";

const PREDICTION_FIGURES: readonly FigureName[] = ["auc", "aucPooled", "brier", "ece"];

/** Sources that no artefact of the run was trained on; all of them, with the leak stated, when there is none such. */
function listForeignSources({ judgedSources, views }: ProtocolContext): readonly string[] {
  const foreign = judgedSources.filter((source) =>
    views.every((view) => !view.manifest.sources.includes(source)),
  );
  return foreign.length > 0 ? foreign : judgedSources;
}

function describeLeak({ views }: ProtocolContext, source: string): readonly string[] {
  const isLeaky = views.some((view) => view.manifest.sources.includes(source));
  return isLeaky ? ["the artefact's encoder was trained on other rows of this source"] : [];
}

function definePrediction(
  isForeign: boolean,
  texts: Pick<Protocol, "name" | "title" | "description">,
): Protocol {
  return {
    ...texts,
    figures: PREDICTION_FIGURES,
    run: async (context) => {
      const sections: SectionResult[] = [];
      for (const source of isForeign ? listForeignSources(context) : context.judgedSources) {
        const problem = chooseProblem(context, { source, isForeign });
        if (listJudgedColumns(problem).length === 0 || (isForeign && problem.train.prompts.count === 0))
          continue;
        const judge = (judged: Problem, run: EstimatorRun) => judgePrediction(judged, run.test);
        const facts = (): readonly string[] => (isForeign ? describeLeak(context, source) : []);
        sections.push(await runSection(context, { problem, figureNames: PREDICTION_FIGURES, judge, facts }));
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
