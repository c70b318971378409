// A conversation as features: what the caller computed of words that stay with it.
import type { ContentFeaturesWire, TokenizerFamily } from "@signalbox/contracts";
import { TOKENIZER_FAMILIES } from "@signalbox/contracts";
import type { ConversationFacts } from "../reader/conversation/read-conversation.ts";
import { writeTask } from "../reader/task/task-reading.ts";
import type { TaskReading } from "../reader/task/task-reading.ts";
import type { TokenCounter } from "../cost/input-tokens.ts";

// Rows of numbers as text for the wire: 32-bit floats, little-endian whatever the machine, base64 (RFC 4648).
const FLOAT_BYTES = 4;
const CHUNK_BYTES = 8_192;

export function writeFloats(values: Float32Array): string {
  const bytes = new Uint8Array(values.length * FLOAT_BYTES);
  const view = new DataView(bytes.buffer);
  values.forEach((value, index) => {
    view.setFloat32(index * FLOAT_BYTES, value, true);
  });
  let binary = "";
  for (let at = 0; at < bytes.length; at += CHUNK_BYTES)
    binary += String.fromCharCode(...bytes.subarray(at, at + CHUNK_BYTES));
  return btoa(binary);
}

function decode(text: string): string | undefined {
  try {
    return atob(text);
  } catch (cause) {
    if (cause instanceof DOMException) return undefined;
    throw cause;
  }
}

/** Undefined when the text is not base64 or holds no whole number of floats. The numbers may be any, NaN too. */
export function readFloats(text: string): Float32Array | undefined {
  const binary = decode(text);
  if (binary === undefined || binary.length % FLOAT_BYTES !== 0) return undefined;
  // Plain loops: this runs for every request that brings features, and copying through iterators takes several times as long.
  const bytes = new Uint8Array(binary.length);
  for (let at = 0; at < bytes.length; at += 1) bytes[at] = binary.charCodeAt(at);
  const view = new DataView(bytes.buffer);
  const values = new Float32Array(bytes.length / FLOAT_BYTES);
  for (let index = 0; index < values.length; index += 1)
    values[index] = view.getFloat32(index * FLOAT_BYTES, true);
  return values;
}

export interface ContentFeatures {
  /** Version of the artefact that made the features. */
  readonly artefact: string;
  /** @shape featureCount of that artefact */
  readonly features: Float32Array;
  readonly language: string;
  readonly task: TaskReading;
  readonly conversation: ConversationFacts;
  readonly tokens: Readonly<Record<TokenizerFamily, number>>;
}

export function countFamilies(countTokens: TokenCounter): ContentFeatures["tokens"] {
  const counts = TOKENIZER_FAMILIES.map((family) => [family, countTokens(family)] as const);
  return Object.fromEntries(counts) as Record<TokenizerFamily, number>;
}

export function writeContentFeatures(content: ContentFeatures): ContentFeaturesWire {
  const { artefact, features, language, task, conversation, tokens } = content;
  const { demanded } = conversation.prompt;
  const { prompt, modalities, hasToolHistory, attachments, notes } = conversation;
  return {
    artefact,
    features: writeFloats(features),
    language,
    task: writeTask(task),
    demanded_length: demanded === undefined ? null : { ...demanded },
    notes: [...notes],
    modalities: [...modalities],
    has_tool_history: hasToolHistory,
    ...(attachments && {
      attachments: {
        images: attachments.images,
        low_images: attachments.lowImages,
        pages: attachments.pages,
        ...(attachments.audios && { audios: attachments.audios }),
      },
    }),
    turns: prompt.turnCount,
    tools: prompt.toolCount,
    tokens,
  };
}
