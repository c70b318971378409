// How far an account's outcomes may bend the shipped model along its main directions: settings from stiff to free, and the
// fit of one of them.
import type { PromptEncoding } from "../reader/prompt-encoding.ts";

import type { BasisShape, CorrectionBasis } from "./correction-basis.ts";
import { basisSizeOf, coordinatesOf, fitBasis, withPriorLogit } from "./correction-basis.ts";
import type { CorrectionModel, CorrectionPrior, CorrectionRow } from "./correction-model.ts";
import { fitCorrection } from "./correction-model.ts";

/** Outcomes of one account over its prompts. */
export interface CorrectionData {
  readonly arms: readonly string[];
  /** One per prompt. */
  readonly encodings: readonly Pick<PromptEncoding, "features">[];
  /** One per outcome. */
  readonly outcomes: readonly CorrectionOutcome[];
  /** Arms whose outcomes changed; only those from after the change are here. */
  readonly changedArms?: ReadonlySet<number> | undefined;
}

export interface CorrectionOutcome {
  readonly prompt: number;
  readonly arm: number;
  readonly prior: number;
  readonly outcome: number;
  readonly weight: number;
}

export interface CorrectionSetting {
  readonly name: string;
  readonly shape: BasisShape;
  readonly prior: CorrectionPrior;
}

export interface FittedCorrection {
  readonly setting: CorrectionSetting;
  readonly basis: CorrectionBasis;
  readonly model: CorrectionModel;
}

/** More axes of the heads change no figure of learning; fewer lose some. */
const HEAD_AXES = 20;
const PLAIN: BasisShape = { headCount: 0, directionCount: 0 };
const HEADS: BasisShape = { headCount: HEAD_AXES, directionCount: 0 };
const LOCAL: BasisShape = { headCount: HEAD_AXES, directionCount: 16 };

/** From stiff to free. Tuned on the training sources of the benchmark split, never on the judged ones. */
export const CORRECTION_SETTINGS: readonly CorrectionSetting[] = [
  { name: "intercepts", shape: PLAIN, prior: { tauShared: 0.5, tauModel: 0.4, interceptScale: 4 } },
  { name: "heads, stiff", shape: HEADS, prior: { tauShared: 0.5, tauModel: 0.25, interceptScale: 2 } },
  { name: "heads", shape: HEADS, prior: { tauShared: 1, tauModel: 0.5, interceptScale: 1.5 } },
  { name: "local, stiff", shape: LOCAL, prior: { tauShared: 0.7, tauModel: 0.3, interceptScale: 2 } },
  { name: "local", shape: LOCAL, prior: { tauShared: 1.5, tauModel: 0.7, interceptScale: 1 } },
  { name: "local, free", shape: LOCAL, prior: { tauShared: 3, tauModel: 1.5, interceptScale: 1 } },
];

function rowsOf(data: CorrectionData, basis: CorrectionBasis): CorrectionRow[] {
  const coordinates = data.encodings.map((encoding) => coordinatesOf(basis, encoding));
  return data.outcomes.map(({ prompt, arm, prior, outcome, weight }) => ({
    arm,
    prior,
    outcome,
    weight,
    phi: withPriorLogit(coordinates[prompt]!, prior),
  }));
}

/** Fits one setting on all data. @param basis of the setting's shape and the same encodings, where it is at hand */
export function fitSetting(
  data: CorrectionData,
  setting: CorrectionSetting,
  basis: CorrectionBasis = fitBasis(data.encodings, setting.shape),
): FittedCorrection {
  const rows = rowsOf(data, basis);
  const { arms, changedArms } = data;
  const model = fitCorrection({
    arms,
    basisSize: basisSizeOf(basis),
    rows,
    prior: setting.prior,
    changedArms,
  });
  return { setting, basis, model };
}
