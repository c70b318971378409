// The correction that an account's reports add to the shipped estimates, by likeness of the requests, and how far they may bend
// them.
import { logLoss } from "../../numerics/logistic.ts";
import {
  correctProbability,
  fitCorrection,
  type CorrectionModel,
  type CorrectionPrior,
  type CorrectionRow,
} from "../correction-model.ts";
import { basisSizeOfKin, fitKinBasis, kinCoordinates, type KinBasis } from "./kin-basis.ts";
import type { Kindred } from "../../input/decision-input.ts";
import { firm } from "../shared-shift.ts";
import { fieldOf } from "./likeness.ts";

interface KinOutcome {
  readonly request: number;
  readonly arm: number;
  readonly prior: number;
  readonly outcome: number;
  readonly weight: number;
}

export interface KinData {
  readonly arms: readonly string[];
  readonly requests: readonly Kindred[];
  readonly outcomes: readonly KinOutcome[];
  /** Arms whose outcomes changed; only those from after the change are here. */
  readonly changedArms?: ReadonlySet<number> | undefined;
}

export interface KinSetting {
  readonly name: string;
  readonly prior: CorrectionPrior;
}

export interface FittedKin {
  readonly setting: KinSetting;
  readonly basis: KinBasis;
  readonly model: CorrectionModel;
  /** Those whose outcomes changed. */
  readonly changedArms: readonly number[];
  /** Reports of every arm by field. */
  readonly reports: readonly Readonly<Record<string, number>>[];
}

/**
 * The part that all models share on a kind of work varies more than one model's own part: graders differ more than models do.
 * The level of all work together moves little, so that what is learned on one kind stays there. The last two need evidence.
 */
export const KIN_SETTINGS: readonly KinSetting[] = [
  { name: "kin", prior: { tauShared: 1.3, tauModel: 1.1, interceptScale: 0.3 } },
  { name: "kin, free", prior: { tauShared: 1.3, tauModel: 2.2, interceptScale: 0.3 } },
  { name: "kin, wide", prior: { tauShared: 1.3, tauModel: 1.1, interceptScale: 0.8 } },
];
export const KIN_STIFF = KIN_SETTINGS[0]!;

/** Newest reports that the setting is chosen on; the fit itself uses all. */
const SELECT_ROWS_MAX = 2000;
const FOLD_COUNT = 4;
/** A setting must beat the stiff one by this many standard errors. */
const GAIN_SE_MIN = 1;

function rowsOf({ requests, outcomes }: KinData, basis: KinBasis): CorrectionRow[] {
  const coordinates = requests.map((request) => kinCoordinates(basis, request));
  return outcomes.map(({ request, prior, ...row }) => ({
    ...row,
    prior: firm(prior),
    phi: coordinates[request]!,
  }));
}

function countByField({ arms, requests, outcomes }: KinData): Record<string, number>[] {
  const counts = arms.map((): Record<string, number> => ({}));
  for (const { arm, request, weight } of outcomes) {
    if (weight === 0) continue;
    const field = fieldOf(requests[request]!);
    counts[arm]![field] = (counts[arm]![field] ?? 0) + 1;
  }
  return counts;
}

export function fitKin(data: KinData, setting: KinSetting): FittedKin {
  const basis = fitKinBasis(data.requests);
  const { arms, changedArms } = data;
  const model = fitCorrection({
    arms,
    basisSize: basisSizeOfKin(basis),
    rows: rowsOf(data, basis),
    prior: setting.prior,
    changedArms,
  });
  return { setting, basis, model, changedArms: [...(changedArms ?? [])], reports: countByField(data) };
}

/** The estimate after learning; the shipped one for a model that nothing is known of. @range 0..1 */
export function predictKin(fitted: FittedKin, arm: string, request: Kindred, prior: number): number {
  const { basis, model } = fitted;
  return correctProbability(model, model.arms.indexOf(arm), kinCoordinates(basis, request), firm(prior));
}

/** Held-out loss of every outcome. The landmarks see no outcome, so they may be of all requests. */
function heldOutLosses(data: KinData, rows: readonly CorrectionRow[], prior: CorrectionPrior): Float64Array {
  const losses = new Float64Array(rows.length);
  const { arms, changedArms, outcomes } = data;
  const basisSize = rows[0]?.phi.length ?? 1;
  const foldOf = (at: number): number => outcomes[at]!.request % FOLD_COUNT;
  for (let fold = 0; fold < FOLD_COUNT; fold += 1) {
    const training = rows.filter((_, at) => foldOf(at) !== fold);
    const model = fitCorrection({ arms, basisSize, rows: training, prior, changedArms });
    rows.forEach((row, at) => {
      if (foldOf(at) !== fold) return;
      const predicted = correctProbability(model, row.arm, row.phi, row.prior);
      losses[at] = row.weight * logLoss(predicted, row.outcome);
    });
  }
  return losses;
}

/** The setting with the least held-out loss among those that beat the stiff one beyond chance. */
export function selectKin(data: KinData): KinSetting {
  const outcomes = data.outcomes.slice(-SELECT_ROWS_MAX);
  const recent = { ...data, outcomes };
  const rows = rowsOf(recent, fitKinBasis(data.requests));
  const stiff = heldOutLosses(recent, rows, KIN_STIFF.prior);
  let best = { setting: KIN_STIFF, gain: 0 };
  for (const setting of KIN_SETTINGS.slice(1)) {
    const gains = heldOutLosses(recent, rows, setting.prior).map((loss, at) => stiff[at]! - loss);
    const gain = gains.reduce((sum, each) => sum + each, 0);
    const squares = gains.reduce((sum, each) => sum + each * each, 0);
    if (gain > GAIN_SE_MIN * Math.sqrt(squares) && gain > best.gain) best = { setting, gain };
  }
  return best.setting;
}
