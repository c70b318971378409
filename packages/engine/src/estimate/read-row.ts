// A prompt that stands alone, read as a decision on it reads it. Rows of evaluation files and of data sets are learned from and
// judged by this and nothing else: whatever was learned against other estimates would be applied to these.
import { createCandidateBuilder } from "../candidates/build-candidates.ts";
import type { CandidateInput } from "../candidates/candidate-input.ts";
import { readText } from "../conversation/read-conversation.ts";
import type { Ability, PromptEncoding, RoutingModel, SuccessEstimate } from "../model/routing-model.ts";

export interface RowReading {
  readonly encoding: PromptEncoding;
  /** In the order of the candidates. */
  readonly estimates: readonly SuccessEstimate[];
}

export interface RowReader {
  /** In the order of the candidates. */
  readonly abilities: readonly Ability[];
  read(text: string): RowReading;
}

export function createRowReader(model: RoutingModel, candidates: readonly CandidateInput[]): RowReader {
  const abilities = createCandidateBuilder(model)(candidates).map(({ ability }) => ability);
  return {
    abilities,
    read: (text) => {
      // Rows are kept by the thousand; what would read their details holds on to their words.
      const encoding = { ...model.encode(readText(text)), readDetails: undefined };
      return { encoding, estimates: model.estimateSuccess(encoding, abilities) };
    },
  };
}
