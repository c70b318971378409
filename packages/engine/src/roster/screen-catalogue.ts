// Which models of the catalogue are worth a closer look: each is offered alone beside the roster on some of the requests, and those
// that the engine picks there are ordered by what that is worth under the objective.
import type { CandidateInput } from "../candidates/candidate.ts";
import type { Estimated } from "../estimate/estimated.ts";
import type { ObjectiveRecord } from "../objective/objective.ts";
import type { RosterLimits, RosterRequest, RosterTrial } from "./roster-request.ts";
import { createLossBehind, rankBy } from "../rank/rank.ts";
import { offeredIn, pickAmong, tryRoster } from "./roster-request.ts";

/** The worth of one pick over another: how much less it gives up, by the rule of choice. @unit success */
function worthOf(objective: ObjectiveRecord, before: Estimated, after: Estimated): number {
  return createLossBehind(objective, [after, before])(before);
}

function spaced<T>(items: readonly T[], most: number): readonly T[] {
  if (items.length <= most) return items;
  return Array.from({ length: most }, (_, i) => items[Math.floor(((i + 0.5) * items.length) / most)]).flatMap(
    (item) => (item === undefined ? [] : [item]),
  );
}

interface Screened {
  readonly roster: readonly CandidateInput[];
  readonly requests: readonly RosterRequest[];
  readonly catalogue: readonly CandidateInput[];
}

/** Models that are estimated between two turns. */
const BATCH_MODELS = 50;

function batchesOf<T>(items: readonly T[]): readonly (readonly T[])[] {
  const count = Math.ceil(items.length / BATCH_MODELS);
  return Array.from({ length: count }, (_, i) => items.slice(i * BATCH_MODELS, (i + 1) * BATCH_MODELS));
}

/** The engine's own order, without the rest of a decision: false where a candidate would not lead those that are offered. */
function createGlance(
  { outlook: { objective }, cells }: RosterTrial,
  offered: readonly number[],
): (candidate: Estimated) => boolean {
  if (objective.maxModelDepth !== null) return () => true;
  const able = offered.flatMap((position) => {
    const cell = cells[position];
    return cell?.canServe === true ? [cell.estimated] : [];
  });
  return (candidate) => able.length === 0 || rankBy(objective, [...able, candidate])[0] === candidate;
}

/** The worth of each model of the batch on the request; those that would not be picked are left out. */
function screenBatch(
  request: RosterRequest,
  roster: readonly CandidateInput[],
  batch: readonly CandidateInput[],
): ReadonlyMap<CandidateInput, number> {
  const trial = tryRoster(request, [...roster, ...batch], request.offered);
  const offered = offeredIn(trial);
  const before = trial.cells[pickAmong(trial, offered)]?.estimated;
  const mightWin = createGlance(trial, offered);
  const worth = new Map<CandidateInput, number>();
  batch.forEach((each, i) => {
    const own = roster.length + i;
    const cell = trial.cells[own];
    if (cell?.canServe !== true || before === undefined || !mightWin(cell.estimated)) return;
    if (pickAmong(trial, [...offered, own]) === own)
      worth.set(each, worthOf(trial.outlook.objective, before, cell.estimated));
  });
  return worth;
}

/** Gives up its turn after every batch of models. */
export function* screenCatalogue(
  { roster, requests, catalogue }: Screened,
  limits: Pick<RosterLimits, "screenRequestsMax" | "shortlistMax">,
): Generator<undefined, readonly CandidateInput[]> {
  const worth = new Map<CandidateInput, number>();
  for (const request of spaced(requests, limits.screenRequestsMax))
    for (const batch of batchesOf(catalogue)) {
      for (const [each, gained] of screenBatch(request, roster, batch))
        worth.set(each, (worth.get(each) ?? 0) + gained);
      yield;
    }
  return [...worth]
    .filter(([, gained]) => gained > 0)
    .sort(([a, x], [b, y]) => y - x || (a.label < b.label ? -1 : 1))
    .slice(0, limits.shortlistMax)
    .map(([each]) => each);
}
