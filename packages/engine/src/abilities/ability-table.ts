// Abilities of models in modes, fitted on public boards and recorded outcomes. What the operator or the caller states of a
// model (scores, quality) is one more board. A newcomer of a known line has its predecessor's ability with a wider spread; a
// model that nothing is known of is taken for less able than those on boards.
import type { ArtefactAbilities } from "@signalbox/contracts";
import { isMode, SignalboxError, thinksLess } from "@signalbox/contracts";
import { logitOf, packedSize } from "../numerics/index.ts";
import type { TensorStore } from "../artefact/tensor-store.ts";
import { createSkillWeights } from "./skill-weights.ts";
import type { SkilledTask } from "./skill-weights.ts";
import { conditionBelief, flatBelief, shiftBelief } from "./skill-belief.ts";
import type { BoardScore, SkillBelief } from "./skill-belief.ts";
import { strangerShift } from "./stranger-level.ts";
import type { StrangerHints } from "./stranger-level.ts";

export const DEFAULT_MODE = "default";

/** The grounds that an ability rests on. */
export interface AbilityGround {
  readonly boards: number;
  /** Sources of outcomes. */
  readonly outcomes: number;
  /** Scores that the operator or the caller states. */
  readonly stated: number;
  readonly predecessor?: string | undefined;
  /** The mode that was asked for is not the one that was measured. */
  readonly isModeGuessed: boolean;
}

export interface PlacedModel {
  readonly belief: SkillBelief;
  readonly ground: AbilityGround;
}

interface AbilityRequest {
  readonly modelId: string | undefined;
  /** Models of its line before it, the nearest first. */
  readonly predecessors?: readonly string[] | undefined;
  readonly mode?: string | undefined;
  /** Scores by benchmark that no board row of the fit covers. @range 0..1 */
  readonly stated: Readonly<Record<string, number>>;
  /** @range 0..1 */
  readonly quality?: number | undefined;
  /** Facts that speak of a model that the fit does not know. */
  readonly hints?: StrangerHints | undefined;
}

export interface AbilityTable {
  readonly skills: readonly string[];
  /** Deviation of an ability on work of a kind that no source has shown. */
  readonly newWorkSd: number;
  /** Skills that a request leans on; the same array for tasks that lean on the same. @shape skills, sum 1 */
  weightsOf(task: SkilledTask): Float64Array;
  place(request: AbilityRequest): PlacedModel;
}

/** A newer model of a line against the one before it. @source the lines of the boards, each without its newest model */
export const LINEAGE = { gain: 0.15, sd: 0.35 } as const;

/** A score that somebody states is worth what one board is, one of quality rather less. */
const QUALITY_SD = 0.5;
const SCORE_MARGIN = 0.01;

type Row = ArtefactAbilities["rows"][number];

const key = (model: string, mode: string): string => `${model}\n${mode}`;

function scoreOf(score: number): number {
  return logitOf(Math.min(1 - SCORE_MARGIN, Math.max(SCORE_MARGIN, score)));
}

