// RouterBench slices (arXiv 2403.12031): real costs of eleven models; AIQ against the mix of single models.
import { SPLIT } from "../../../packages/lab/src/data/index.ts";
import { chooseProblem } from "../../../packages/lab/src/protocols/runner/joined-problem.ts";
import { PARETO_FIGURES } from "../../../packages/lab/src/protocols/runner/judge-pareto.ts";
import { requireSections } from "../../../packages/lab/src/protocols/runner/summarise-section.ts";
import { runParetoSection } from "../pareto/pareto.ts";
import type { Protocol } from "../../../packages/lab/src/protocols/runner/protocol.ts";
import { buildQualityHull, computeAiq } from "../../../packages/lab/src/metrics/index.ts";

const SOURCE = "routerbench_sub";

export const ROUTERBENCH: Protocol = {
  name: "routerbench",
  title: "RouterBench slices",
  description:
    "ARC-C, Winogrande and MBPP with the recorded costs of eleven models; learned from the training rows, judged on all held-out rows. The zero router mixes single models along their hull.",
  figures: ["aiq", ...PARETO_FIGURES.filter((name) => name !== "aiq")],
  run: async (context) => {
    const { dataset, split } = context;
    if (!dataset.sources.includes(SOURCE)) return requireSections([], `the source ${SOURCE}`);
    const isJudged = (row: number): boolean => split[row] === SPLIT.test || split[row] === SPLIT.evalOnly;
    const section = await runParetoSection(context, chooseProblem(context, { source: SOURCE, isJudged }));
    if (section === undefined) return requireSections([], `costs in the source ${SOURCE}`);
    const toUsd = Math.max(...section.points.map((point) => point.costUsd));
    const zero = computeAiq(buildQualityHull(section.points), { fromUsd: 0, toUsd });
    return [{ ...section, facts: [...section.facts, `AIQ of the zero router: ${zero.toFixed(4)}`] }];
  },
};
