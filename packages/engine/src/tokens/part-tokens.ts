// Tokens of what is not text: images, sound, documents, and the frame of each message. A request rarely states pixels, seconds or
// pages, so each constant is the vendor's documented rule at a usual size (one 1,024 x 1,024 image, 30 s of speech, a page).
import type { TokenizerFamily } from "@signalbox/contracts";

export type PartKind = "image" | "audio" | "video" | "file";

interface PartTokens {
  /** One image of 1,024 x 1,024. */
  readonly image: number;
  /** 30 seconds of speech. */
  readonly audio: number;
  /** 30 seconds of video. */
  readonly video: number;
  /** One page of a document, as text and picture. */
  readonly file: number;
}

/** OpenAI: 85 + 170 a tile of 512 x 512 in high detail; speech about 10 tokens a second. */
const OPENAI: PartTokens = { image: 765, audio: 300, video: 7650, file: 1300 };
/** Patches of 28 x 28 pixels, merged two by two at most; documented by Qwen, near for the other open models. */
const PATCHES: PartTokens = { image: 1340, audio: 750, video: 6000, file: 1900 };
const PARTS: Readonly<Record<TokenizerFamily, PartTokens>> = {
  o200k: OPENAI,
  cl100k: OPENAI,
  // Anthropic: width x height / 750.
  claude: { image: 1400, audio: 1000, video: 14_000, file: 2300 },
  // Google: 258 tokens a tile of 768 x 768, 32 a second of sound, 263 a second of video, 258 a page.
  gemini: { image: 1032, audio: 960, video: 7890, file: 560 },
  llama3: { ...PATCHES, image: 1601 },
  qwen: PATCHES,
  deepseek: PATCHES,
  mistral: { ...PATCHES, image: 4096 },
  unknown: PATCHES,
};

/** Role markers and separators around each message. @unit tokens */
export const MESSAGE_FRAME_TOKENS = 4;

/** @returns tokens of one part of that kind. */
export function estimatePartTokens(kind: PartKind, family: TokenizerFamily): number {
  return PARTS[family][kind];
}
