// A conversation as the decision sees it: what it asks, its encoding, and how many tokens it is. Read from messages, or
// from features that the caller computed of them.
import { invalid, SignalboxError } from "@signalbox/contracts";

import type { ContentFeatures } from "../content/content-features.ts";
import { CIRCUMSTANCES } from "../reader/conversation/circumstance.ts";
import type { ConversationNote } from "../reader/conversation/notes.ts";
import type { ConversationFacts } from "../reader/conversation/read-conversation.ts";
import { boundTask } from "../cost/output-bound.ts";
import { createTokenCounter } from "../cost/input-tokens.ts";
import type { TokenCounter } from "../cost/input-tokens.ts";
import type { PromptEncoding } from "../reader/prompt-encoding.ts";
import { readOnce } from "./known-turn.ts";
import type { RoutingModel } from "../model/load-routing-model.ts";
import type { Asked, DecisionInput } from "../input/decision-input.ts";

export interface ConversationReading {
  readonly conversation: ConversationFacts;
  readonly encoding: PromptEncoding;
  readonly countTokens: TokenCounter;
}

/** The encoding with what was recognised around the task. */
export function withCircumstance(
  encoding: PromptEncoding,
  notes: readonly ConversationNote[],
): PromptEncoding {
  const circumstance = CIRCUMSTANCES.find((each) => notes.includes(each));
  return circumstance === undefined ? encoding : { ...encoding, circumstance };
}

export function readMessagesOf(model: RoutingModel, { asked, known }: DecisionInput): ConversationReading {
  const { messages, tools, maxOutputTokens } = asked;
  const { remembered } = known;
  const { conversation, encoding } = readOnce(asked, { remembered, version: model.version }, () => {
    const read = model.converse(messages, tools);
    return { conversation: read, encoding: withCircumstance(model.encode(read), read.notes) };
  });
  return {
    conversation,
    encoding: boundTask(encoding, maxOutputTokens),
    countTokens: createTokenCounter(messages, tools, { owner: known.owner, beginnings: remembered }),
  };
}

/**
 * Field, difficulty and familiarity are computed here, so that no caller can state any that disagree.
 * @throws SignalboxError artefact_mismatch, validation_failed
 */
export function readContentOf(
  model: RoutingModel,
  content: ContentFeatures,
  { maxOutputTokens }: Pick<Asked, "maxOutputTokens">,
): ConversationReading {
  const { artefact, features, language, task, conversation, tokens } = content;
  if (artefact !== model.version)
    throw new SignalboxError(
      "artefact_mismatch",
      `content_features.artefact: The features were made with the artefact "${artefact}"; features are read with "${model.version}" here. Load that one and read the conversation again.`,
    );
  if (features.length !== model.featureCount) {
    const message = `There are ${features.length} numbers; the artefact has ${model.featureCount} features.`;
    const fix = "Send what the content reader made, unchanged.";
    const location = "content_features.features";
    throw invalid([{ location, message, fix }]);
  }
  return {
    conversation,
    encoding: boundTask(
      withCircumstance(
        model.encodeFeatures(features, { language, demanded: conversation.prompt.demanded, task }),
        conversation.notes,
      ),
      maxOutputTokens,
    ),
    countTokens: (family) => tokens[family],
  };
}
