// The state of a chain, from the record of its last decision: who answered, what is warm where, how often it switched.
import type { SessionState, WarmPrompt } from "../decide/types.ts";
import type { DecisionRecord } from "../explain/decision-record.ts";

/** Models of a chain whose caches are followed, the session's own not counted. */
const WARM_MAX = 4;

/** @param idleS seconds since that decision; undefined = unknown, which counts as just now for the session's own model alone */
export function continueSession(
  sessionId: string,
  { label, ranking, session }: Pick<DecisionRecord, "label" | "ranking" | "session">,
  idleS: number | undefined,
): SessionState {
  return {
    sessionId,
    turn: session.turn,
    previousLabel: label,
    warmInputTokens: ranking[0]?.inputTokens ?? 0,
    warm: session.warm.map((prompt) => ({ ...prompt, idleS: prompt.idleS + (idleS ?? Infinity) })),
    switches: session.switches,
    idleS,
  };
}

/** What stays warm beside the chosen model after this decision, the newest first. */
export function warmPromptsOf(session: SessionState | undefined, chosenLabel: string): WarmPrompt[] {
  if (session === undefined) return [];
  const { previousLabel, warmInputTokens, idleS, warm = [] } = session;
  const last: WarmPrompt[] =
    idleS === undefined ? [] : [{ label: previousLabel, inputTokens: warmInputTokens, idleS }];
  return [...last, ...warm]
    .filter((prompt) => prompt.label !== chosenLabel && Number.isFinite(prompt.idleS))
    .slice(0, WARM_MAX);
}
