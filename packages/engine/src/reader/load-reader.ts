// Opens the reader of an artefact: from a conversation to its task, length, language and features.
import type { TensorStore } from "../artefact/tensor-store.ts";
import { plainTurn } from "./conversation/plain-turn.ts";
import type { PromptInput } from "./conversation/prompt-input.ts";
import type { Message, ToolDefinition } from "./conversation/message.ts";
import { readConversation } from "./conversation/read-conversation.ts";
import type { Conversation } from "./conversation/read-conversation.ts";
import type { TaskText } from "./conversation/task-text.ts";
import { loadCutFrame } from "./frame/cut-frame.ts";
import { loadFamiliarity } from "./features/familiarity.ts";
import { FEATURE_COUNT, loadPromptFeatures } from "./features/prompt-features.ts";
import { detectLanguage } from "./language/detect-language.ts";
import { loadClassOfLength } from "./length/class-of-length.ts";
import { settleLength, withLength } from "./length/settle-length.ts";
import type { PromptEncoding, PromptWords } from "./prompt-encoding.ts";
import { difficultyOfTask } from "./task/task-reading.ts";
import { loadTaskReader } from "./task/task-reader.ts";

export interface Reader {
  /** Finds the request of a conversation, without the template around it. */
  converse(messages: readonly Message[], tools: readonly Pick<ToolDefinition, "name">[]): Conversation;
  encode(conversation: Conversation): PromptEncoding;
  /** Entries of `PromptEncoding.features`. */
  readonly featureCount: number;
  /** The encoding of features that this artefact made elsewhere: the same as `encode` gave there. @shape features featureCount */
  encodeFeatures(features: Float32Array, words: PromptWords): PromptEncoding;
}

/** A turn that only goes on with an earlier one is encoded as that one. */
function spokenInput(input: PromptInput, placed: TaskText): PromptInput {
  return placed.offered === undefined ? input : { ...input, text: plainTurn(placed.asked) };
}

/** @throws SignalboxError invalid_artefact */
export function loadReader(store: TensorStore): Reader {
  const reader = loadTaskReader(store);
  const cutFrame = loadCutFrame(store, reader.hardnessOf);
  const featuresOf = loadPromptFeatures(store, reader);
  const measureFamiliarity = loadFamiliarity(store);
  const withClassOfLength = loadClassOfLength(store);
  const encodeFeatures: Reader["encodeFeatures"] = (features, words) => {
    const task = withLength(words.task, words.demanded);
    return {
      ...words,
      task,
      features,
      familiarity: measureFamiliarity(features),
      field: task.field,
      difficulty: difficultyOfTask(task),
    };
  };
  return {
    converse: (messages, tools) => readConversation(messages, tools, cutFrame),
    featureCount: FEATURE_COUNT,
    encodeFeatures,
    encode: ({ prompt }) => {
      const placed = reader.place(prompt.taskText);
      const spoken = spokenInput(prompt, placed);
      const settled = settleLength(placed, reader.read(placed), prompt.demanded);
      // A number may be all that is wanted of a long proof, and "go on" is as long as what it goes on with.
      const isOwn = settled.demanded === undefined && placed.offered === undefined;
      return encodeFeatures(featuresOf(spoken), {
        language: detectLanguage(spoken.text),
        ...settled,
        task: isOwn ? withClassOfLength(settled.task) : settled.task,
      });
    },
  };
}
