// Other rosters for the same requests: each missing model added alone, and the change that was asked about.
import { invalid } from "@signalbox/contracts";
import type { Advice } from "@signalbox/contracts";
import type { CandidateInput } from "../candidates/candidate.ts";
import { createEffectMeter } from "./judge-effect.ts";
import type { EffectMeter, Served } from "./judge-effect.ts";
import { changeList, isNamed, rosterOf, offeredIn, pickAmong, tryRoster, NOBODY } from "./roster-request.ts";
import type { RosterChange, RosterRequest, RosterTrial } from "./roster-request.ts";
import { changeWords, missingWords } from "./advice-words.ts";
import { countShares, kindOf, restsOn } from "./describe-models.ts";

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

interface Variant {
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
 * The effect of the change on every request that it leaves a candidate.
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

// The outcome of another roster, in figures and words.
const KINDS_NAMED = 2;

const labelOf = ({ trials, picks }: Served, request: number): string =>
  trials[request]?.cells[picks[request] ?? NOBODY]?.estimated.label ?? "";

export function describeMissing(
  before: Served,
  position: number,
  { served, meter }: Variant,
): Advice["missing"][number] {
  const taken = served.picks.flatMap((pick, request) => (pick === position ? [request] : []));
  const estimated = served.trials[0]?.cells[position]?.estimated;
  const kinds = countShares(
    taken.flatMap((request) => {
      const encoding = before.trials[request]?.outlook.encoding;
      return encoding === undefined ? [] : [kindOf(encoding)];
    }),
  );
  const share = taken.length / Math.max(1, served.picks.length);
  const effect = meter.read();
  const named = kinds.slice(0, KINDS_NAMED);
  return {
    model: estimated?.label ?? "",
    rests_on: estimated === undefined ? "" : restsOn(estimated),
    pick_share: share,
    ...effect,
    reason: missingWords(share, named, effect),
  };
}

export function describeChange(before: Served, { served, meter }: Variant): NonNullable<Advice["change"]> {
  const requests = before.picks.map((_, request) => request);
  const shareOf = (side: Served) =>
    new Map(
      countShares(requests.map((request) => labelOf(side, request))).map((each) => [each.label, each.share]),
    );
  const [was, becomes] = [shareOf(before), shareOf(served)];
  const labels = [...new Set([...was.keys(), ...becomes.keys()])].filter((label) => label !== "");
  const moved = requests.filter((request) => labelOf(before, request) !== labelOf(served, request));
  const share = moved.length / Math.max(1, requests.length);
  const effect = meter.read();
  return {
    changed_share: share,
    ...effect,
    picks: labels.map((label) => ({ label, before: was.get(label) ?? 0, after: becomes.get(label) ?? 0 })),
    reason: changeWords(share, effect),
  };
}
