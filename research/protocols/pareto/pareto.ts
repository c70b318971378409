// Sources with real costs: what a router saves and gains against the best single model.
import { chooseProblem } from "../../../packages/lab/src/protocols/runner/joined-problem.ts";
import {
  fitExpectedCost,
  findBestSingle,
  judgePareto,
  listModelPoints,
  PARETO_FIGURES,
} from "../../../packages/lab/src/protocols/runner/judge-pareto.ts";
import type { Problem } from "../../../packages/lab/src/protocols/runner/problem.ts";
import type { Protocol, ProtocolContext } from "../../../packages/lab/src/protocols/runner/protocol.ts";
import { runSection } from "../../../packages/lab/src/protocols/runner/run-section.ts";
import { requireSections } from "../../../packages/lab/src/protocols/runner/summarise-section.ts";
import type { SectionResult } from "../../../packages/lab/src/protocols/runner/summarise-section.ts";
import { valueAt } from "../../../packages/lab/src/arrays/value-at.ts";

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
