// What a decision takes from the request itself; the rest is what the decider knows beside it.
import type { SelectRequest } from "./read-select-request.ts";
import type { DecisionInput } from "../input/decision-input.ts";

type Asked =
  | "messages"
  | "tools"
  | "candidates"
  | "tradeoff"
  | "costQualityTradeoff"
  | "maxModelDepth"
  | "outputFormat"
  | "content";

/** Preference, session, what was learned and observed, and the draw of the dice. */
export type KnownBeside = Omit<DecisionInput, Asked>;

export function requestInput(request: SelectRequest, known: KnownBeside): DecisionInput {
  const { messages, tools, candidates, tradeoff, costQualityTradeoff, maxModelDepth } = request;
  const { outputFormat, content } = request;
  return {
    ...known,
    messages,
    tools,
    candidates,
    tradeoff,
    costQualityTradeoff,
    maxModelDepth,
    outputFormat,
    content,
  };
}
