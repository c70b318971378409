// Leaves the newest model of every line out of the catalogue and places it again by its name alone, as the product places a
// model that comes out tomorrow. Abilities stay those of the artefact: each row is fitted on the boards of its own model.
import { compareVersions, createCatalog, parseOverrides } from "@signalbox/catalog";
import { readName, type ModelFacts, type NameLine } from "@signalbox/contracts";
import type { RoutingModel } from "@signalbox/engine";
import { factsOfNamed } from "@signalbox/engine/internals";

/** Half of the 80 % interval. @unit standard deviations */
const EIGHTY_PERCENT = 1.2816;

export interface PlacedNewest {
  readonly id: string;
  /** The model whose facts it was given; undefined where its name was of no known line. */
  readonly inheritsFrom: string | undefined;
  /** Distance of its own ability from the assumed one; undefined where boards and outcomes show one of the two alone. @unit standard deviations */
  readonly distance: number | undefined;
  readonly isWithin: boolean | undefined;
  /** Placed above the model before its predecessor; undefined where none is measured. */
  readonly isAbove: boolean | undefined;
}

interface Member {
  readonly facts: ModelFacts;
  readonly place: NameLine;
}

const newestFirst = (a: Member, b: Member): number =>
  (b.facts.releasedOn ?? "").localeCompare(a.facts.releasedOn ?? "") ||
  compareVersions(b.place.version, a.place.version);

/** Lines of two versions at least, the newest first; one whose version is not above all others follows nothing. */
export function listLines(models: readonly ModelFacts[]): readonly (readonly Member[])[] {
  const members = models.flatMap((facts): Member[] => {
    const place = readName(facts.id)?.place;
    return place === undefined || place.version.length === 0 ? [] : [{ facts, place }];
  });
  return [...Map.groupBy(members, ({ facts, place }) => `${facts.vendor} ${place.line}`).values()]
    .map((line) => line.toSorted(newestFirst))
    .filter(([newest, ...earlier]) => earlier.length > 0 && earlier.every((each) => follows(newest!, each)));
}

const follows = (later: Member, earlier: Member): boolean =>
  compareVersions(later.place.version, earlier.place.version) > 0;

type Abilities = Pick<RoutingModel, "abilities">["abilities"];

interface Placed {
  readonly mean: number;
  readonly variance: number;
}

function levelOf(
  abilities: Abilities,
  request: Parameters<Abilities["place"]>[0],
): (Placed & { readonly isKnown: boolean; readonly predecessor: string | undefined }) | undefined {
  const { belief, ground } = abilities.place(request);
  const [mean, variance] = [belief.mean[0], belief.covariance[0]];
  if (mean === undefined || variance === undefined) return undefined;
  return {
    mean,
    variance,
    isKnown: ground.boards + ground.outcomes > 0,
    predecessor: ground.predecessor,
  };
}

/** @param nowMs the day of the walk */
export function leaveNewestOut(
  { abilities }: Pick<RoutingModel, "abilities">,
  nowMs: number,
): readonly PlacedNewest[] {
  const asOf = new Date(nowMs);
  const lines = listLines(createCatalog({ asOf }).list());
  const removed = lines.map(([newest]) => ({ id: newest!.facts.id, is_removed: true }));
  const overrides = parseOverrides(JSON.stringify({ models: removed }), "newest left out");
  const catalog = createCatalog({ asOf, overrides });
  return lines.map(([newest, ...earlier]) => {
    const { id, modes } = newest!.facts;
    const facts = factsOfNamed(catalog, { label: id, provider: undefined, model: id });
    const inheritsFrom = facts?.isInherited === true ? facts.predecessor : undefined;
    const mode = modes?.default;
    const own = levelOf(abilities, { modelId: id, mode, stated: {} });
    const { predecessors } = facts ?? {};
    const assumed = levelOf(abilities, { modelId: undefined, predecessors, mode, stated: {} });
    const isPlaced = inheritsFrom !== undefined && assumed?.predecessor !== undefined;
    if (!isPlaced || own?.isKnown !== true)
      return { id, inheritsFrom, distance: undefined, isWithin: undefined, isAbove: undefined };
    const distance = (own.mean - assumed.mean) / Math.sqrt(own.variance + assumed.variance);
    const isWithin = Math.abs(distance) <= EIGHTY_PERCENT;
    const before = earlier.filter((each) => follows(earlier[0]!, each)).map((each) => each.facts.id);
    const measured = [...(predecessors ?? []).slice(1), ...before]
      .filter((each) => each !== assumed.predecessor)
      .map((modelId) => levelOf(abilities, { modelId, mode, stated: {} }))
      .find((level) => level?.isKnown);
    return {
      id,
      inheritsFrom,
      distance,
      isWithin,
      isAbove: measured && assumed.mean > measured.mean,
    };
  });
}
