// Tokens of what is not text: images, sound, documents, and the frame of each message. A request rarely states pixels, seconds or
// pages, so each constant is the vendor's documented rule at a usual size (one 1,024 x 1,024 image, 30 s of speech, a page).
import type { ModelFacts, TokenizerFamily } from "@signalbox/contracts";

interface Part {
  readonly modality: "image" | "audio" | "video" | "file";
  readonly bytes?: number;
  readonly detail?: "low";
}

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
/** Anthropic: width x height / 750. */
const CLAUDE: PartTokens = { image: 1400, audio: 1000, video: 14_000, file: 2300 };
/** Patches of 28 x 28 pixels, merged two by two at most; documented by Qwen, near for the other open models. */
const PATCHES: PartTokens = { image: 1340, audio: 750, video: 6000, file: 1900 };
const PARTS: Readonly<Record<TokenizerFamily, PartTokens>> = {
  o200k: OPENAI,
  cl100k: OPENAI,
  claude: CLAUDE,
  "claude-4.7": { ...CLAUDE, file: 2700 },
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

/** A coarse look at a picture; other vendors know no such thing. */
const LOW_DETAIL: Partial<Record<TokenizerFamily, number>> = { o200k: 85, cl100k: 85 };

/** Between a page of text alone (5 KB) and a scanned one (100 KB and more). @unit bytes */
const BYTES_A_PAGE = 30_000;
const PAGES_MAX = 2_000;
/** Pages of a document by its bytes; one where they are not known. */
export const pagesOf = (bytes: number | undefined): number =>
  bytes === undefined ? 1 : Math.min(PAGES_MAX, Math.max(1, Math.round(bytes / BYTES_A_PAGE)));

/** Half of the 80 % interval of pages counted from bytes, as a share of them. */
export const PAGE_SPREAD = 0.8;

/** @returns tokens of one part */
export function estimatePartTokens({ modality, bytes, detail }: Part, family: TokenizerFamily): number {
  const tokens = PARTS[family][modality];
  if (modality === "file") return pagesOf(bytes) * tokens;
  return modality === "image" && detail === "low" ? (LOW_DETAIL[family] ?? tokens) : tokens;
}

/** Tokens of the pictures over those of its tokenizer's family, for a model with its own rule. */
export function ownImageTokens(
  { images, lowImages }: { readonly images: number; readonly lowImages: number },
  { usual, low }: NonNullable<ModelFacts["imageTokens"]>,
  family: TokenizerFamily,
): number {
  const look = (detail?: "low"): number =>
    estimatePartTokens({ modality: "image", ...(detail && { detail }) }, family);
  return images * (usual - look()) + lowImages * (low - look("low"));
}

/** @unit tokens */
export const pageTokens = (pages: number, family: TokenizerFamily): number => pages * PARTS[family].file;

// The class of every UTF-16 code unit as the token scan sees it: letters, digits, signs, space, Han, other scripts.
const SPACE = 32;
const NEWLINE = 10;

/** Classes of code units; a script's class is SCRIPT plus its place in SCRIPTS. */
const UNKNOWN = 0;
export const CONTROL = 1;
export const BLANK = 2;
export const BREAK = 3;
export const SIGN = 4;
export const DIGIT = 5;
export const LETTER = 6;
export const HAN = 7;
export const WIDE = 8;
export const SURROGATE = 9;
export const SCRIPT = 10;

/** Blocks of other scripts and signs: [first, last]. */
export const SCRIPTS: readonly (readonly [number, number])[] = [
  [0x0370, 0x03ff],
  [0x0400, 0x052f],
  [0x0590, 0x05ff],
  [0x0600, 0x06ff],
  [0x0900, 0x0dff],
  [0x0e00, 0x0eff],
  [0x3040, 0x309f],
  [0x30a0, 0x30ff],
  [0xac00, 0xd7af],
  [0x2010, 0x206f],
  [0x2500, 0x25ff],
];

/** Class of every UTF-16 code unit. */
function buildClasses(): Uint8Array {
  const classes = new Uint8Array(0x10000);
  classes
    .fill(CONTROL, 0, SPACE)
    .fill(SIGN, SPACE + 1, 127)
    .fill(CONTROL, 127, 128);
  classes[SPACE] = BLANK;
  classes[NEWLINE] = BREAK;
  classes.fill(DIGIT, 48, 58).fill(LETTER, 65, 91).fill(LETTER, 97, 123);
  classes.fill(LETTER, 0xc0, 0x250).fill(LETTER, 0x1e00, 0x1f00);
  classes[0xd7] = UNKNOWN;
  classes[0xf7] = UNKNOWN;
  classes.fill(HAN, 0x4e00, 0xa000).fill(HAN, 0x3400, 0x4dc0);
  classes.fill(WIDE, 0x3000, 0x3040).fill(WIDE, 0xff00, 0xfff0).fill(SURROGATE, 0xd800, 0xe000);
  for (const [place, [first, last]] of SCRIPTS.entries()) classes.fill(SCRIPT + place, first, last + 1);
  return classes;
}

export const CLASSES = buildClasses();
