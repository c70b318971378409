// The need that outcomes teach: which requests are like those that outcomes were recorded of, and how able a model must be
// for these. A source has a level of its own, which nobody knows of a new one: it widens the doubt.

import type { ArtefactAbilities } from "@signalbox/contracts";
import { createSkillWeights, NEED_INPUT_COUNT, NEED_TASK_AT } from "@signalbox/engine/internals";
import { sigmoid, fitRidge, minimise } from "@signalbox/engine/numerics";
import type { AbilityRow } from "./build-ability-rows.ts";
import type { AnsweringModel, NeedRow, NeedRows } from "./need-rows.ts";

// Lines over standardised inputs, shrunk: one by least squares with a level of its own for every group, one by logistic regression.

interface Line {
  readonly intercept: number;
  readonly weights: number[];
}

interface LineProblem {
  readonly inputs: readonly Float64Array[];
  readonly targets: Float64Array;
  readonly weights: Float64Array;
  /** Columns of the inputs that take part; the others weigh nothing. */
  readonly columns: readonly number[];
  readonly penalty: number;
}

interface Standard {
  readonly mean: number;
  readonly deviation: number;
}

const DEVIATION_MIN = 1e-6;

function standardsOf({ inputs, columns }: LineProblem): readonly Standard[] {
  return columns.map((column) => {
    const mean = inputs.reduce((sum, row) => sum + row[column]!, 0) / inputs.length;
    const square = inputs.reduce((sum, row) => sum + (row[column]! - mean) ** 2, 0) / inputs.length;
    const deviation = Math.sqrt(square);
    return { mean, deviation: deviation < DEVIATION_MIN ? Infinity : deviation };
  });
}

const round = (value: number): number => Math.round(value * 1e5) / 1e5;

/** Back from standardised columns to the inputs. */
function unstandardise(problem: LineProblem, standards: readonly Standard[], fitted: Float64Array): Line {
  const weights = Array.from<number>({ length: problem.inputs[0]?.length ?? 0 }).fill(0);
  let intercept = fitted[fitted.length - 1]!;
  problem.columns.forEach((column, at) => {
    const { mean, deviation } = standards[at]!;
    weights[column] = round(fitted[at]! / deviation);
    intercept -= (fitted[at]! / deviation) * mean;
  });
  return { intercept: round(intercept), weights };
}

/**
 * Least squares in which every group strays from the line by a level drawn from N(0, groupSd^2).
 * @param groups number of each row's group
 */
function fitLevelledLine(problem: LineProblem, groups: Int32Array, groupSd: number): Line {
  const { inputs, columns, targets, weights, penalty } = problem;
  const standards = standardsOf(problem);
  const groupCount = groups.reduce((most, group) => Math.max(most, group + 1), 0);
  const width = columns.length + groupCount;
  const table = new Float32Array(inputs.length * width);
  // One penalty serves all columns: a level's own comes from how large its column is.
  const indicator = groupSd * Math.sqrt(penalty);
  inputs.forEach((row, index) => {
    columns.forEach((column, at) => {
      const { mean, deviation } = standards[at]!;
      table[index * width + at] = (row[column]! - mean) / deviation;
    });
    table[index * width + columns.length + groups[index]!] = indicator;
  });
  const rows = Int32Array.from(inputs.keys());
  const fitted = fitRidge({ inputs: table, stride: width, width, rows, targets, weights, penalty });
  const line = Float64Array.from([...fitted.subarray(0, columns.length), fitted[width]!]);
  return unstandardise(problem, standards, line);
}

const ITERATIONS = 200;

/** Inputs that the line should not tell apart. */
interface Alike {
  /** Each holds wordings of one request. */
  readonly groups: readonly (readonly Float64Array[])[];
  /** Weight of the mean squared distance of the line from its mean within a group. */
  readonly penalty: number;
}

const standardised = (
  row: Float64Array,
  columns: readonly number[],
  standards: readonly Standard[],
): Float64Array =>
  Float64Array.from(columns, (column, at) => (row[column]! - standards[at]!.mean) / standards[at]!.deviation);

/** Second moments of what differs within groups. @shape columns x columns */
function scatterWithin(
  groups: Alike["groups"],
  columns: readonly number[],
  standards: readonly Standard[],
): Float64Array {
  const width = columns.length;
  const scatter = new Float64Array(width * width);
  let count = 0;
  for (const group of groups) {
    const rows = group.map((row) => standardised(row, columns, standards));
    const means = columns.map((_, at) => rows.reduce((sum, row) => sum + row[at]!, 0) / rows.length);
    count += rows.length;
    for (const row of rows)
      for (let one = 0; one < width; one += 1)
        for (let other = 0; other < width; other += 1)
          scatter[one * width + other] =
            scatter[one * width + other]! + (row[one]! - means[one]!) * (row[other]! - means[other]!);
  }
  return scatter.map((sum) => sum / Math.max(1, count));
}

