import type { TensorBag } from "../artefact/tensor-bag.ts";
import type { FittedAbilities } from "./fit-abilities.ts";

/** Bags the abilities of all models, and the atlas that places unknown ones. */
export function bagAbilities(
  fitted: FittedAbilities,
  bag: TensorBag,
  models: number,
  loadingCount: number,
): void {
  const columns = fitted.atlas.mean.length;
  bag.set("theta", fitted.theta, Math.max(1, models), loadingCount);
  bag.set("thetaSd", fitted.thetaSd, Math.max(1, models), loadingCount);
  bag.set("middlingTheta", fitted.middling, loadingCount);
  bag.set("atlasMean", fitted.atlas.mean, columns);
  bag.set("atlasWeights", fitted.atlas.weights, columns, fitted.atlas.factorSize);
  bag.set("atlasNoise", fitted.atlas.noise, columns);
}
