// The features of a conversation from their wire form, checked against the rest of the request.
import type { ContentFeaturesWire, MessageWire, SelectRequestWire, ToolWire } from "@signalbox/contracts";
import { readTurns } from "./read-tools.ts";
import { createTokenCounter } from "../cost/input-tokens.ts";
import type { RoutingModel } from "../model/load-routing-model.ts";
import { NEW_CLAUDE_RATIO } from "../tokens/estimate-tokens.ts";
import { countFamilies, writeContentFeatures, readFloats } from "../content/content-features.ts";
import type { ContentFeatures } from "../content/content-features.ts";
import { readTask } from "../reader/task/task-reading.ts";
import type { ConversationFacts } from "../reader/conversation/read-conversation.ts";
import type { Faults } from "./reading.ts";
import { addFault } from "./reading.ts";

// Reads conversations where they are, so that features leave the process and words do not. Runs the same readers as a decision
// on the text, with the same artefact, so the decision on the features is the same.

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
      const conversation = model.converse(messages, tools);
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

/** Features are shares, logarithms, means and lengths of words in capped texts: none comes near this. */
const FEATURE_MAX = 4_096;

function conversationOf(wire: ContentFeaturesWire): ConversationFacts {
  const { notes, turns: turnCount, tools: toolCount, attachments } = wire;
  const demanded = wire.demanded_length ?? undefined;
  return {
    prompt: { toolCount, turnCount, demanded },
    modalities: wire.modalities,
    isToolLoopOpen: notes.includes("tool_loop"),
    hasToolHistory: wire.has_tool_history,
    attachments: attachments && {
      images: attachments.images,
      lowImages: attachments.low_images,
      pages: attachments.pages,
      ...(attachments.audios && { audios: attachments.audios }),
    },
    leansOnSession: notes.includes("follow_up") || notes.includes("small_talk"),
    notes,
  };
}

/** The rest of the request, which the features must agree with. */
interface SentContent {
  readonly messageCount: number;
  readonly toolCount: number;
}

function findDisagreements(wire: ContentFeaturesWire, sent: SentContent): (readonly [string, string])[] {
  const { turns, tools, demanded_length: demanded } = wire;
  const found: (readonly [string, string])[] = [];
  if (turns > Math.max(1, sent.messageCount)) found.push(["turns", "There are fewer messages than turns."]);
  if (tools !== sent.toolCount) found.push(["tools", `The request lists ${sent.toolCount} tools.`]);
  if (demanded && !(demanded.low <= demanded.mean && demanded.mean <= demanded.high))
    found.push(["demanded_length", "The mean must lie between low and high."]);
  return found;
}

/** Readers from before Claude's newer tokenizer count the older one alone. */
function withNewClaude(tokens: ContentFeaturesWire["tokens"]): ContentFeatures["tokens"] {
  const newer = tokens["claude-4.7"] ?? Math.round(tokens.claude * NEW_CLAUDE_RATIO);
  return { ...tokens, "claude-4.7": newer };
}

const FIX = "Send what the content reader made of this very conversation, unchanged.";

/** Reads the `content_features` field; absent and null both mean that there are none. Which artefact made them is for the engine to check. */
export function collectContentFeatures(
  wire: ContentFeaturesWire | null | undefined,
  sent: SentContent,
  faults: Faults,
): ContentFeatures | undefined {
  if (wire === undefined || wire === null) return undefined;
  for (const [name, message] of findDisagreements(wire, sent))
    addFault(faults, { location: `content_features.${name}`, message, fix: FIX });
  const features = readFloats(wire.features);
  if (features === undefined || !features.every((value) => Math.abs(value) <= FEATURE_MAX)) {
    const message = "These are no 32-bit floats in base64, or not all are finite and in range.";
    addFault(faults, { location: "content_features.features", message, fix: FIX });
    return undefined;
  }
  const { artefact, language } = wire;
  const task = readTask(wire.task);
  const tokens = withNewClaude(wire.tokens);
  return { artefact, features, language, task, conversation: conversationOf(wire), tokens };
}
