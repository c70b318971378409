// Short ways to write decision inputs in tests.
import type { ModelFacts } from "@signalbox/contracts";

import type { CandidateInput, DecisionInput, Engine, EngineOptions, PlainInputParts } from "../src/index.ts";
import type { Message } from "../src/internals.ts";
import { createEngine, plainInput } from "../src/index.ts";
import { createTinyModel } from "./tiny-model.ts";

export function createTinyEngine(defaults: EngineOptions["defaults"] = {}): Engine {
  return createEngine({ model: createTinyModel(), catalogueVersion: "test", defaults });
}

export function say(text: string, role = "user"): Message {
  return { role, text, parts: [], toolCallCount: 0, isToolResult: false };
}

export function facts(over: Partial<ModelFacts> & { readonly id: string }): ModelFacts {
  return {
    name: over.id,
    vendor: "test",
    tokenizer: "o200k",
    scores: [],
    sources: [],
    confidence: "high",
    ...over,
  };
}

/** A candidate of stated quality and price; one price for input and output unless `over` says otherwise. */
export function candidate(
  label: string,
  quality: number | undefined,
  price: number | undefined,
  over: Partial<CandidateInput> = {},
): CandidateInput {
  return {
    label,
    provider: undefined,
    model: label,
    inputUsdPerMTok: price,
    outputUsdPerMTok: price,
    latencyS: undefined,
    attributes: quality === undefined ? {} : { quality },
    facts: undefined,
    ...over,
  };
}

export function input(over: Partial<PlainInputParts> & Pick<PlainInputParts, "candidates">): DecisionInput {
  return plainInput({
    messages: [say("Explain what a closure is.")],
    tools: [],
    explorationDraw: 0.5,
    ...over,
  });
}
