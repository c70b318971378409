// From the fitted factors to what an artefact holds: a Gaussian over skills for every model in every mode it was seen in,
// and for newcomers of a known line what their predecessor's ability says.
import type { ArtefactAbilities, ModelFacts } from "@signalbox/contracts";
import { LINEAGE } from "@signalbox/engine/internals";
import { packedSize } from "@signalbox/engine/numerics";
import { MODES, SKILLS, type Mode, type Observation } from "./board-score.ts";
import { COORDINATES, packedAt, pathOf, type BoardFactors, orderModes } from "./fit-board-factors.ts";
import { findPredecessor } from "./list-observations.ts";
import { calledMode, isOutcome } from "./outcome-observations.ts";
import { addAt, floatAt, valueAt, valueOf, wholeAt } from "../../arrays/value-at.ts";

type Row = ArtefactAbilities["rows"][number];

export interface AbilityRow extends Row {
  /** @shape SKILLS.length */
  readonly mean: Float64Array;
  /** @shape packedSize(SKILLS.length) */
  readonly packed: Float64Array;
}

/** Doubt whether a newcomer keeps its predecessor's place; it is expected a little above it. */
export const NEWCOMER = LINEAGE;

/** A line of its own from a vendor whose other models are known is hardly less able than what came before it at its price or below. */
const NEW_LINE = { gain: -0.1, sd: 0.5 } as const;

type ListedModel = Pick<ModelFacts, "id" | "vendor" | "releasedOn" | "prices" | "modes">;

/** Coordinates that make up the ability in a skill. */
const partsOf = (mode: Mode, skill: number): readonly number[] => [
  0,
  1 + MODES.indexOf(mode),
  ...pathOf(valueAt(SKILLS, skill)),
];

function beliefOf(factors: BoardFactors, model: number, mode: Mode): Pick<AbilityRow, "mean" | "packed"> {
  const mean = new Float64Array(SKILLS.length);
  const packed = new Float64Array(packedSize(SKILLS.length));
  const offset = model * packedSize(COORDINATES);
  for (let skill = 0; skill < SKILLS.length; skill += 1) {
    for (const part of partsOf(mode, skill))
      addAt(mean, skill, floatAt(factors.mean, model * COORDINATES + part));
    for (let other = 0; other <= skill; other += 1)
      for (const i of partsOf(mode, skill))
        for (const j of partsOf(mode, other))
          addAt(packed, packedAt(skill, other), floatAt(factors.covariance, offset + packedAt(i, j)));
  }
  return { mean, packed };
}

interface Seen {
  readonly modes: Set<Mode>;
  boards: number;
  readonly sources: Set<string>;
}

function countSeen(observations: readonly Observation[]): ReadonlyMap<string, Seen> {
  const seen = new Map<string, Seen>();
  for (const each of observations) {
    const held = seen.get(each.model) ?? {
      modes: new Set<Mode>(["default"]),
      boards: 0,
      sources: new Set<string>(),
    };
    held.modes.add(each.mode);
    if (isOutcome(each)) held.sources.add(each.item);
    else held.boards += 1;
    seen.set(each.model, held);
  }
  return seen;
}

/** The rows of one model, none less able for more thought. How far a row was moved is doubt about it: pooling makes no row surer. */
function inOrder(rows: readonly AbilityRow[]): readonly AbilityRow[] {
  const levels = orderModes(
    rows.map(({ mode, mean, packed }) => ({
      mode,
      level: floatAt(mean, 0),
      precision: 1 / floatAt(packed, 0),
    })),
  );
  return rows.map((row) => {
    const moved = valueOf(levels, row.mode) - floatAt(row.mean, 0);
    if (moved === 0) return row;
    const mean = row.mean.map((each) => each + moved);
    return { ...row, mean, packed: row.packed.map((each) => each + moved ** 2) };
  });
}

