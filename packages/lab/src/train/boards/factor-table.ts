// The observations of boards and outcomes as columns, and what is assumed of abilities before any is seen.
import { packedSize } from "@signalbox/engine/numerics";
import { MODES, PARENT_SKILL, SKILLS } from "./board-score.ts";
import type { Observation, Skill } from "./board-score.ts";
import { isOutcome } from "./outcome-observations.ts";
import { valueAt, wholeAt } from "../../arrays/value-at.ts";

/** Chosen leave-one-source-out; see docs/research/abilities.md. */
export const FACTOR_PRIORS = {
  modeSd: 0.35,
  defaultModeSd: 0.1,
  skillSd: 0.2,
  listedSd: 1,
  /** Mean of models that outcomes know and no board lists. */
  unlistedMean: -1,
  unlistedSd: 0.7,
  degreesOfFreedom: 4,
  itemModelsMin: 5,
  rounds: 25,
} as const;

export const MODE_START = 1;
export const SKILL_START = MODE_START + MODES.length;
/** Coordinates of a model: general, one a mode, one a skill but the general one. */
export const COORDINATES = SKILL_START + SKILLS.length - 1;

/** Coordinates of a skill's departures from what all share: its parent's and its own. */
export function pathOf(skill: Skill): readonly number[] {
  if (skill === "general") return [];
  const parent = PARENT_SKILL[skill];
  return [...(parent === undefined ? [] : pathOf(parent)), SKILL_START + SKILLS.indexOf(skill) - 1];
}

/** Observations as columns. */
export interface FactorTable {
  readonly models: readonly string[];
  readonly items: readonly string[];
  readonly isListed: readonly boolean[];
  readonly model: Int32Array;
  readonly item: Int32Array;
  readonly second: Int32Array;
  /** Rows of the skills that it is evidence of, by row. */
  readonly paths: readonly (readonly number[])[];
  readonly value: Float64Array;
  readonly variance: Float64Array;
  readonly share: Float64Array;
}

function usable(observations: readonly Observation[]): readonly Observation[] {
  const models = new Map<string, Set<string>>();
  for (const { item, model } of observations)
    models.set(item, (models.get(item) ?? new Set<string>()).add(model));
  return observations.filter(({ item }) => (models.get(item)?.size ?? 0) >= FACTOR_PRIORS.itemModelsMin);
}

/** Items with too few models are left out. */
export function buildTable(all: readonly Observation[]): FactorTable {
  const observations = usable(all);
  const models = [...new Set(observations.map(({ model }) => model))].toSorted();
  const items = [...new Set(observations.map(({ item }) => item))].toSorted();
  const modelRow = new Map(models.map((model, row) => [model, row]));
  const itemRow = new Map(items.map((item, row) => [item, row]));
  const listed = new Set(observations.filter((each) => !isOutcome(each)).map(({ model }) => model));
  const familySize = new Map<string, number>();
  const familyOf = ({ model, mode, family }: Observation): string => `${model}\0${mode}\0${family}`;
  for (const each of observations) familySize.set(familyOf(each), (familySize.get(familyOf(each)) ?? 0) + 1);
  return {
    models,
    items,
    isListed: models.map((model) => listed.has(model)),
    model: Int32Array.from(observations, ({ model }) => modelRow.get(model) ?? 0),
    item: Int32Array.from(observations, ({ item }) => itemRow.get(item) ?? 0),
    second: Int32Array.from(observations, ({ mode }) => MODE_START + MODES.indexOf(mode)),
    paths: observations.map(({ skill, languageSkill }) => [
      ...new Set([...pathOf(skill), ...(languageSkill === undefined ? [] : pathOf(languageSkill))]),
    ]),
    value: Float64Array.from(observations, ({ value }) => value),
    variance: Float64Array.from(observations, ({ variance }) => variance),
    share: Float64Array.from(
      observations,
      (each) => each.trust * (familySize.get(familyOf(each)) ?? 1) ** -0.5,
    ),
  };
}

export const coordinatesOf = ({ second, paths }: FactorTable, row: number): readonly number[] => [
  0,
  wholeAt(second, row),
  ...valueAt(paths, row),
];

export const packedAt = (i: number, j: number): number => (i < j ? packedSize(j) + i : packedSize(i) + j);
