// A conversation as features: what the caller computed of words that stay with it. The wire form and the typed form.
import type { ContentFeaturesWire, TokenizerFamily } from "@signalbox/contracts";
import { findContentFeatureFaults, isContentFeatures, TOKENIZER_FAMILIES } from "@signalbox/contracts";

import { demandNote } from "../conversation/demanded-length.ts";
import type { Conversation } from "../conversation/read-conversation.ts";
import type { Faults } from "../conversation/validation.ts";
import { addFault } from "../conversation/validation.ts";
import type { TokenCounter } from "../cost/input-tokens.ts";
import { readFloats, writeFloats } from "./float-base64.ts";

export interface ContentFeatures {
  /** Version of the artefact that made the features. */
  readonly artefact: string;
  /** @shape featureCount of that artefact */
  readonly features: Float32Array;
  readonly language: string;
  /** Its prompt has no text. */
  readonly conversation: Conversation;
  readonly tokens: Readonly<Record<TokenizerFamily, number>>;
}

/** Features are shares, logarithms, means and lengths of words in capped texts: none comes near this. */
const FEATURE_MAX = 4_096;

export function countFamilies(countTokens: TokenCounter): ContentFeatures["tokens"] {
  const counts = TOKENIZER_FAMILIES.map((family) => [family, countTokens(family)] as const);
  return Object.fromEntries(counts) as Record<TokenizerFamily, number>;
}

type Note = ContentFeaturesWire["notes"][number];

/** The demanded length travels as numbers. */
const isPlainNote = (note: string): note is Note => !note.startsWith("demanded_length:");

export function writeContentFeatures(content: ContentFeatures): ContentFeaturesWire {
  const { artefact, features, language, conversation, tokens } = content;
  const { prompt, modalities, hasToolHistory, notes } = conversation;
  return {
    artefact,
    features: writeFloats(features),
    language,
    demanded_length: prompt.demanded === undefined ? null : { ...prompt.demanded },
    notes: notes.filter(isPlainNote),
    modalities: [...modalities],
    has_tool_history: hasToolHistory,
    turns: prompt.turnCount,
    tools: prompt.toolCount,
    tokens,
  };
}

function conversationOf(wire: ContentFeaturesWire): Conversation {
  const { notes, turns: turnCount, tools: toolCount } = wire;
  const demanded = wire.demanded_length ?? undefined;
  return {
    prompt: { text: "", context: "", toolCount, turnCount, demanded },
    modalities: wire.modalities,
    isToolLoopOpen: notes.includes("tool_loop"),
    hasToolHistory: wire.has_tool_history,
    leansOnSession: notes.includes("follow_up") || notes.includes("small_talk"),
    notes: demanded === undefined ? notes : [...notes, demandNote(demanded)],
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

/** Reads the `content_features` field; absent and null are none. Which artefact made them is for the engine to check. */
export function collectContentFeatures(
  wire: unknown,
  sent: SentContent,
  faults: Faults,
): ContentFeatures | undefined {
  if (wire === undefined || wire === null) return undefined;
  if (!isContentFeatures(wire)) {
    for (const fault of findContentFeatureFaults(wire)) addFault(faults, fault);
    return undefined;
  }
  for (const [name, message] of findDisagreements(wire, sent))
    addFault(faults, { location: `content_features.${name}`, message, fix: FIX });
  const features = readFloats(wire.features);
  if (features === undefined || !features.every((value) => Math.abs(value) <= FEATURE_MAX)) {
    const message = "These are no 32-bit floats in base64, or not all are finite and in range.";
    addFault(faults, { location: "content_features.features", message, fix: FIX });
    return undefined;
  }
  const { artefact, language, tokens } = wire;
  return { artefact, features, language, conversation: conversationOf(wire), tokens };
}