/** Rows of all models of the catalogue that boards or outcomes know. */
function listSeen(
  factors: BoardFactors,
  observations: readonly Observation[],
  ids: ReadonlySet<string>,
): AbilityRow[] {
  const seen = countSeen(observations);
  return factors.table.models.flatMap((model, index): AbilityRow[] => {
    const held = seen.get(model);
    if (held === undefined || !ids.has(model)) return [];
    const rows = MODES.filter((mode) => held.modes.has(mode)).map((mode): AbilityRow => {
      const { mean, packed } = beliefOf(factors, index, mode);
      return { model, mode, boards: held.boards, outcomes: held.sources.size, mean, packed };
    });
    return [...inOrder(rows)];
  });
}

/** Boards from which a model's own scores say enough of it, and something of its relatives. */
const KNOWN_BOARDS = 10;
/** A more expensive edition of a model is expected a little above it. */
const EDITION = { gain: 0.1, sd: 0.35 } as const;
const EDITION_NAME = /-pro$/;

/** The same version without the name of its edition. */
const siblingOf = (id: string): string | undefined =>
  EDITION_NAME.test(id) ? id.replace(EDITION_NAME, "") : undefined;

interface Relative {
  readonly id: string;
  readonly by: typeof NEWCOMER | typeof EDITION;
}

/** The mode of a call without one, by model. */
type CalledModes = ReadonlyMap<string, Mode>;

/** A model on few boards, weighed with what is known of its relative. @source Bishop, PRML, 2.3.3 */
function towards(
  { mean, packed, ...row }: AbilityRow,
  relative: AbilityRow,
  { gain, sd }: Relative["by"],
): AbilityRow {
  const spread = floatAt(packed, 0) + floatAt(relative.packed, 0) + sd ** 2;
  const surprise = floatAt(relative.mean, 0) + gain - floatAt(mean, 0);
  const gains = mean.map((_, skill) => floatAt(packed, packedAt(0, skill)) / spread);
  const next = Float64Array.from(packed);
  for (let skill = 0; skill < mean.length; skill += 1)
    for (let other = 0; other <= skill; other += 1)
      addAt(next, packedAt(skill, other), -floatAt(gains, skill) * floatAt(gains, other) * spread);
  return { ...row, mean: mean.map((each, skill) => each + floatAt(gains, skill) * surprise), packed: next };
}

/**
 * Models on a few boards alone, drawn to their siblings or predecessors in the same mode.
 * @source 120 models cut down to seven of their boards: 12 % nearer to the level of all of their boards, and half as much too high
 */
function steady(seen: readonly AbilityRow[], called: CalledModes): readonly AbilityRow[] {
  const byModel = Map.groupBy(seen, ({ model }) => model);
  const isKnown = (id: string): boolean => (byModel.get(id)?.[0]?.boards ?? 0) >= KNOWN_BOARDS;
  const known = [...byModel.keys()].filter(isKnown).map((id) => ({ id }));
  const relativeOf = (model: string): Relative | undefined => {
    const sibling = siblingOf(model);
    if (sibling !== undefined && isKnown(sibling)) return { id: sibling, by: EDITION };
    const before = findPredecessor({ id: model }, known);
    return before === undefined ? undefined : { id: before, by: NEWCOMER };
  };
  return [...byModel].flatMap(([model, rows]) => {
    const relative = isKnown(model) ? undefined : relativeOf(model);
    if (relative === undefined) return rows;
    const { id, by } = relative;
    const modes = new Map(byModel.get(id)?.map((row) => [row.mode, row]));
    const plain = modes.get(called.get(id) ?? "default") ?? modes.get("default");
    return inOrder(
      rows.map((row) => {
        const like = modes.get(row.mode) ?? plain;
        return like === undefined ? row : towards(row, like, by);
      }),
    );
  });
}

function inherit(
  seen: readonly AbilityRow[],
  id: string,
  from: string,
  by: typeof NEWCOMER | typeof NEW_LINE,
) {
  return seen
    .filter(({ model }) => model === from)
    .map((row): AbilityRow => ({
      model: id,
      mode: row.mode,
      boards: 0,
      outcomes: 0,
      predecessor: row.model,
      mean: row.mean.map((each) => each + by.gain),
      packed: row.packed.map((each) => each + by.sd ** 2),
    }));
}

