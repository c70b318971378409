// A decision that nothing but the request bears on: no preference, no session, nothing learned or observed.
import type { Asked, DecisionInput, Known } from "./decision-input.ts";

/** Messages, tools and candidates, and any other member of what is asked or known. */
export type PlainInputParts = Pick<Asked, "messages" | "tools" | "candidates"> &
  Partial<Asked> &
  Partial<Known>;

/** What is given, and nothing else known; a draw of 1 explores nothing. */
export function plainInput(given: PlainInputParts): DecisionInput {
  const { preference, session, learned, observedLatency = new Map(), ...others } = given;
  const { explorationRate, explorationDraw = 1, ...asked } = others;
  return {
    asked: { tradeoff: undefined, costQualityTradeoff: undefined, maxModelDepth: undefined, ...asked },
    known: {
      preference,
      session,
      learned,
      observedLatency,
      explorationRate,
      explorationDraw,
    },
  };
}
