// Moves the trained vectors of common words towards those of words that mean nearly the same, so that a synonym moves the
// estimate less. Training on outcomes pulls such words apart by the accidents of which prompts used which.
import type { MemberParameters, MemberShape } from "../train/member.ts";
import { findNeighbours, listCommonWords } from "./common-words.ts";
import type { CommonWords, Nearness } from "./common-words.ts";
import type { EncoderStart } from "./read-start.ts";

/** Rarer words than these have too few neighbours whose starting vectors mean anything. */
const WORDS_MAX = 12_000;
const NEAR: Nearness = { cosine: 0.6, count: 5 };
/** How far a word moves towards the mean of its neighbours, each counted by its cosine. Chosen on dev prompts. */
const SHARE = 0.5;

type Circle = readonly { readonly id: number; readonly weight: number }[];

function listCircles(words: CommonWords): ReadonlyMap<number, Circle> {
  const circles = new Map<number, Circle>();
  for (const [row, id] of words.ids.entries()) {
    const near = findNeighbours(words, row, NEAR);
    const total = near.reduce((sum, { cosine }) => sum + cosine, 0);
    if (near.length === 0) continue;
    circles.set(
      id,
      near.map((one) => ({ id: words.ids[one.row]!, weight: one.cosine / total })),
    );
  }
  return circles;
}

function smoothTable(
  tokens: Float32Array,
  tokenSize: number,
  circles: ReadonlyMap<number, Circle>,
): Float32Array {
  const moved = tokens.slice();
  for (const [id, circle] of circles)
    for (let k = 0; k < tokenSize; k += 1) {
      let mean = 0;
      for (const one of circle) mean += one.weight * tokens[one.id * tokenSize + k]!;
      moved[id * tokenSize + k] = (1 - SHARE) * tokens[id * tokenSize + k]! + SHARE * mean;
    }
  return moved;
}

/** The members with smoothed token tables; as they are where they have none. */
export function smoothTokens(
  members: readonly MemberParameters[],
  { tokenSize }: Pick<MemberShape, "tokenSize">,
  start: EncoderStart,
): readonly MemberParameters[] {
  if (tokenSize === 0) return members;
  const circles = listCircles(listCommonWords(start, WORDS_MAX));
  return members.map((member) => ({ ...member, tokens: smoothTable(member.tokens, tokenSize, circles) }));
}
