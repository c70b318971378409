// A protocol: a name, the figures it reports, and a run that gives sections.

import type { RoutingModel } from "@signalbox/engine";
import type { Dataset } from "../../data/index.ts";
import type { ArtefactView } from "../../artefact-view.ts";
import { SignalboxError } from "@signalbox/contracts";
import { interpolatedQuantile } from "@signalbox/engine/numerics";
import { drawResamples, type WeightedFigure } from "../../metrics/metrics.ts";
import { valueAt } from "../../arrays/value-at.ts";

// Every figure a protocol may report: its title in reports, which way is better, its unit, and its meaning.

export interface FigureDefinition {
  readonly title: string;
  readonly better: "higher" | "lower";
  readonly unit: "share" | "number" | "usd";
  readonly meaning: string;
}

export const FIGURES = {
  auc: {
    title: "AUC",
    better: "higher",
    unit: "number",
    meaning: "chance that a model's solved prompt is predicted above one it failed; mean over models",
  },
  logLoss: {
    title: "Log loss",
    better: "lower",
    unit: "number",
    meaning: "mean cross-entropy of predicted success over the models of a prompt",
  },
  ece: {
    title: "ECE",
    better: "lower",
    unit: "number",
    meaning: "mean distance of predicted and observed success over 15 bins",
  },
  accuracy: {
    title: "Score of the pick",
    better: "higher",
    unit: "number",
    meaning: "mean score of the picked model when cost does not count",
  },
  aiq: {
    title: "AIQ",
    better: "higher",
    unit: "number",
    meaning:
      "mean score over the price curve, from the dollars of the cheapest model to those of the most expensive one",
  },
  samePick: {
    title: "Same pick",
    better: "higher",
    unit: "share",
    meaning: "reworded prompts that keep their pick",
  },
  scoreAll: {
    title: "All candidates",
    better: "higher",
    unit: "number",
    meaning: "mean score of the pick among all models of the source",
  },
  scoreFive: {
    title: "Sets of five",
    better: "higher",
    unit: "number",
    meaning: "the same among five models drawn at random",
  },
  usdAll: {
    title: "Dollars a request",
    better: "lower",
    unit: "usd",
    meaning: "mean recorded dollars of the pick among all models",
  },
  predictedMean: {
    title: "Predicted",
    better: "higher",
    unit: "number",
    meaning: "mean predicted success; right where it equals the observed",
  },
  observedMean: {
    title: "Observed",
    better: "higher",
    unit: "number",
    meaning: "mean observed success: the base rate",
  },
  offWithin: {
    title: "Off within sources",
    better: "lower",
    unit: "number",
    meaning: "predicted less observed success, less the same of the source over all its models; 0 is right",
  },
  withinTier: {
    title: "Accepted class",
    better: "higher",
    unit: "share",
    meaning: "picks whose class the annotators accept for the task",
  },
  tooWeak: {
    title: "Too weak",
    better: "lower",
    unit: "share",
    meaning: "picks of a lower class than the lower of the two labels",
  },
  tooStrong: {
    title: "Wasteful",
    better: "lower",
    unit: "share",
    meaning: "picks of a class more than one above the higher of the two labels",
  },
  usdOverCheapest: {
    title: "Dollars over the cheapest accepted",
    better: "lower",
    unit: "number",
    meaning: "expected dollars of the picks over those of the cheapest accepted model of each request",
  },
  paysTwice: {
    title: "Pays twice",
    better: "lower",
    unit: "share",
    meaning: "requests whose pick costs more than twice the cheapest accepted model",
  },
  operationRight: {
    title: "Operation",
    better: "higher",
    unit: "share",
    meaning: "requests whose operation is read as one of the annotators labelled it",
  },
  fieldRight: {
    title: "Field",
    better: "higher",
    unit: "share",
    meaning: "requests whose field is read as one of the annotators labelled it",
  },
  aucWithin: {
    title: "AUC over prompts",
    better: "higher",
    unit: "number",
    meaning:
      "share of pairs of prompts, one model each, whose better answer was predicted above; mean over models",
  },
  tierRight: {
    title: "Class",
    better: "higher",
    unit: "share",
    meaning: "requests whose likeliest class is the one that an annotator labelled",
  },
  fieldAndTier: {
    title: "Field and class",
    better: "higher",
    unit: "share",
    meaning: "requests whose field is right and whose likeliest class is an accepted one",
  },
  readAlike: {
    title: "Read alike",
    better: "higher",
    unit: "share",
    meaning: "requests read as the operation of their plain form and within .1 of its difficulty",
  },
  chanceRight: {
    title: "Chance",
    better: "higher",
    unit: "share",
    meaning: "requests for which every candidate's expected success lies in the range that it should",
  },
  chanceMean: {
    title: "Expected success",
    better: "higher",
    unit: "number",
    meaning: "mean expected success over requests and candidates",
  },
  likePick: {
    title: "Like pick",
    better: "higher",
    unit: "share",
    meaning: "the same model is picked as for the bare request, or one whose bill is within a factor of 1.3",
  },
  chanceMoves: {
    title: "Chance moves",
    better: "lower",
    unit: "number",
    meaning: "mean distance of a small model's chance from that on the bare request",
  },
  sameOperation: {
    title: "Same operation",
    better: "higher",
    unit: "share",
    meaning: "rewordings that are read as the operation of the plain request",
  },
  leavesFavourite: {
    title: "Not the favourite",
    better: "higher",
    unit: "share",
    meaning:
      "picks other than the candidate that is picked most often: 0 for a router that ignores the request",
  },
} as const satisfies Record<string, FigureDefinition>;

