// Advice on a roster, from requests that the engine decides again: so it says what the router would do, and no formula of its own.
// A generator of steps of some milliseconds at most, so that a service can serve others between them.
import type { Advice } from "@signalbox/contracts";
import type { DecisionInput, Known, PlainInputParts } from "../input/decision-input.ts";
import type { CandidateInput } from "../candidates/candidate.ts";
import type { Engine } from "../decide/engine.ts";
import type { JournalledDecision } from "../decide/journalled-reading.ts";
import { plainInput } from "../input/decision-input.ts";
import type { RosterRequest, RosterChange, RosterLimits, RosterTrial } from "./roster-request.ts";
import { TYPICAL_REQUESTS } from "./typical-requests.data.ts";
import { describeMix, describeModel } from "./describe-models.ts";
import {
  describeChange,
  describeMissing,
  pickEach,
  tryAll,
  tryChange,
  variantsOf,
} from "./roster-variants.ts";
import { createDominanceMeter, LOSS_MAX, needlessOf, SAVED_SHARE_MIN } from "./find-dominated.ts";
import { expectedMeans } from "./judge-effect.ts";
import type { Served } from "./judge-effect.ts";
import { ROSTER_LIMITS, rosterOf } from "./roster-request.ts";
import { createSampler } from "./sample-roster.ts";
import { screenCatalogue } from "./screen-catalogue.ts";

// Requests that advice rests on: from conversations, from the journal, or those that ship for those who have neither.
interface RequestOrigin {
  readonly group: string;
  /** The messages are read without it. */
  readonly journalled?: JournalledDecision | undefined;
}

/** The request as the first of its session, without exploration. */
export function toRosterRequest(
  engine: Pick<Engine, "lookAhead">,
  { asked, known }: DecisionInput,
  { group, journalled }: RequestOrigin,
): RosterRequest {
  const alone: Known = { ...known, session: undefined, explorationDraw: 1 };
  return {
    group,
    offered: asked.candidates,
    lookAhead: (candidates: readonly CandidateInput[]) =>
      engine.lookAhead({ asked: { ...asked, candidates }, known: alone }, journalled),
  };
}

/** Requests of every kind, each offering the same candidates. */
export function typicalRequests(
  engine: Pick<Engine, "lookAhead">,
  given: Omit<PlainInputParts, "messages" | "tools">,
): readonly RosterRequest[] {
  return TYPICAL_REQUESTS.map((text, i) => {
    const messages = [{ role: "user", text, parts: [], toolCallCount: 0, isToolResult: false }];
    return toRosterRequest(engine, plainInput({ ...given, messages, tools: [] }), { group: String(i) });
  });
}

export interface RosterQuestion {
  /** At least one, the oldest first. */
  readonly requests: readonly RosterRequest[];
  /** Models that might be added, none where nobody asks for them; those of the roster, those without a price and deprecated ones are passed over. */
  readonly catalogue: readonly CandidateInput[];
  readonly change?: RosterChange | undefined;
  readonly seed: number;
  readonly limits?: Partial<RosterLimits>;
}

/** The parts of the answer that do not depend on where the requests came from. */
export type RosterAdvice = Omit<Advice, "source" | "from" | "to" | "skipped">;

/** The least that a missing model must gain before it is worth a line. */
const WORTH_ADDING = {
  pickShareMin: 0.01,
  /** Success gained for certain (the interval lies above 0); else the bill must fall. */
  gainMin: 0.01,
} as const;

/** Nothing that is expected to lose success; it gains some surely, or it saves. */
function isWorthAdding(
  { pick_share: share, success_gain: gain, usd_per_1000_change: change }: Advice["missing"][number],
  usdPerThousand: number,
): boolean {
  const { pickShareMin, gainMin } = WORTH_ADDING;
  if (share < pickShareMin || gain.mean < -LOSS_MAX) return false;
  const gains = gain.mean >= gainMin && gain.low > 0;
  return gains || (change !== null && change.high < 0 && -change.mean >= SAVED_SHARE_MIN * usdPerThousand);
}

function missingOf(
  catalogue: readonly CandidateInput[],
  roster: readonly CandidateInput[],
): readonly CandidateInput[] {
  const offered = new Set(roster.map(({ facts }) => facts?.id));
  return catalogue.filter(
    ({ facts }) =>
      facts !== undefined &&
      !offered.has(facts.id) &&
      facts.isDeprecated !== true &&
      facts.prices?.inputUsdPerMTok !== undefined &&
      facts.prices.outputUsdPerMTok !== undefined,
  );
}

function objectiveOf(trials: readonly RosterTrial[]): string {
  const kinds = new Set(trials.map(({ outlook }) => outlook.objective.kind));
  const [only = "quality"] = kinds;
  return kinds.size > 1 ? "mixed" : only;
}

/** The same question has the same answer. */
export function* advise(question: RosterQuestion): Generator<undefined, RosterAdvice> {
  const limits = { ...ROSTER_LIMITS, ...question.limits };
  const all = rosterOf(question.requests);
  const roster = all.slice(0, limits.labelsMax);
  const kept = new Set(roster.map(({ label }) => label));
  const requests = question.requests.map((request): RosterRequest => ({
    group: request.group,
    offered: request.offered.filter(({ label }) => kept.has(label)),
    lookAhead: (candidates) => request.lookAhead(candidates),
  }));
  const catalogue = missingOf(question.catalogue, roster);
  const shortlist = yield* screenCatalogue({ roster, requests, catalogue }, limits);
  const trials = yield* tryAll(requests, [...roster, ...shortlist]);
  const served: Served = { trials, picks: yield* pickEach(trials) };
  const variants = yield* variantsOf(
    served,
    shortlist.map((_, i) => roster.length + i),
  );
  const change = question.change && (yield* tryChange(requests, question.change, served));
  const dominance = yield* createDominanceMeter(trials, roster.length);
  const options = { draws: limits.draws, seed: question.seed };
  const sample = yield* createSampler(trials, options);
  const sampleChanged = change && (yield* createSampler(change.served.trials, options));
  for (let draw = 0; draw < limits.draws; draw += 1) {
    const drawn = sample(draw);
    dominance.add(drawn);
    for (const { meter } of variants.values()) meter.add(drawn, drawn);
    if (sampleChanged !== undefined) change?.meter.add(drawn, sampleChanged(draw));
    yield;
  }
  const judged = { ...served, dominance: needlessOf(dominance.read(), limits.confidence) };
  const means = expectedMeans(served);
  return {
    requests: trials.length,
    objective: objectiveOf(trials),
    success: means.success,
    usd_per_1000: Number.isNaN(means.usd) ? null : 1000 * means.usd,
    mix: describeMix(trials, served.picks),
    models: roster
      .map((_, position) => describeModel(judged, position))
      .sort((a, b) => b.pick_share - a.pick_share),
    missing: [...variants]
      .map(([position, variant]) => describeMissing(served, position, variant))
      .filter((each) => isWorthAdding(each, 1000 * means.usd)),
    change: change === undefined ? null : describeChange(served, change),
    notes: [
      ...(all.length > roster.length
        ? [
            `${all.length - roster.length} labels that were offered least are left out; ${roster.length} are judged.`,
          ]
        : []),
      `${catalogue.length} other models of the catalogue were tried.`,
    ],
  };
}
