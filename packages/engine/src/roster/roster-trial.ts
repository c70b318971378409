// A roster tried on one request: what is expected of each candidate there, who can serve it, and whom the engine picks.
import { SignalboxError } from "@signalbox/contracts";

import type { CandidateInput } from "../candidates/candidate-input.ts";
import type { Outlook } from "../choose/outlook.ts";
import { chooseFrom } from "../decide/decide-among.ts";
import type { Estimated } from "../estimate/estimated.ts";

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
