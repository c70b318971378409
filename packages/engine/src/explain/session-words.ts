// One sentence on what the session planner did, with the dollars where they decided.
import type { ObjectiveKind } from "../objective/objective.ts";
import type { SessionCause, SessionRecord } from "../session/session-state.ts";
import { formatPoints, formatUsd } from "../wording/format.ts";

const SENTENCES: Readonly<
  Record<SessionCause, (session: SessionRecord, objective: ObjectiveKind) => string>
> = {
  first: () => "First turn of a session: no model to keep.",
  same_pick: ({ previousLabel }) =>
    `${previousLabel} is still the best choice, so the session stays with it.`,
  tool_loop: ({ previousLabel }) => `A tool call is open: ${previousLabel} started it and should finish it.`,
  within_margin: (session) =>
    `Another model is slightly ahead, but not by enough to leave ${session.previousLabel}${bill(session)}.`,
  quality_gain: (session) =>
    `Left ${session.previousLabel}: this turn needs more than it offers${gain(session)}.`,
  saving: (session, objective) =>
    objective === "latency"
      ? `Left ${session.previousLabel}: the switch saves time even with a cold cache${bill(session)}.`
      : `Left ${session.previousLabel}: over about ${session.expectedTurns} more turns the switch saves money even with a cold cache${bill(session)}.`,
  not_a_candidate: ({ previousLabel }) => `${previousLabel} is no longer among the candidates.`,
  cannot_serve: ({ previousLabel }) => `${previousLabel} cannot serve this turn; the rejected list says why.`,
  not_sticky: ({ previousLabel }) =>
    `The preference does not keep sessions on one model, so ${previousLabel} was left.`,
};

/** @param objective what the decision was made by: under `latency` a saving is one of time */
export function sessionWords(session: SessionRecord, objective: ObjectiveKind): string {
  const sentence = SENTENCES[session.cause](session, objective);
  return session.isFound === true
    ? `${sentence} The session was not named; it was found by how the conversation begins.`
    : sentence;
}

function bill({ stayUsd, switchUsd, expectedTurns }: SessionRecord): string {
  if (stayUsd === null || switchUsd === null) return "";
  return ` (staying ${formatUsd(stayUsd)}, switching ${formatUsd(switchUsd)} over ${expectedTurns} turns)`;
}

function gain({ successGain }: SessionRecord): string {
  return successGain === null || successGain <= 0 ? "" : ` (estimated success +${formatPoints(successGain)})`;
}