export function loadAbilityTable(store: TensorStore, abilities: ArtefactAbilities): AbilityTable {
  const { skills, rows, modes, stranger } = abilities;
  const size = skills.length;
  const width = packedSize(size);
  const means = store.float32("abilityMean", Math.max(1, rows.length), size);
  const covariances = store.float32("abilityCovariance", Math.max(1, rows.length), width);
  const rowOf = new Map(rows.map(({ model, mode }, row) => [key(model, mode), row]));
  const rowsOf = groupRows(rows);
  const modeOf = new Map(modes.map((each) => [each.mode, each]));
  const boardOf = new Map(abilities.boards.map((board) => [board.benchmark, boardLine(board, skills)]));

  const beliefOf = (row: number): SkillBelief => ({
    mean: Float64Array.from(means.subarray(row * size, (row + 1) * size)),
    covariance: Float64Array.from(covariances.subarray(row * width, (row + 1) * width)),
  });
  /** Shift of a guess that places it between the measured modes of less and more thought. */
  const moveIntoOrder = (modelId: string, mode: string, guess: number): number => {
    let [least, most] = [-Infinity, Infinity];
    for (const row of rowsOf.get(modelId) ?? []) {
      const { mode: seen } = rows[row]!;
      if (!isMode(seen) || !isMode(mode)) continue;
      const level = means[row * size]!;
      if (thinksLess(seen, mode)) least = Math.max(least, level);
      if (thinksLess(mode, seen)) most = Math.min(most, level);
    }
    return Math.max(least, Math.min(most, guess)) - guess;
  };
  const fitted = (modelId: string, mode: string): PlacedModel | undefined => {
    const row = rowOf.get(key(modelId, mode));
    if (row !== undefined) return { belief: beliefOf(row), ground: groundOf(rows[row]!, false) };
    const plain = rowOf.get(key(modelId, DEFAULT_MODE));
    if (plain === undefined) return undefined;
    const { mean = 0, sd = 0 } = modeOf.get(mode) ?? {};
    const guess = shiftBelief(beliefOf(plain), mean, sd);
    const moved = moveIntoOrder(modelId, mode, guess.mean[0]!);
    return { belief: shiftBelief(guess, moved, 0), ground: groundOf(rows[plain]!, true) };
  };
  const unknown = (hints: StrangerHints = {}): PlacedModel => ({
    belief: flatBelief(size, stranger.mean + strangerShift(hints), stranger.sd),
    ground: { boards: 0, outcomes: 0, stated: 0, isModeGuessed: false },
  });
  return {
    skills,
    newWorkSd: abilities.newWorkSd,
    weightsOf: createSkillWeights(skills),
    place({ modelId, predecessors = [], mode = DEFAULT_MODE, stated, quality, hints }) {
      const own = modelId === undefined ? undefined : fitted(modelId, mode);
      const placed = own ?? inherited(predecessors, (id) => fitted(id, mode)) ?? unknown(hints);
      const scores = Object.entries(stated).flatMap(([name, score]): BoardScore[] => {
        const board = boardOf.get(name);
        return board === undefined ? [] : [{ ...board, value: scoreOf(score) }];
      });
      if (quality !== undefined)
        scores.push({ skill: 0, value: scoreOf(quality), offset: 0, slope: 1, variance: QUALITY_SD ** 2 });
      return {
        belief: scores.reduce(conditionBelief, placed.belief),
        ground: { ...placed.ground, stated: scores.length },
      };
    },
  };
}

/**
 * The ability of the nearest predecessor that is known, a step further for each model between. Boards err on one model alone, so
 * the one before it moves the guess, by how sure the two are.
 */
function inherited(
  predecessors: readonly string[],
  fitted: (id: string) => PlacedModel | undefined,
): PlacedModel | undefined {
  let nearest: PlacedModel | undefined;
  for (const [at, id] of predecessors.entries()) {
    const before = fitted(id);
    if (before === undefined) continue;
    const steps = at + 1;
    const belief = shiftBelief(before.belief, steps * LINEAGE.gain, Math.sqrt(steps) * LINEAGE.sd);
    if (nearest !== undefined) return movedTowards(nearest, belief);
    nearest = { belief, ground: { ...before.ground, boards: 0, outcomes: 0, predecessor: id } };
  }
  return nearest;
}

function movedTowards(placed: PlacedModel, { mean, covariance }: SkillBelief): PlacedModel {
  const { belief } = placed;
  const [own, other] = [belief.covariance[0]!, covariance[0]!];
  const by = ((mean[0]! - belief.mean[0]!) * own) / (own + other);
  return { ...placed, belief: shiftBelief(belief, by, 0) };
}

function groupRows(rows: readonly Row[]): ReadonlyMap<string, readonly number[]> {
  const groups = new Map<string, number[]>();
  for (const [row, { model }] of rows.entries()) {
    const group = groups.get(model);
    if (group === undefined) groups.set(model, [row]);
    else group.push(row);
  }
  return groups;
}

function boardLine(
  { benchmark, skill, offset, slope, sd }: ArtefactAbilities["boards"][number],
  skills: readonly string[],
): Omit<BoardScore, "value"> {
  const column = skills.indexOf(skill);
  if (column < 0)
    throw new SignalboxError("invalid_artefact", `The board "${benchmark}" names no skill of the artefact.`);
  return { skill: column, offset, slope, variance: sd * sd };
}

function groundOf({ boards, outcomes, predecessor }: Row, isModeGuessed: boolean): AbilityGround {
  return { boards, outcomes, stated: 0, isModeGuessed, predecessor };
}
