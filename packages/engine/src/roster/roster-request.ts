// One request of the traffic that advice rests on: what it offered, and a look at what any list of candidates would make of it.
import { SignalboxError } from "@signalbox/contracts";
import type { CandidateInput } from "../candidates/candidate.ts";
import type { Outlook } from "../choose/choose.ts";
import { chooseFrom } from "../decide/decide-among.ts";
import type { Estimated } from "../estimate/estimated.ts";

export interface RosterRequest {
  /** Requests of one conversation come and go together. */
  readonly group: string;
  readonly offered: readonly CandidateInput[];
  /** As the engine's, at today's prices, the request standing alone. */
  lookAhead(candidates: readonly CandidateInput[]): Outlook;
}

/** @unit USD per 1M tokens */
interface StatedPrice {
  readonly input: number;
  readonly output: number;
}

/** A change that a roster might make. */
export interface RosterChange {
  readonly with: readonly CandidateInput[];
  /** Labels or catalogue ids. */
  readonly without: ReadonlySet<string>;
  /** By label or catalogue id. */
  readonly prices: ReadonlyMap<string, StatedPrice>;
  /** Places where the request names a model that must be there, with all names of it. */
  readonly named?: readonly { readonly location: string; readonly names: ReadonlySet<string> }[] | undefined;
}

/** Bounds of the work; every one is a count, so that the same question has the same answer on any machine. */
export interface RosterLimits {
  /** Labels that are judged: those offered most often. */
  readonly labelsMax: number;
  /** Requests on which the whole catalogue is tried. */
  readonly screenRequestsMax: number;
  /** Models of the catalogue that are then judged on all requests. */
  readonly shortlistMax: number;
  /** Draws of all abilities, bills and requests. */
  readonly draws: number;
  /** Probability from which a model counts as dominated. @range 0.5..1 */
  readonly confidence: number;
}

export const ROSTER_LIMITS: RosterLimits = {
  labelsMax: 50,
  screenRequestsMax: 60,
  shortlistMax: 10,
  draws: 400,
  confidence: 0.8,
};

export const isNamed = (names: { has(name: string): boolean }, { label, facts }: CandidateInput): boolean =>
  names.has(label) || (facts !== undefined && names.has(facts.id));

function atPrice(candidate: CandidateInput, price: StatedPrice | undefined): CandidateInput {
  if (price === undefined) return candidate;
  return { ...candidate, inputUsdPerMTok: price.input, outputUsdPerMTok: price.output };
}

/** The list after the change; what is added replaces an entry of its label. */
export function changeList(
  offered: readonly CandidateInput[],
  { with: added, without, prices }: RosterChange,
): readonly CandidateInput[] {
  const labels = new Set(added.map(({ label }) => label));
  const kept = offered.filter((each) => !labels.has(each.label) && !isNamed(without, each));
  return [...kept, ...added].map((each) =>
    atPrice(each, prices.get(each.label) ?? prices.get(each.facts?.id ?? "")),
  );
}

/** One entry a label, as the last request stated it; those offered most often first. */
export function rosterOf(requests: readonly Pick<RosterRequest, "offered">[]): readonly CandidateInput[] {
  const last = new Map<string, CandidateInput>();
  const counts = new Map<string, number>();
  for (const { offered } of requests)
    for (const each of offered) {
      last.set(each.label, each);
      counts.set(each.label, (counts.get(each.label) ?? 0) + 1);
    }
  const often = ({ label }: CandidateInput): number => counts.get(label) ?? 0;
  return [...last.values()].sort((a, b) => often(b) - often(a) || (a.label < b.label ? -1 : 1));
}

// A roster tried on one request: what is expected of each candidate there, who can serve it, and whom the engine picks.

/** Position of a pick where no candidate may serve the request. */
export const NOBODY = -1;

export interface RosterCell {
  readonly estimated: Estimated;
  readonly isOffered: boolean;
  /** Offered or not, no limit of the request or of the preference rejects it. */
  readonly canServe: boolean;
}

export interface RosterTrial {
  readonly group: string;
  readonly outlook: Outlook;
  /** In the order of the roster. */
  readonly cells: readonly RosterCell[];
}

interface Tried {
  readonly group: string;
  lookAhead(candidates: readonly CandidateInput[]): Outlook;
}

/** @param offered the request's own entries; they come before the roster's of the same label */
export function tryRoster(
  request: Tried,
  roster: readonly CandidateInput[],
  offered: readonly CandidateInput[],
): RosterTrial {
  const own = new Map(offered.map((each) => [each.label, each]));
  const outlook = request.lookAhead(roster.map((each) => own.get(each.label) ?? each));
  // A depth ranks candidates against one another, so it says nothing of what one alone can serve.
  const rejected = new Set(
    outlook.filtered.rejected.flatMap(({ label, code }) => (code === "depth" ? [] : [label])),
  );
  const cells = outlook.estimated.map((estimated): RosterCell => {
    const { label } = estimated;
    return { estimated, isOffered: own.has(label), canServe: !rejected.has(label) };
  });
  return { group: request.group, outlook, cells };
}

/** Position of the engine's pick among some of the cells, or `NOBODY`. */
export function pickAmong({ outlook, cells }: RosterTrial, positions: readonly number[]): number {
  const among = positions.flatMap((position) => cells[position]?.estimated ?? []);
  if (among.length === 0) return NOBODY;
  try {
    const { chosen } = chooseFrom(outlook, among);
    return positions.find((position) => cells[position]?.estimated === chosen) ?? NOBODY;
  } catch (fault) {
    if (fault instanceof SignalboxError && fault.code === "no_eligible_candidate") return NOBODY;
    throw fault;
  }
}

export const offeredIn = ({ cells }: RosterTrial): readonly number[] =>
  cells.flatMap(({ isOffered }, position) => (isOffered ? [position] : []));
