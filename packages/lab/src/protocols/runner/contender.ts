// A method that takes part in a run: one estimator a seed. Baselines fork by seed; ours may bring one artefact a seed.
import type { Estimator } from "../../estimators/contract/estimator.ts";
import { valueAt } from "../../arrays/value-at.ts";

export interface Contender {
  readonly name: string;
  readonly title: string;
  /** The method that the others are compared with; at most one in a run. */
  readonly isOurs: boolean;
  /** True when its predictions depend on the problem, settings and seed alone. */
  readonly isCached: boolean;
  readonly estimatorOf: (seedIndex: number) => Estimator;
}

export function contenderOf(estimator: Estimator): Contender {
  return {
    name: estimator.name,
    title: estimator.title,
    isOurs: false,
    isCached: true,
    estimatorOf: () => estimator,
  };
}

/** Ours: the artefacts are used in turn, so that one artefact a seed gives the mean over seeds. */
export function oursOf(estimators: readonly Estimator[]): Contender {
  const first = valueAt(estimators, 0);
  return {
    name: first.name,
    title: first.title,
    isOurs: true,
    isCached: false,
    estimatorOf: (seedIndex) => valueAt(estimators, seedIndex % estimators.length),
  };
}
