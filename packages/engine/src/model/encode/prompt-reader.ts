// Turns a prompt into what the network reads: token ids and dense features. Training and serving share this file,
// so that a model never meets at serving what it did not meet in training.
import type { PromptInput } from "../../conversation/prompt-input.ts";
import { createTokenBuffer, tokenise, tokeniseEnds } from "../text/tokenise.ts";
import { buildVocabulary } from "../text/vocabulary.ts";
import { DENSE_FEATURE_COUNT, writeDenseFeatures } from "./dense-features.ts";
import { SCAN_SIZE, scanText } from "./scan-text.ts";

/** What is read of a long text: its beginning and its end. @unit UTF-16 units */
const HEAD_UNITS = 2_400;
const TAIL_UNITS = 1_200;
/** Tokens that are pooled: the first and the last of the text. */
const HEAD_TOKENS = 160;
const TAIL_TOKENS = 96;
export const PROMPT_TOKENS_MAX = HEAD_TOKENS + TAIL_TOKENS;
/** A question shorter than this leans on what was said before it. */
const SHORT_TOKENS = 12;
const CONTEXT_TOKENS = 64;

/** One prompt as read. The arrays are reused by the next call: copy what must stay. */
export interface PromptReading {
  readonly ids: Int32Array;
  idCount: number;
  /** @shape DENSE_FEATURE_COUNT */
  readonly dense: Float32Array;
  /** Counters of `scanText`. */
  readonly scan: Float64Array;
}

export interface PromptReader {
  readonly vocabularySize: number;
  read(input: PromptInput): PromptReading;
}

function capText(text: string): string {
  if (text.length <= HEAD_UNITS + TAIL_UNITS) return text;
  return `${text.slice(0, HEAD_UNITS)}\n${text.slice(-TAIL_UNITS)}`;
}

const PROMPT_ENDS = { head: HEAD_TOKENS, tail: TAIL_TOKENS };

/**
 * @param healsWords true: a mistyped word is read as the word it is one slip away from
 * @throws SignalboxError invalid_artefact when the vocabulary has no unknown token.
 */
export function createPromptReader(tokens: readonly string[], healsWords = false): PromptReader {
  const vocabulary = buildVocabulary(tokens, healsWords);
  const isPiece = Uint8Array.from(tokens, (token) => (token.startsWith("##") ? 1 : 0));
  const buffer = createTokenBuffer(HEAD_UNITS + TAIL_UNITS + 1);
  const side = createTokenBuffer(CONTEXT_TOKENS * 8);
  const reading: PromptReading = {
    ids: buffer.ids,
    idCount: 0,
    dense: new Float32Array(DENSE_FEATURE_COUNT),
    scan: new Float64Array(SCAN_SIZE),
  };

  const appendContext = (context: string, count: number): number => {
    const found = tokenise(vocabulary, context.slice(-CONTEXT_TOKENS * 6), side);
    const from = Math.max(0, found - CONTEXT_TOKENS);
    buffer.ids.set(side.ids.subarray(from, found), count);
    return count + found - from;
  };

  return {
    vocabularySize: tokens.length,
    read(input) {
      const text = capText(input.text);
      const count = tokeniseEnds(vocabulary, text, buffer, PROMPT_ENDS);
      const { toolCount, turnCount } = input;
      const { unknownId } = vocabulary;
      scanText(text, reading.scan);
      writeDenseFeatures(
        { scan: reading.scan, ids: buffer.ids, idCount: count, isPiece, unknownId, toolCount, turnCount },
        reading.dense,
        0,
      );
      const leansOnContext = count < SHORT_TOKENS && input.context.length > 0;
      reading.idCount = leansOnContext ? appendContext(input.context, count) : count;
      return reading;
    },
  };
}
