// Requests that advice rests on: from conversations, from the journal, or those that ship for those who have neither.
import type { DecisionInput, Known } from "../input/decision-input.ts";
import type { CandidateInput } from "../candidates/candidate-input.ts";
import type { Engine } from "../decide/engine.ts";
import type { JournalledDecision } from "../decide/journalled-reading.ts";
import { plainInput } from "../input/plain-input.ts";
import type { PlainInputParts } from "../input/plain-input.ts";
import type { RosterRequest } from "./roster-request.ts";
import { TYPICAL_REQUESTS } from "./typical-requests.data.ts";

export interface RequestOrigin {
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
