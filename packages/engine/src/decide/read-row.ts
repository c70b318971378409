// A prompt that stands alone, read as a decision on it reads it. Rows of evaluation files and of data sets are learned from and
// judged by this and nothing else: whatever was learned against other estimates would be applied to these.
import { createCandidateBuilder } from "../candidates/build-candidates.ts";
import type { CandidateInput } from "../candidates/candidate-input.ts";
import { readText } from "../reader/conversation/read-conversation.ts";
import { withCircumstance } from "./conversation-reading.ts";
import type { PromptEncoding } from "../reader/prompt-encoding.ts";
import type { RoutingModel } from "../model/routing-model.ts";
import type { SuccessEstimate } from "../abilities/ability.ts";

export interface RowReading {
  readonly encoding: PromptEncoding;
  /** In the order of the candidates. */
  readonly estimates: readonly SuccessEstimate[];
}

export type RowReader = (text: string) => RowReading;

export function createRowReader(model: RoutingModel, candidates: readonly CandidateInput[]): RowReader {
  const abilities = createCandidateBuilder(model)(candidates).map(({ ability }) => ability);
  return (text) => {
    const conversation = readText(text);
    const encoding = withCircumstance(model.encode(conversation), conversation.notes);
    return { encoding, estimates: model.estimateSuccess(encoding, abilities) };
  };
}
