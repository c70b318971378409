// Other rosters for the same requests: each missing model added alone, and the change that was asked about.
import { invalid } from "@signalbox/contracts";

import type { CandidateInput } from "../candidates/candidate-input.ts";
import { createEffectMeter } from "./judge-effect.ts";
import type { EffectMeter, Served } from "./judge-effect.ts";
import { changeList, isNamed, rosterOf } from "./roster-request.ts";
import type { RosterChange, RosterRequest } from "./roster-request.ts";
import { offeredIn, pickAmong, tryRoster } from "./roster-trial.ts";
import type { RosterTrial } from "./roster-trial.ts";

/** Position of the pick of each request. Gives up its turn after every one. */
export function* pickEach(
  trials: readonly RosterTrial[],
  positionsOf: (trial: RosterTrial) => readonly number[] = offeredIn,
): Generator<undefined, readonly number[]> {
  const picks: number[] = [];
  for (const trial of trials) {
    picks.push(pickAmong(trial, positionsOf(trial)));
    yield;
  }
  return picks;
}

/** Gives up its turn after every request. */
export function* tryAll(
  requests: readonly RosterRequest[],
  roster: readonly CandidateInput[],
): Generator<undefined, RosterTrial[]> {
  const trials: RosterTrial[] = [];
  for (const request of requests) {
    trials.push(tryRoster(request, roster, request.offered));
    yield;
  }
  return trials;
}

export interface Variant {
  readonly served: Served;
  readonly meter: EffectMeter;
}

/** By position: what is picked once that candidate is offered everywhere. */
export function* variantsOf(
  served: Served,
  positions: readonly number[],
): Generator<undefined, ReadonlyMap<number, Variant>> {
  const variants = new Map<number, Variant>();
  for (const position of positions) {
    const picks = yield* pickEach(served.trials, (trial) => [...offeredIn(trial), position]);
    const after = { trials: served.trials, picks };
    variants.set(position, { served: after, meter: createEffectMeter(served, after) });
  }
  return variants;
}

/** Labels that an error names. */
const SHOWN_MAX = 20;

/** A change of a model that no request offers would change nothing, which looks like an answer. */
function refuseUnknown(requests: readonly RosterRequest[], { named = [], with: added }: RosterChange): void {
  const offered = [...rosterOf(requests), ...added];
  const unknown = named.filter(({ names }) => !offered.some((each) => isNamed(names, each)));
  if (unknown.length === 0) return;
  const labels = offered.map(({ label }) => label).slice(0, SHOWN_MAX);
  throw invalid(
    unknown.map(({ location, names }) => ({
      location,
      message: `No request here offers "${[...names][0]}".`,
      fix: `Name one of those that are offered: ${labels.join(", ")}.`,
    })),
  );
}

/**
 * What the change does to every request that it leaves a candidate.
 * @throws SignalboxError validation_failed when it leaves no candidate to any
 */
export function* tryChange(
  requests: readonly RosterRequest[],
  change: RosterChange,
  before: Served,
): Generator<undefined, Variant> {
  refuseUnknown(requests, change);
  const changed = requests.map((request): RosterRequest => ({
    group: request.group,
    offered: changeList(request.offered, change),
    lookAhead: (candidates) => request.lookAhead(candidates),
  }));
  const roster = rosterOf(changed);
  if (roster.length === 0)
    throw invalid([
      {
        location: "without",
        message: "It leaves no candidate to any request.",
        fix: "Leave at least one, or add others in `with`.",
      },
    ]);
  const trials = yield* tryAll(changed, roster);
  const after = { trials, picks: yield* pickEach(trials) };
  return { served: after, meter: createEffectMeter(before, after) };
}
