// The one recipe. Benchmark and release artefacts differ by their split alone.
import type { Dropout } from "./members/forward.ts";
import type { LearningRates } from "./members/optimiser.ts";

export interface RecipeOptions {
  readonly memberCount: number;
  readonly tokenSize: number;
  readonly hiddenSize: number;
  readonly abilitySize: number;
  readonly epochs: number;
  readonly batchSize: number;
  readonly dropout: Dropout;
  readonly rates: LearningRates;
  /** Share of the passes that read a prompt in other words. @range 0..1 */
  readonly rewordShare: number;
  /** Mistyped words are read as the words they are one slip away from. */
  readonly healsWords: boolean;
  readonly factorSize: number;
  readonly clusterCount: number;
  /** Members trained side by side. */
  readonly workers: number;
}

export const RECIPE_NAME = "static-irt-4";

export const RECIPE: RecipeOptions = {
  memberCount: 3,
  tokenSize: 96,
  hiddenSize: 192,
  abilitySize: 16,
  epochs: 7,
  batchSize: 32,
  dropout: { token: 0.2, hidden: 0.5, dense: 0.05 },
  rates: {
    network: 2e-3,
    theta: 1e-2,
    tokens: 0.008,
    weightDecay: 0.2,
    sharedDecay: 0.01,
    ownDecay: 0.05,
  },
  rewordShare: 0.4,
  healsWords: true,
  factorSize: 3,
  clusterCount: 64,
  workers: 2,
};
