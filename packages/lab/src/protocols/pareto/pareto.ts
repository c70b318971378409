// Sources with real costs: what a router saves and gains against the best single model.
import { SignalboxError } from "@signalbox/contracts";
import type { CostQualityPoint } from "../../metrics/index.ts";
import { chooseProblem } from "../runner/choose-problem.ts";
import { fitExpectedCost } from "../runner/expected-cost.ts";
import { findBestSingle, judgePareto } from "../runner/judge-pareto.ts";
import type { FigureName } from "../runner/judged.ts";
import type { Part, Problem } from "../runner/problem.ts";
import type { Protocol, ProtocolContext } from "../runner/protocol.ts";
import { runSection } from "../runner/run-section.ts";
import type { SectionResult } from "../runner/summarise-section.ts";
import { valueAt } from "../../arrays/value-at.ts";

export const PARETO_FIGURES: readonly FigureName[] = [
  "costSave",
  "costSaveNear",
  "accuracyAtCost",
  "perfGain",
  "aiq",
  "aiqRange",
  "accuracy",
  "auc",
  "aucPooled",
  "brier",
  "ece",
  "chosenAccuracy",
  "chosenSave",
  "arena",
];

type NamedPoint = CostQualityPoint & { readonly name: string };

/** Mean cost and score of each single model over the rows judged; models without costs are left out. */
export function listModelPoints(models: Problem["models"], part: Part): NamedPoint[] {
  return models.flatMap(({ name }, m) => {
    let [cost, score, count] = [0, 0, 0];
    for (let i = m; i < part.scores.length; i += models.length) {
      if (Number.isNaN(valueAt(part.scores, i)) || Number.isNaN(valueAt(part.costUsd, i))) continue;
      cost += valueAt(part.costUsd, i);
      score += valueAt(part.scores, i);
      count += 1;
    }
    return count === 0 ? [] : [{ name, costUsd: cost / count, quality: score / count }];
  });
}

export async function runParetoSection(
  context: ProtocolContext,
  problem: Problem,
): Promise<SectionResult | undefined> {
  const points = listModelPoints(problem.models, problem.test);
  if (points.length < 2) return undefined;
  const expectedCost = fitExpectedCost(problem);
  const bestColumn = findBestSingle(problem);
  return runSection(context, {
    problem,
    points,
    facts: () => [`best single model: ${problem.models[bestColumn]?.name}`],
    figureNames: PARETO_FIGURES,
    judge: (judged, run) => judgePareto(judged, run, { bestColumn, expectedCost }),
  });
}

export function requireSections(sections: readonly SectionResult[], need: string): readonly SectionResult[] {
  if (sections.length === 0)
    throw new SignalboxError("invalid_data", `The protocol needs ${need}; the data folder has none.`);
  return sections;
}

export const PARETO: Protocol = {
  name: "pareto",
  title: "Cost against quality, real costs",
  description:
    "Sources with recorded costs. Every method estimates success; the same learned cost estimate and a swept price weight turn it into picks. Saved cost and gained accuracy are read off the upper hull of the picks' mean cost and score.",
  figures: PARETO_FIGURES,
  run: async (context) => {
    const sources = context.judgedSources.filter(
      (source) => source !== "routerbench_sub" || context.isJoined,
    );
    const sections: SectionResult[] = [];
    for (const source of sources) {
      if (!hasCosts(context, source)) continue;
      const section = await runParetoSection(context, chooseProblem(context, { source }));
      if (section !== undefined) sections.push(section);
    }
    return requireSections(sections, "a source with costs of at least two models");
  },
};

function hasCosts({ dataset }: ProtocolContext, source: string): boolean {
  const { outcomes, models } = dataset;
  for (let o = 0; o < outcomes.count; o += 1)
    if (!Number.isNaN(valueAt(outcomes.costUsd, o)) && models[valueAt(outcomes.model, o)]?.source === source)
      return true;
  return false;
}
