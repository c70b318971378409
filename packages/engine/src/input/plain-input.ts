// A decision that nothing but the request bears on: no preference, no session, nothing learned or observed.
import type { DecisionInput } from "./decision-input.ts";

type Asked = Pick<DecisionInput, "messages" | "tools" | "candidates"> & Partial<DecisionInput>;

/** What is given, and nothing else known; a draw of 1 explores nothing. */
export function plainInput(asked: Asked): DecisionInput {
  return {
    tradeoff: undefined,
    costQualityTradeoff: undefined,
    maxModelDepth: undefined,
    preference: undefined,
    session: undefined,
    learned: undefined,
    observedLatency: new Map(),
    explorationDraw: 1,
    ...asked,
  };
}
