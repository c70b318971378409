// Recorded calls of one source as a bill needs them, with what the product estimates for each.
import { createConversationCounter, userMessage, visibleTokensOf } from "@signalbox/engine/internals";
import type { OutputTokenEstimate, PromptEncoding } from "@signalbox/engine/internals";

import type { Dataset } from "../data/index.ts";
import type { ArtefactView } from "../artefact-view.ts";
import { callModel } from "../data/called-model.ts";
import { valueAt } from "../arrays/value-at.ts";

export interface BillCall {
  readonly model: number;
  readonly task: number;
  /** NaN where the source records none. @unit USD */
  readonly cost: number;
  /** NaN where the source records none. */
  readonly inputTokens: number;
  readonly outputTokens: number;
  readonly estimatedInput: number;
  readonly output: OutputTokenEstimate;
  readonly isDemanded: boolean;
}

interface PromptReading {
  readonly encoding: PromptEncoding;
  readonly countTokens: ReturnType<typeof createConversationCounter>;
}

function readPrompt(view: ArtefactView, text: string): PromptReading {
  return { encoding: view.encode(text), countTokens: createConversationCounter([userMessage(text)], []) };
}

interface CallRequest {
  readonly source: string;
  /** Which prompts to read. */
  readonly has: (prompt: number) => boolean;
}

/** Every prompt goes the way of a request: conversation reader, encoder, token counter. Only visible tokens are estimated. */
export function readCalls(dataset: Dataset, view: ArtefactView, request: CallRequest): BillCall[] {
  const { prompts, outcomes } = dataset;
  const source = dataset.sources.indexOf(request.source);
  const readings = new Map<number, PromptReading>();
  const tokenizers = dataset.models.map((model) => {
    if (model.source !== request.source) return undefined;
    return callModel(model, view.catalog)?.facts?.tokenizer ?? ("unknown" as const);
  });
  const calls: BillCall[] = [];
  for (let index = 0; index < outcomes.count; index += 1) {
    const prompt = valueAt(outcomes.prompt, index);
    const tokenizer = tokenizers[valueAt(outcomes.model, index)];
    const outputTokens = valueAt(outcomes.outputTokens, index);
    if (prompts.source[prompt] !== source || tokenizer === undefined) continue;
    if (!(outputTokens > 0) || !request.has(prompt)) continue;
    const reading = readings.get(prompt) ?? readPrompt(view, valueAt(prompts.text, prompt));
    readings.set(prompt, reading);
    const { encoding } = reading;
    calls.push({
      model: valueAt(outcomes.model, index),
      task: valueAt(prompts.task, prompt),
      cost: valueAt(outcomes.costUsd, index),
      inputTokens: valueAt(outcomes.inputTokens, index),
      outputTokens,
      estimatedInput: reading.countTokens(tokenizer),
      output: visibleTokensOf(encoding),
      isDemanded: encoding.demanded !== undefined,
    });
  }
  return calls;
}
