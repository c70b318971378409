// Written by packages/lab/src/fits/write-directions.ts: the worth of the shipped estimate on 7 training sources.
export const PRIORS = {
  /** Level of all models, slopes of the shipped logit between models and within one. @unit logits */
  levels: {
    means: [-0.18, 1.26, 0.44],
    deviations: [0.92, 0.65, 0.36],
  },
  /** Slope of outcomes on the shipped chance within a model and kind of work. */
  within: { mean: 0.39, deviation: 0.25 },
};
