// Every figure a protocol may report: its title in reports, which way is better, its unit, and its meaning.
import type { WeightedFigure } from "../../metrics/bootstrap.ts";

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