/** Adds a quadratic penalty of the first weights to the gradient; returns its half square. */
function addPenalty(at: Float64Array, gradient: Float64Array, matrix: Float64Array, width: number): number {
  let twice = 0;
  for (let one = 0; one < width; one += 1) {
    let slope = 0;
    for (let other = 0; other < width; other += 1) slope += matrix[one * width + other]! * at[other]!;
    gradient[one] = gradient[one]! + slope;
    twice += at[one]! * slope;
  }
  return twice / 2;
}

/** Logistic regression; targets are shares. */
function fitLogisticLine(problem: LineProblem, alike: Alike = { groups: [], penalty: 0 }): Line {
  const { inputs, columns, targets, weights, penalty } = problem;
  const standards = standardsOf(problem);
  const width = columns.length;
  const rows = inputs.map((row) => standardised(row, columns, standards));
  const penalties = scatterWithin(alike.groups, columns, standards).map((moment) => alike.penalty * moment);
  for (let column = 0; column < width; column += 1)
    penalties[column * width + column] = penalties[column * width + column]! + penalty;
  const x = new Float64Array(columns.length + 1);
  minimise(
    (at, gradient) => {
      gradient.fill(0);
      let loss = addPenalty(at, gradient, penalties, width);
      rows.forEach((row, index) => {
        let logit = at[columns.length]!;
        for (let column = 0; column < row.length; column += 1) logit += at[column]! * row[column]!;
        const target = targets[index]!;
        const weight = weights[index]!;
        loss += weight * (Math.max(logit, 0) + Math.log1p(Math.exp(-Math.abs(logit))) - target * logit);
        const slope = weight * (sigmoid(logit) - target);
        for (let column = 0; column < row.length; column += 1)
          gradient[column] = gradient[column]! + slope * row[column]!;
        gradient[columns.length] = gradient[columns.length]! + slope;
      });
      return loss;
    },
    x,
    { iterations: ITERATIONS },
  );
  return unstandardise(problem, standards, x);
}

// The ability that a prompt needs, from who succeeded at it.

/** The need assumed before any outcome is seen, and how doubtful that is. */
const NEED = { mean: -0.5, sd: 1.5 } as const;
/** Outcomes of one prompt count as this many at most: they share the prompt's quirks. */
const OUTCOMES_MAX = 8;
interface AbleOutcome {
  readonly ability: number;
  readonly score: number;
}

/** Most likely need of a prompt given who succeeded at it. */
function needOf(outcomes: readonly AbleOutcome[], slope: number): number {
  const share = Math.min(1, OUTCOMES_MAX / outcomes.length);
  let need: number = NEED.mean;
  for (let round = 0; round < 25; round += 1) {
    let gradient = (NEED.mean - need) / NEED.sd ** 2;
    let curvature = 1 / NEED.sd ** 2;
    for (const { ability, score } of outcomes) {
      const chance = sigmoid(slope * (ability - need));
      gradient -= share * slope * (score - chance);
      curvature += share * slope * slope * chance * (1 - chance);
    }
    need += Math.min(1, Math.max(-1, gradient / curvature));
  }
  return need;
}

type Section = Pick<ArtefactAbilities, "skills" | "modes" | "stranger" | "slope">;
type FittedNeed = NonNullable<ArtefactAbilities["need"]>;

/** Chosen leave-one-source-out; see docs/research/abilities.md. */
const SHOWN = { penalty: 1000, promptVariance: 0.8, sourceSd: 0.7, sd: 1.3 } as const;
/**
 * Penalty and total weight of a side; how sharply likeness divides, and how much rarer tests are than everyday work; then the
 * share of a side's weight with which wordings of one request are held together.
 */
const LIKENESS = {
  penalty: 10,
  sideWeight: 1500,
  sharpness: 2,
  rarity: 2.5,
  alike: 4,
} as const;
/** Sources below which nothing can be said of a new one. */
const SOURCES_MIN = 3;
const PRECISION_MIN = 1e-3;

type AbilityOf = (model: AnsweringModel, weights: Float64Array) => number;

