// The features of a conversation from their wire form, checked against the rest of the request.
import type { ContentFeaturesWire } from "@signalbox/contracts";

import type { ContentFeatures } from "../content/content-features.ts";
import { readFloats } from "../content/float-base64.ts";
import { readTask } from "../reader/task/task-reading.ts";
import type { ConversationFacts } from "../reader/conversation/read-conversation.ts";
import type { Faults } from "./validation.ts";
import { addFault } from "./validation.ts";

/** Features are shares, logarithms, means and lengths of words in capped texts: none comes near this. */
const FEATURE_MAX = 4_096;

function conversationOf(wire: ContentFeaturesWire): ConversationFacts {
  const { notes, turns: turnCount, tools: toolCount } = wire;
  const demanded = wire.demanded_length ?? undefined;
  return {
    prompt: { toolCount, turnCount, demanded },
    modalities: wire.modalities,
    isToolLoopOpen: notes.includes("tool_loop"),
    hasToolHistory: wire.has_tool_history,
    leansOnSession: notes.includes("follow_up") || notes.includes("small_talk"),
    notes,
  };
}

/** What the rest of the request says, which the features must agree with. */
export interface SentContent {
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
  const { artefact, language, tokens } = wire;
  const task = readTask(wire.task);
  return { artefact, features, language, task, conversation: conversationOf(wire), tokens };
}
