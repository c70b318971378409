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
  aucPooled: {
    title: "AUC, pooled",
    better: "higher",
    unit: "number",
    meaning: "the same over all pairs of prompt and model together",
  },
  brier: {
    title: "Brier",
    better: "lower",
    unit: "number",
    meaning: "mean squared distance of probability and outcome",
  },
  ece: {
    title: "ECE",
    better: "lower",
    unit: "number",
    meaning: "mean distance of predicted and observed success over 15 bins",
  },
  accuracy: {
    title: "Accuracy",
    better: "higher",
    unit: "share",
    meaning: "mean score of the picked model when cost does not count",
  },
  accuracyAtCost: {
    title: "Accuracy at cost",
    better: "higher",
    unit: "share",
    meaning: "mean score reached for the cost of the best single model",
  },
  perfGain: {
    title: "Gain",
    better: "higher",
    unit: "share",
    meaning: "relative gain of accuracy at the best single model's cost",
  },
  aiq: {
    title: "AIQ",
    better: "higher",
    unit: "number",
    meaning: "mean accuracy over budgets from nothing to the cost of the most expensive model",
  },
  aiqRange: {
    title: "AIQ, model range",
    better: "higher",
    unit: "number",
    meaning: "the same over budgets from the cheapest to the most expensive model",
  },
  arena: {
    title: "Arena S",
    better: "higher",
    unit: "number",
    meaning: "RouterArena's formula at the price weight chosen on dev",
  },
  chosenAccuracy: {
    title: "Accuracy, tuned",
    better: "higher",
    unit: "share",
    meaning: "accuracy at the price weight that just held the best single model's accuracy on dev",
  },
  chosenSave: {
    title: "Saved, tuned",
    better: "higher",
    unit: "share",
    meaning: "cost saved at that same price weight",
  },
  cpt50: {
    title: "CPT 50 %",
    better: "lower",
    unit: "share",
    meaning: "share of strong calls that recovers half of the gap",
  },
  cpt80: {
    title: "CPT 80 %",
    better: "lower",
    unit: "share",
    meaning: "share of strong calls that recovers four fifths of the gap",
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
  scoreThree: {
    title: "Sets of three",
    better: "higher",
    unit: "number",
    meaning: "the same among three models drawn at random",
  },
  scoreTwo: {
    title: "Sets of two",
    better: "higher",
    unit: "number",
    meaning: "the same among two models drawn at random",
  },
  usdAll: {
    title: "Dollars a request",
    better: "lower",
    unit: "usd",
    meaning: "mean recorded dollars of the pick among all models",
  },
  overMix: {
    title: "Over the best mix",
    better: "higher",
    unit: "number",
    meaning:
      "mean score of the pick less what a random mix of the two best-suited models reaches at the same recorded dollars, both chosen in hindsight",
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
  slope: {
    title: "Slope",
    better: "higher",
    unit: "number",
    meaning: "of observed over predicted success on the logit scale: 1 is right, less is too bold",
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
  tokensFactor: {
    title: "Tokens, factor",
    better: "lower",
    unit: "number",
    meaning: "factor that half of the expected visible tokens stay within, against the middle of the labels",
  },
  tokensInside: {
    title: "Tokens, inside",
    better: "higher",
    unit: "share",
    meaning: "requests where the middle of the labels lies in the 80 % interval of visible tokens",
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
