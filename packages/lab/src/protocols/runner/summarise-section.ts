// From judged runs to plain figures: means over seeds, 95 % intervals, and paired differences to the method of interest.
import { SignalboxError } from "@signalbox/contracts";
import { interpolatedQuantile } from "@signalbox/engine/numerics";
import { drawResamples, type WeightedFigure } from "../../metrics/bootstrap.ts";
import type { Judged } from "./figures.ts";
import { valueAt } from "../../arrays/value-at.ts";

/** A way of picking with its judgements, one a seed; a single one for a way that no seed changes. */
interface MethodRuns {
  readonly contender: {
    readonly name: string;
    readonly title: string;
    /** The one that the others are compared with; at most one in a run. */
    readonly isOurs: boolean;
  };
  readonly judged: readonly Judged[];
}

export interface FigureResult {
  readonly value: number;
  readonly low: number;
  readonly high: number;
}

export interface MethodResult {
  readonly name: string;
  readonly title: string;
  readonly isOurs: boolean;
  /** Mean over seeds with its bootstrap interval over prompts. NaN is written as null in JSON. */
  readonly figures: Readonly<Record<string, FigureResult>>;
  /** The reference method's figure minus this one's, paired over prompts. */
  readonly lead: Readonly<Record<string, FigureResult>>;
}

export interface SectionResult {
  readonly name: string;
  readonly promptCount: number;
  readonly modelCount: number;
  readonly trainCount: number;
  /** Whether the artefact has learned from this source; absent where the protocol does not say. */
  readonly isLearned?: boolean;
  /** Facts in words, such as the best single model. */
  readonly facts: readonly string[];
  readonly methods: readonly MethodResult[];
}

interface SummaryRequest {
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

/** One figure of one method, on all resamples together. */
interface Track {
  readonly name: string;
  readonly value: number;
  readonly draws: readonly number[];
}

function trackFigures(
  run: MethodRuns,
  names: readonly string[],
  resamples: readonly Float64Array[],
): readonly Track[] {
  const ones = new Float64Array(resamples[0]?.length ?? 0).fill(1);
  // Resamples outside, figures inside: figures of one method share work for the same weights.
  const figures = names.map((name) => overSeeds(run, name));
  const table = resamples.map((weights) => figures.map((figure) => figure(weights)));
  return names.map((name, f) => ({
    name,
    value: valueAt(figures, f)(ones),
    draws: table.map((row) => valueAt(row, f)),
  }));
}

function toResult(value: number, draws: readonly number[]): FigureResult {
  return { value, low: interpolatedQuantile(draws, 0.025), high: interpolatedQuantile(draws, 0.975) };
}

function leadOf(reference: Track, own: Track): FigureResult {
  return toResult(
    reference.value - own.value,
    reference.draws.map((draw, r) => draw - valueAt(own.draws, r)),
  );
}

export function summariseMethods(request: SummaryRequest): readonly MethodResult[] {
  const { runs, promptCount, figureNames, seed, resamples } = request;
  const weights = [...drawResamples({ count: promptCount, seed, resamples })];
  const tracks = runs.map((run) => trackFigures(run, figureNames, weights));
  const reference = tracks[runs.findIndex(({ contender }) => contender.isOurs)];
  return runs.map(({ contender }, i) => {
    const own = valueAt(tracks, i);
    const leads = reference === undefined || reference === own ? [] : own;
    return {
      name: contender.name,
      title: contender.title,
      isOurs: contender.isOurs,
      figures: Object.fromEntries(own.map((track) => [track.name, toResult(track.value, track.draws)])),
      lead: Object.fromEntries(leads.map((track, f) => [track.name, leadOf(reference![f]!, track)])),
    };
  });
}

/** @throws SignalboxError invalid_data where there is none */
export function requireSections(sections: readonly SectionResult[], need: string): readonly SectionResult[] {
  if (sections.length === 0)
    throw new SignalboxError("invalid_data", `The protocol needs ${need}; the data folder has none.`);
  return sections;
}
