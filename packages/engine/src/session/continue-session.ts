// The state of a chain, from the record of its last decision: its model, its warm prompts, its switches.
import type { SessionState, WarmPrompt, SessionRecord } from "./session-state.ts";

/** Models of a chain whose caches are followed, the session's own not counted. */
const WARM_MAX = 4;

/** The facts about a decision that its next turn needs. */
export interface SessionTurn {
  readonly sessionId: string;
  readonly turn: number;
  readonly label: string;
  readonly inputTokens: number;
  /** Left warm beside the chosen model. */
  readonly warm: readonly WarmPrompt[];
  readonly switches: number;
}

/** The members of a decision's record that hold the state of its chain. */
interface DecidedTurn {
  readonly label: string;
  /** The recommended candidate first. */
  readonly ranking: readonly { readonly inputTokens: number }[];
  readonly session: Pick<SessionRecord, "turn" | "warm" | "switches">;
}

export function turnOfRecord(sessionId: string, { label, ranking, session }: DecidedTurn): SessionTurn {
  const { turn, warm, switches } = session;
  return { sessionId, turn, label, inputTokens: ranking[0]?.inputTokens ?? 0, warm, switches };
}

const coolDown = ({ label, inputTokens, idleS: before }: WarmPrompt, idleS: number): WarmPrompt => ({
  label,
  inputTokens,
  idleS: before + idleS,
});

/** @param idleS seconds since that turn; undefined = unknown, which counts as just now for the session's own model alone */
function continueTurn(last: SessionTurn, idleS: number | undefined): SessionState {
  const { sessionId, turn, label, inputTokens, warm, switches } = last;
  return {
    sessionId,
    turn,
    previousLabel: label,
    warmInputTokens: inputTokens,
    warm: idleS === undefined ? [] : warm.map((prompt) => coolDown(prompt, idleS)),
    switches,
    idleS,
  };
}

/** As `continueTurn`, from the record itself. */
export const continueSession = (
  sessionId: string,
  record: DecidedTurn,
  idleS: number | undefined,
): SessionState => continueTurn(turnOfRecord(sessionId, record), idleS);

/** @unit milliseconds since 1970; seconds */
interface SessionClock {
  readonly nowMs: number;
  /** Seconds after which a chain counts as ended. */
  readonly ttlS: number;
}

/** The present state of the chain; undefined when it has ended. A clock that moved back counts as zero. */
export function resumeTurn(
  last: SessionTurn & { readonly createdAtMs: number },
  { nowMs, ttlS }: SessionClock,
): SessionState | undefined {
  const idleS = Math.max(0, (nowMs - last.createdAtMs) / 1000);
  return idleS > ttlS ? undefined : continueTurn(last, idleS);
}

/** The prompts that stay warm beside the chosen model after this decision, the newest first. */
export function warmPromptsOf(session: SessionState | undefined, chosenLabel: string): WarmPrompt[] {
  if (session === undefined) return [];
  const { previousLabel, warmInputTokens, idleS, warm = [] } = session;
  const last: WarmPrompt[] =
    idleS === undefined ? [] : [{ label: previousLabel, inputTokens: warmInputTokens, idleS }];
  return [...last, ...warm]
    .filter((prompt) => prompt.label !== chosenLabel && Number.isFinite(prompt.idleS))
    .slice(0, WARM_MAX);
}
