// Builds an estimator from its declaration; checks parameters against the declared ranges.
import { SignalboxError } from "@signalbox/contracts";
import type { Estimator, ParameterRange, Parameters, Predictor, TrainingData } from "./estimator.ts";

export interface EstimatorDeclaration {
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