export type FigureName = keyof typeof FIGURES;

export function getFigure(name: string): FigureDefinition {
  return FIGURES[name as FigureName];
}

/** Judgement of a way of picking on one section: figures under prompt weights, so that one bootstrap gives paired intervals for all. */
export interface Judged {
  readonly figures: Readonly<Record<string, WeightedFigure>>;
}

/** Mean over prompts where it is known; NaN without any. */
export function weightedMean(values: Float64Array, weights: Float64Array): number {
  let [sum, total] = [0, 0];
  for (let i = 0; i < values.length; i += 1) {
    if (Number.isNaN(values[i])) continue;
    sum += (weights[i] ?? 0) * (values[i] ?? 0);
    total += weights[i] ?? 0;
  }
  return sum / total;
}

// From judged runs to plain figures: means over seeds, 95 % intervals, and paired differences to the method of interest.

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

/** The model as users get it, but for what it knows of the source. */
export type ModelWithout = (source: string) => RoutingModel;

export interface ProtocolContext {
  readonly dataset: Dataset;
  /** Folder of the data set, for what is beside the sources. */
  readonly dataDir: string;
  /** The artefact that is judged. */
  readonly view: ArtefactView;
  readonly seeds: readonly number[];
  readonly resamples: number;
  /** Sources that are judged, where a protocol samples; undefined = all. */
  readonly sources?: readonly string[] | undefined;
  /** Hand-made sets that are judged, where a protocol has them; undefined = all. */
  readonly sets?: readonly string[] | undefined;
  /** Prompts judged of each source at most, where a protocol samples; undefined leaves it to the protocol. */
  readonly promptsPerSource?: number | undefined;
  /** The product without what it knows of a source; undefined = every source is judged by the product as it is. */
  readonly modelWithout?: ModelWithout | undefined;
  readonly onProgress: (message: string) => void;
}

export interface Protocol {
  readonly name: string;
  readonly title: string;
  /** In words: what is done and how it is judged. */
  readonly description: string;
  /** First one is the headline. */
  readonly figures: readonly FigureName[];
  /** False where no source of outcomes is read. @default true */
  readonly needsOutcomes?: boolean;
  /** True where sources can be left out of what the product knows. */
  readonly canLeaveOut?: boolean;
  readonly run: (context: ProtocolContext) => Promise<readonly SectionResult[]>;
}
