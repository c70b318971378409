// From judged runs to plain figures: means over seeds, 95 % intervals, and paired differences to the method of interest.
import { bootstrapIntervals } from "../metrics/index.ts";
import type { CostQualityPoint, ReliabilityBin, WeightedFigure } from "../metrics/index.ts";
import type { MethodRuns } from "./run-problem.ts";

export interface FigureResult {
  readonly value: number;
  readonly low: number;
  readonly high: number;
}

export interface MethodResult {
  readonly name: string;
  readonly title: string;
  readonly isOurs: boolean;
  readonly parameters: Readonly<Record<string, number>>;
  /** Mean over seeds with its bootstrap interval over prompts. NaN is written as null in JSON. */
  readonly figures: Readonly<Record<string, FigureResult>>;
  /** The reference method's figure minus this one's, paired over prompts. */
  readonly lead: Readonly<Record<string, FigureResult>>;
  /** Upper hull of the picks, first seed; empty where the protocol draws none. */
  readonly curve: readonly CostQualityPoint[];
  /** First seed; empty where the protocol draws none. */
  readonly reliability: readonly ReliabilityBin[];
}

export interface SectionResult {
  readonly name: string;
  readonly promptCount: number;
  readonly modelCount: number;
  readonly trainCount: number;
  /** Facts in words, such as the best single model. */
  readonly facts: readonly string[];
  /** Single models; empty without costs. */
  readonly points: readonly (CostQualityPoint & { readonly name: string })[];
  readonly methods: readonly MethodResult[];
}

export interface SummaryRequest {
  readonly runs: readonly MethodRuns[];
  readonly promptCount: number;
  readonly figureNames: readonly string[];
  readonly seed: number;
  readonly resamples: number;
}

function overSeeds({ judged }: MethodRuns, name: string): WeightedFigure {
  return (weights) => {
    const values = judged.map((one) => one.figures[name]?.(weights) ?? Number.NaN);
    return values.reduce((a, b) => a + b, 0) / values.length;
  };
}

/** Ours if it takes part, else the last method: then leads say how the others stand to it. */
export function findReference(runs: readonly MethodRuns[]): MethodRuns | undefined {
  return runs.find(({ contender }) => contender.isOurs);
}

function figuresOf(request: SummaryRequest): Record<string, WeightedFigure> {
  const figures: Record<string, WeightedFigure> = {};
  const reference = findReference(request.runs);
  for (const [i, run] of request.runs.entries())
    for (const name of request.figureNames) {
      const own = overSeeds(run, name);
      figures[`${i} ${name}`] = own;
      if (reference === undefined || reference === run) continue;
      const theirs = overSeeds(reference, name);
      figures[`${i} lead ${name}`] = (weights) => theirs(weights) - own(weights);
    }
  return figures;
}

export function summariseMethods(request: SummaryRequest): readonly MethodResult[] {
  const { runs, promptCount, figureNames, seed, resamples } = request;
  const figures = figuresOf(request);
  const ones = new Float64Array(promptCount).fill(1);
  const intervals = bootstrapIntervals(figures, { count: promptCount, seed, resamples });
  const read = (key: string): FigureResult | undefined => {
    const figure = figures[key];
    const interval = intervals[key];
    return figure === undefined || interval === undefined ? undefined : { value: figure(ones), ...interval };
  };
  const collect = (prefix: string): Record<string, FigureResult> =>
    Object.fromEntries(
      figureNames.flatMap((name) => {
        const found = read(`${prefix} ${name}`);
        return found === undefined ? [] : [[name, found]];
      }),
    );
  return runs.map(({ contender, parameters, judged }, i) => ({
    name: contender.name,
    title: contender.title,
    isOurs: contender.isOurs,
    parameters,
    figures: collect(`${i}`),
    lead: collect(`${i} lead`),
    curve: judged[0]?.curve ?? [],
    reliability: judged[0]?.reliability ?? [],
  }));
}
