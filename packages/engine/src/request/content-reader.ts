// Reads conversations where they are, so that features leave the process and words do not. Runs the same readers as a decision
// on the text, with the same artefact, so the decision on the features is the same.
import type { ContentFeaturesWire, MessageWire, SelectRequestWire, ToolWire } from "@signalbox/contracts";

import { readConversation } from "../reader/conversation/read-conversation.ts";
import { readTurns } from "./read-sections.ts";
import { createTokenCounter } from "../cost/input-tokens.ts";
import type { RoutingModel } from "../model/routing-model.ts";
import { countFamilies, writeContentFeatures } from "../content/content-features.ts";

/** The parts of a request that are read; everything else is left alone. */
export interface ReadableContent {
  readonly messages?: string | readonly (MessageWire | string)[] | null | undefined;
  readonly input?: string | readonly (MessageWire | string)[] | null | undefined;
  readonly system?: SelectRequestWire["system"];
  readonly instructions?: string | null | undefined;
  readonly tools?: readonly ToolWire[] | null | undefined;
}

export interface ContentReader {
  /** Version of the artefact; the service must decide with the same one. */
  readonly artefact: string;
  /** The `content_features` of a request. @throws SignalboxError validation_failed, as the service does for the text */
  read(request: ReadableContent): ContentFeaturesWire;
}

export function createContentReader(model: RoutingModel): ContentReader {
  return {
    artefact: model.version,
    read: (sent) => {
      const { messages, tools } = readTurns(sent);
      const conversation = readConversation(messages, tools);
      const { features, language, task, demanded } = model.encode(conversation);
      const tokens = countFamilies(createTokenCounter(messages, tools));
      return writeContentFeatures({
        artefact: model.version,
        features,
        language,
        task,
        conversation: { ...conversation, prompt: { ...conversation.prompt, demanded } },
        tokens,
      });
    },
  };
}
