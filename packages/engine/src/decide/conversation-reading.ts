// A conversation as the decision sees it: what it asks, its encoding, and how many tokens it is. Read from messages, from
// features that the caller computed of them, or from what the journal kept of a decision whose words are gone.
import { NOTE_WORDS } from "../conversation/notes.ts";
import type { Explanation, TokenizerFamily } from "@signalbox/contracts";
import { invalid, SignalboxError } from "@signalbox/contracts";

import type { ContentFeatures } from "../content/content-features.ts";
import { demandOfWords } from "../conversation/demanded-length.ts";
import { readConversation } from "../conversation/read-conversation.ts";
import type { Conversation } from "../conversation/read-conversation.ts";
import type { PartModality } from "../conversation/message.ts";
import { createTokenCounter } from "../cost/input-tokens.ts";
import type { TokenCounter } from "../cost/input-tokens.ts";
import type { PromptEncoding, RoutingModel } from "../model/routing-model.ts";
import type { CandidateInput } from "../candidates/candidate-input.ts";
import type { DecisionInput } from "../input/decision-input.ts";
import type { SessionState } from "../session/session-state.ts";

export interface ConversationReading {
  readonly conversation: Conversation;
  readonly encoding: PromptEncoding;
  readonly countTokens: TokenCounter;
}

/** The parts of a journal row that a decision can be made from again. */
export interface JournalledConversation {
  readonly explanation: Explanation;
  /** @shape featureCount of the artefact that decided */
  readonly features: Float32Array;
  /** @shape abilityCount of that artefact */
  readonly loadings: Float32Array;
}

export function readMessagesOf(model: RoutingModel, input: DecisionInput): ConversationReading {
  const conversation = readConversation(input.messages, input.tools.length);
  const { promptVector: vector } = input;
  const prompt = vector instanceof Float32Array ? { ...conversation.prompt, vector } : conversation.prompt;
  return {
    conversation,
    encoding: model.encode(prompt),
    countTokens: createTokenCounter(input.messages, input.tools),
  };
}

/**
 * Loadings, field, difficulty and familiarity are computed here, so that no caller can state any that disagree.
 * @throws SignalboxError artefact_mismatch, validation_failed
 */
export function readContentOf(model: RoutingModel, content: ContentFeatures): ConversationReading {
  const { artefact, features, language, conversation, tokens } = content;
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
    encoding: model.encodeFeatures(features, { language, demanded: conversation.prompt.demanded }),
    countTokens: (family) => tokens[family],
  };
}

const MODALITIES: ReadonlySet<string> = new Set(["image", "audio", "video", "file"] satisfies PartModality[]);

const isPartModality = (modality: string): modality is PartModality => MODALITIES.has(modality);

const LEANING_WORDS = [NOTE_WORDS.follow_up, NOTE_WORDS.small_talk];

function conversationOf({ conversation, session }: Explanation): Conversation {
  const isToolLoopOpen = session.action === "tool_loop";
  return {
    prompt: { text: "", context: "", toolCount: conversation.tools, turnCount: conversation.turns },
    modalities: conversation.modalities.filter(isPartModality),
    isToolLoopOpen,
    hasToolHistory: isToolLoopOpen,
    leansOnSession: LEANING_WORDS.some((words) => conversation.notes.includes(words)),
    notes: [],
  };
}

/** Tokens as they were counted for a candidate of the same family, else their mean over all that were ranked. */
function tokenCounterOf({ ranking }: Explanation, candidates: readonly CandidateInput[]): TokenCounter {
  const families = new Map(candidates.map(({ label, facts }) => [label, facts?.tokenizer ?? "unknown"]));
  const counted = new Map<TokenizerFamily, number>();
  let sum = 0;
  for (const { label, input_tokens: tokens } of ranking) {
    const family = families.get(label);
    if (family !== undefined) counted.set(family, tokens);
    sum += tokens;
  }
  const mean = ranking.length === 0 ? 0 : sum / ranking.length;
  return (family) => counted.get(family) ?? mean;
}

/** @param candidates the same candidates, with today's facts or the same as then */
export function readJournalled(
  journalled: JournalledConversation,
  candidates: readonly CandidateInput[],
): ConversationReading {
  const { explanation, features, loadings } = journalled;
  const { field, language, difficulty, familiarity, notes } = explanation.conversation;
  const demanded = demandOfWords(notes);
  return {
    conversation: conversationOf(explanation),
    encoding: { features, loadings, field, language, difficulty, familiarity, demanded },
    countTokens: tokenCounterOf(explanation, candidates),
  };
}

/** The chain as that decision found it; undefined for a first turn. What the cache held is what was billed as cached. */
export function sessionOfJournalled({ session, ranking }: Explanation): SessionState | undefined {
  const { previous_label: previousLabel, previous_session: sessionId, turn } = session;
  if (session.action === "first" || previousLabel === null || sessionId === null) return undefined;
  const warmInputTokens =
    ranking.find((candidate) => candidate.label === previousLabel)?.cached_input_tokens ?? 0;
  return {
    sessionId,
    turn: turn - 1,
    previousLabel,
    warmInputTokens,
    idleS: warmInputTokens > 0 ? 0 : undefined,
  };
}
