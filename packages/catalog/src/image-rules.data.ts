// Tokens of a picture where a model counts unlike the others of its tokenizer, from the vendor's page on images.
// @source platform.openai.com/docs/guides/images-vision, calculating costs (base and tile of 512 pixels; factor on patches of 32)
import type { ModelFacts } from "@signalbox/contracts";

interface ImageRule {
  readonly names: RegExp;
  /** Tokens of every picture, and of each of the four tiles of a usual one. */
  readonly tiles?: readonly [base: number, tile: number];
  /** Times the 1,024 patches of a usual picture. */
  readonly patchFactor?: number;
}

const OPENAI: readonly ImageRule[] = [
  { names: /^gpt-4o-mini/, tiles: [2833, 5667] },
  { names: /^(?:gpt-4\.1|gpt-5(?:\.\d)?)-mini/, patchFactor: 1.62 },
  { names: /^(?:gpt-4\.1|gpt-5(?:\.\d)?)-nano/, patchFactor: 2.46 },
  { names: /^o4-mini/, patchFactor: 1.72 },
  { names: /^o[13]/, tiles: [75, 150] },
  { names: /^gpt-5/, tiles: [70, 140] },
];
const TILES = 4;
const PATCHES = 1024;
/** A coarse look shrinks a picture to 512 pixels. */
const LOW_PATCHES = 256;

export function imageTokensOf(id: string): ModelFacts["imageTokens"] {
  const name = id.startsWith("openai/") ? id.slice("openai/".length) : undefined;
  const rule = name === undefined ? undefined : OPENAI.find(({ names }) => names.test(name));
  if (rule === undefined) return undefined;
  const { tiles, patchFactor = 1 } = rule;
  if (tiles !== undefined) return { usual: tiles[0] + TILES * tiles[1], low: tiles[0] };
  return { usual: Math.round(PATCHES * patchFactor), low: Math.round(LOW_PATCHES * patchFactor) };
}
