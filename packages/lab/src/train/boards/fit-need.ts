// The need that outcomes teach: which requests are like those that outcomes were recorded of, and how able a model must be
// for these. A source has a level of its own, which nobody knows of a new one: it widens the doubt.

import type { ArtefactAbilities } from "@signalbox/contracts";
import { createSkillWeights, NEED_INPUT_COUNT, NEED_TASK_AT } from "@signalbox/engine/internals";
import { sigmoid } from "@signalbox/engine/numerics";
import type { AbilityRow } from "./build-ability-rows.ts";
import { fitLevelledLine, fitLogisticLine, type Line } from "./fit-line.ts";
import type { AnsweringModel, NeedRow, NeedRows } from "./need-rows.ts";

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
