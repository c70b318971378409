// What a sentence encoder reads of a prompt: the very tokens that the static encoder pools, cut to the encoder's window.
// Training and serving share this file, so that a prompt has one vector wherever it is embedded.
import type { PromptReading } from "./prompt-reader.ts";

const HEAD_TOKENS = 84;
const TAIL_TOKENS = 42;
/** Ids of "[CLS]" and "[SEP]" in the uncased BERT vocabulary. */
const START_ID = 101;
const END_ID = 102;

/** Longest reading, with both special tokens. */
export const ENCODER_IDS_MAX = HEAD_TOKENS + TAIL_TOKENS + 2;

/** The first 84 and the last 42 tokens between the special ones; all tokens when there are no more. @shape 2..ENCODER_IDS_MAX */
export function encoderIdsOf({ ids, idCount }: Pick<PromptReading, "ids" | "idCount">): Int32Array {
  const isCut = idCount > HEAD_TOKENS + TAIL_TOKENS;
  const head = isCut ? HEAD_TOKENS : idCount;
  const tail = isCut ? TAIL_TOKENS : 0;
  const out = new Int32Array(head + tail + 2);
  out[0] = START_ID;
  out.set(ids.subarray(0, head), 1);
  out.set(ids.subarray(idCount - tail, idCount), 1 + head);
  out[out.length - 1] = END_ID;
  return out;
}