const blended = ({ prices }: ListedModel): number | undefined =>
  prices?.inputUsdPerMTok === undefined || prices.outputUsdPerMTok === undefined
    ? undefined
    : (3 * prices.inputUsdPerMTok + prices.outputUsdPerMTok) / 4;

/** The ablest model of the vendor that came before at no higher price. */
function ablestBefore(
  model: ListedModel,
  known: readonly ListedModel[],
  levels: ReadonlyMap<string, number>,
) {
  const own = blended(model);
  const { releasedOn } = model;
  if (own === undefined || releasedOn === undefined) return undefined;
  const level = ({ id }: ListedModel): number => levels.get(id) ?? -Infinity;
  return known
    .filter((other) => {
      const price = blended(other) ?? Infinity;
      return other.vendor === model.vendor && price <= own && (other.releasedOn ?? "9") < releasedOn;
    })
    .reduce<ListedModel | undefined>(
      (best, other) => (best === undefined || level(other) > level(best) ? other : best),
      undefined,
    )?.id;
}

function listNewcomers(
  seen: readonly AbilityRow[],
  models: readonly ListedModel[],
  called: CalledModes,
): AbilityRow[] {
  const onBoards = seen.filter(({ boards }) => boards > 0);
  // In the order of the modes: a row in the mode of a call takes the place of the plain one.
  const levels = new Map(
    onBoards
      .filter(({ model, mode }) => mode === "default" || mode === called.get(model))
      .map(({ model, mean }) => [model, floatAt(mean, 0)] as const),
  );
  const known = models.filter(({ id }) => levels.has(id));
  const present = new Set(seen.map(({ model }) => model));
  return models
    .filter(({ id }) => !present.has(id))
    .flatMap((model): AbilityRow[] => {
      const predecessor = findPredecessor(model, known);
      if (predecessor !== undefined) return inherit(seen, model.id, predecessor, NEWCOMER);
      const before = ablestBefore(model, known, levels);
      return before === undefined ? [] : inherit(seen, model.id, before, NEW_LINE);
    });
}

/** @param models all models of the catalogue, in order */
export function buildAbilityRows(
  factors: BoardFactors,
  observations: readonly Observation[],
  models: readonly ListedModel[],
): readonly AbilityRow[] {
  const called = new Map(models.map((model) => [model.id, calledMode(model)]));
  const seen = steady(listSeen(factors, observations, new Set(called.keys())), called);
  return [...seen, ...listNewcomers(seen, models, called)];
}

/** The line of every benchmark, that of its board with the most models: what a stated score is read by. */
export function listBoardLines(
  { table, lines }: BoardFactors,
  observations: readonly Observation[],
): ArtefactAbilities["boards"] {
  const facts = new Map(observations.map(({ item, benchmark, skill }) => [item, { benchmark, skill }]));
  const rows = new Int32Array(table.items.length);
  table.item.forEach((item) => (rows[item] = wholeAt(rows, item) + 1));
  const best = new Map<string, number>();
  table.items.forEach((item, index) => {
    const fact = facts.get(item);
    if (fact === undefined || item.startsWith("outcomes:") || /elo/.test(fact.benchmark)) return;
    const held = best.get(fact.benchmark);
    if (held === undefined || wholeAt(rows, index) > wholeAt(rows, held)) best.set(fact.benchmark, index);
  });
  const round = (value: number): number => Math.round(value * 1e4) / 1e4;
  return Array.from(best, ([benchmark, index]) => ({
    benchmark,
    skill: valueOf(facts, valueAt(table.items, index)).skill,
    offset: round(floatAt(lines.offset, index)),
    slope: round(floatAt(lines.slope, index)),
    sd: round(Math.sqrt(floatAt(lines.variance, index))),
  })).toSorted((a, b) => (a.benchmark < b.benchmark ? -1 : 1));
}
