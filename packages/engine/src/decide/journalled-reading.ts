// A conversation and its chain from the record of an earlier decision: numbers and codes alone, since its text is gone and its
// words are made only for readers.
import { createCandidateBuilder } from "../candidates/build-candidates.ts";
import type { CandidateInput } from "../candidates/candidate.ts";
import { userMessage } from "../reader/conversation/message.ts";
import { withCircumstance } from "./conversation-reading.ts";
import type { PromptEncoding } from "../reader/prompt-encoding.ts";
import type { RoutingModel } from "../model/load-routing-model.ts";
import type { SuccessEstimate } from "../abilities/ability.ts";
import type { ConversationFacts } from "../reader/conversation/read-conversation.ts";
import type { DecisionRecord } from "../record/decision-record.ts";
import type { SessionState } from "../session/session-state.ts";
import type { ConversationReading } from "./conversation-reading.ts";

// A prompt that is alone, read as a decision on it reads it. Rows of evaluation files and of data sets are learned from and
// judged by this and nothing else: whatever was learned against other estimates would be applied to these.
interface RowReading {
  readonly encoding: PromptEncoding;
  /** In the order of the candidates. */
  readonly estimates: readonly SuccessEstimate[];
}

export type RowReader = (text: string) => RowReading;

export function createRowReader(model: RoutingModel, candidates: readonly CandidateInput[]): RowReader {
  const abilities = createCandidateBuilder(model)(candidates).map(({ ability }) => ability);
  return (text) => {
    const conversation = model.converse([userMessage(text)], []);
    const encoding = withCircumstance(model.encode(conversation), conversation.notes);
    return { encoding, estimates: model.estimateSuccess(encoding, abilities) };
  };
}

/** The parts of a journal row that a decision can be made from again. */
export interface JournalledDecision {
  readonly record: DecisionRecord;
  /** @shape featureCount of the artefact that decided */
  readonly features: Float32Array;
}

function conversationOf({ conversation }: DecisionRecord): ConversationFacts {
  const { tools: toolCount, turns: turnCount, modalities, notes, hasToolHistory, attachments } = conversation;
  return {
    prompt: { toolCount, turnCount },
    modalities,
    isToolLoopOpen: notes.includes("tool_loop"),
    hasToolHistory,
    attachments,
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