/** Abilities as the served estimate has them: in the mode, else of the default mode and what the mode is worth, else a stranger's. */
function createAbilityOf(rows: readonly AbilityRow[], { modes, stranger }: Section): AbilityOf {
  const means = new Map(rows.map(({ model, mode, mean }) => [`${model}\n${mode}`, mean]));
  const gains = new Map(modes.map(({ mode, mean }) => [mode, mean]));
  return ({ id, mode }, weights) => {
    const exact = means.get(`${id}\n${mode}`);
    const mean = exact ?? means.get(`${id}\ndefault`);
    if (mean === undefined) return stranger.mean;
    const ability = mean.reduce((sum, each, skill) => sum + weights[skill]! * each, 0);
    return exact === undefined ? ability + (gains.get(mode) ?? 0) : ability;
  };
}

interface SeenNeed {
  readonly need: number;
  readonly precision: number;
}

/** The need that the outcomes of one prompt show, the prior taken out again. */
function seenNeed(outcomes: readonly AbleOutcome[], slope: number): SeenNeed {
  const mode = needOf(outcomes, slope);
  const share = Math.min(1, OUTCOMES_MAX / outcomes.length);
  const information = outcomes.reduce((sum, { ability }) => {
    const chance = sigmoid(slope * (ability - mode));
    return sum + share * slope * slope * chance * (1 - chance);
  }, 0);
  const precision = Math.max(PRECISION_MIN, information);
  const prior = 1 / NEED.sd ** 2;
  return { need: ((prior + precision) * mode - prior * NEED.mean) / precision, precision };
}

const firstColumns = (count: number): number[] => Array.from({ length: count }, (_, column) => column);

interface Sources {
  readonly of: Int32Array;
  readonly sizes: Int32Array;
}

function numberSources(rows: readonly NeedRow[]): Sources {
  const names = [...new Set(rows.map(({ source }) => source))];
  const of = Int32Array.from(rows, ({ source }) => names.indexOf(source));
  const sizes = new Int32Array(names.length);
  of.forEach((source) => (sizes[source] = sizes[source]! + 1));
  return { of, sizes };
}

function fitShown({ rows }: NeedRows, sources: Sources, seen: readonly SeenNeed[]): Line {
  const mostRows = Math.max(...sources.sizes);
  const problem = {
    inputs: rows.map(({ inputs }) => inputs),
    targets: Float64Array.from(seen, ({ need }) => need),
    weights: Float64Array.from(
      seen,
      ({ precision }, row) =>
        Math.sqrt(mostRows / sources.sizes[sources.of[row]!]!) / (SHOWN.promptVariance + 1 / precision),
    ),
    columns: firstColumns(NEED_INPUT_COUNT),
    penalty: SHOWN.penalty,
  };
  return fitLevelledLine(problem, sources.of, SHOWN.sourceSd);
}

function fitLikeness({ rows, everyday, wordings }: NeedRows, sources: Sources): Line {
  const { sideWeight, penalty, sharpness, rarity, alike } = LIKENESS;
  const ofSource = sideWeight / sources.sizes.length;
  const problem = {
    inputs: [...rows.map(({ inputs }) => inputs), ...everyday],
    targets: new Float64Array(rows.length + everyday.length).fill(1, 0, rows.length),
    weights: Float64Array.from([
      ...Array.from(sources.of, (source) => ofSource / sources.sizes[source]!),
      ...everyday.map(() => sideWeight / everyday.length),
    ]),
    // Nothing of the task: it was read by heads that were trained on these everyday requests.
    columns: firstColumns(NEED_TASK_AT),
    penalty,
  };
  const { intercept, weights } = fitLogisticLine(problem, { groups: wordings, penalty: alike * sideWeight });
  const sharpen = (value: number): number => Math.round(1e5 * sharpness * value) / 1e5;
  return { intercept: sharpen(intercept) - rarity, weights: weights.map(sharpen) };
}

/** Undefined where too few sources, or no everyday requests, can be read. */
export function fitNeed(
  needRows: NeedRows,
  abilities: readonly AbilityRow[],
  section: Section,
): FittedNeed | undefined {
  const { rows, everyday } = needRows;
  const sources = numberSources(rows);
  if (sources.sizes.length < SOURCES_MIN || everyday.length === 0) return undefined;
  const abilityOf = createAbilityOf(abilities, section);
  const weightsOf = createSkillWeights(section.skills);
  const seen = rows.map(({ task, answers }) => {
    const weights = weightsOf(task);
    const outcomes = answers.map(({ by, score }) => ({ ability: abilityOf(by, weights), score }));
    return seenNeed(outcomes, section.slope);
  });
  return {
    likeness: fitLikeness(needRows, sources),
    shown: fitShown(needRows, sources, seen),
    sd: SHOWN.sd,
  };
}
