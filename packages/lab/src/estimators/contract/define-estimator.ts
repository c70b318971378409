// Builds an estimator from its declaration; checks parameters against the declared ranges.
import { SignalboxError } from "@signalbox/contracts";

// The one interface behind which every router of the laboratory stands: it predicts success, a policy decides.
// Fit gives an immutable predictor; the estimator itself never changes. `estimator.suite.ts` is its contract.

/** Prompts as estimators see them. */
export interface PromptSet {
  readonly count: number;
  readonly text: readonly string[];
  /** Rows of unit length. @shape count x dim, row-major */
  readonly features: Float32Array;
  readonly dim: number;
  /** Index of the data set a prompt came from. Only the oracle table may look at it. @shape count */
  readonly task: Int32Array;
}

/** A model as a column of predictions. */
export interface ModelColumn {
  /** Name within its source, or the canonical name where sources are joined. */
  readonly name: string;
  readonly canonical: string;
  readonly source: string;
  /** Mean cost of a query over the training rows; NaN = unknown. @unit USD */
  readonly meanCostUsd: number;
}

export interface TrainingData {
  readonly prompts: PromptSet;
  readonly models: readonly ModelColumn[];
  /** NaN = unknown. @shape prompts.count x models.length, row-major @range 0..1 */
  readonly scores: Float32Array;
  /** Rows held out from fitting, for blending; settings of baselines are chosen on the same rows. */
  readonly validation?: { readonly prompts: PromptSet; readonly scores: Float32Array };
}

export interface Predictor {
  /** @returns P(success). @shape prompts.count x models.length, row-major @range 0..1, never NaN */
  predict(prompts: PromptSet): Float32Array;
  /**
   * The same method learned once more from more rows; what held-out rows decided (a blend) stays. Absent where nothing
   * was decided on held-out rows: then a plain fit does the same.
   */
  refit?(data: TrainingData): Predictor;
}

export interface ParameterRange {
  readonly min: number;
  readonly max: number;
  readonly isInteger: boolean;
}
export type Parameters = Readonly<Record<string, number>>;

export interface Estimator {
  readonly name: string;
  /** For reports. */
  readonly title: string;
  /** False when the seed changes nothing: then one run represents all seeds. */
  readonly isSeeded: boolean;
  readonly parameters: Parameters;
  readonly constraints: Readonly<Record<string, ParameterRange>>;
  /** Settings tried on the dev rows; the first one is the default. */
  readonly grid: readonly Parameters[];
  /** An unfitted copy with another seed and, if given, other parameters. @throws SignalboxError `bad_request` outside the constraints */
  fork(seed: number, parameters?: Parameters): Estimator;
  /** Does not change the data. The same seed and data give the same predictor. */
  fit(data: TrainingData): Predictor;
}

interface EstimatorDeclaration {
  readonly name: string;
  readonly title: string;
  /** @default true */
  readonly isSeeded?: boolean;
  readonly constraints?: Readonly<Record<string, ParameterRange>>;
  /** The first entry is complete and is the default; later ones may name only what they change. */
  readonly grid?: readonly Parameters[];
  readonly fit: (data: TrainingData, parameters: Parameters, seed: number) => Predictor;
}

function assertParameters(declaration: EstimatorDeclaration, parameters: Parameters): void {
  const constraints = declaration.constraints ?? {};
  for (const [name, value] of Object.entries(parameters)) {
    const range = constraints[name];
    if (range === undefined)
      throw new SignalboxError("bad_request", `${declaration.name} has no parameter "${name}".`);
    const fits = value >= range.min && value <= range.max && (!range.isInteger || Number.isInteger(value));
    if (!fits)
      throw new SignalboxError(
        "bad_request",
        `${declaration.name}: ${name} must be ${range.isInteger ? "a whole number" : "a number"} from ${range.min} to ${range.max}.`,
      );
  }
}

function build(declaration: EstimatorDeclaration, parameters: Parameters, seed: number): Estimator {
  assertParameters(declaration, parameters);
  const grid = declaration.grid ?? [{}];
  return {
    name: declaration.name,
    title: declaration.title,
    isSeeded: declaration.isSeeded ?? true,
    parameters,
    constraints: declaration.constraints ?? {},
    grid: grid.map((entry) => Object.assign({}, grid[0], entry)),
    fork: (nextSeed, changes) => build(declaration, { ...parameters, ...changes }, nextSeed),
    fit: (data) => declaration.fit(data, parameters, seed),
  };
}

export function defineEstimator(declaration: EstimatorDeclaration): Estimator {
  return build(declaration, declaration.grid?.[0] ?? {}, 0);
}

export function wholeNumber(min: number, max: number): ParameterRange {
  return { min, max, isInteger: true };
}

export function realNumber(min: number, max: number): ParameterRange {
  return { min, max, isInteger: false };
}
