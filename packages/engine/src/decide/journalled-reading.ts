// A conversation and its chain from the record of an earlier decision: numbers and codes alone, since its text is gone and its
// words are made only for readers.
import type { ConversationFacts } from "../reader/conversation/read-conversation.ts";
import type { DecisionRecord } from "../record/decision-record.ts";
import type { SessionState } from "../session/session-state.ts";
import { withCircumstance } from "./conversation-reading.ts";
import type { ConversationReading } from "./conversation-reading.ts";

/** The parts of a journal row that a decision can be made from again. */
export interface JournalledDecision {
  readonly record: DecisionRecord;
  /** @shape featureCount of the artefact that decided */
  readonly features: Float32Array;
}

function conversationOf({ conversation }: DecisionRecord): ConversationFacts {
  const { tools: toolCount, turns: turnCount, modalities, notes, hasToolHistory } = conversation;
  return {
    prompt: { toolCount, turnCount },
    modalities,
    isToolLoopOpen: notes.includes("tool_loop"),
    hasToolHistory,
    leansOnSession: notes.includes("follow_up") || notes.includes("small_talk"),
    notes,
  };
}

/** A family that was not offered then is taken to need the mean of those that were. */
function tokenCounterOf({ conversation: { tokens } }: DecisionRecord): ConversationReading["countTokens"] {
  const counted = Object.values(tokens);
  const mean = counted.reduce((sum, count) => sum + count, 0) / Math.max(1, counted.length);
  return (family) => tokens[family] ?? mean;
}

export function readJournalled({ record, features }: JournalledDecision): ConversationReading {
  const { field, language, difficulty, familiarity, demanded, task } = record.conversation;
  return {
    conversation: conversationOf(record),
    encoding: withCircumstance(
      {
        features,
        field,
        language,
        difficulty,
        familiarity,
        demanded: demanded ?? undefined,
        task,
      },
      record.conversation.notes,
    ),
    countTokens: tokenCounterOf(record),
  };
}

/** The chain as that decision found it; undefined for a first turn. JSON drops what was undefined. */
export function sessionOfJournalled({ found }: DecisionRecord): SessionState | undefined {
  return found === null ? undefined : { ...found, idleS: found.idleS };
}
