// Other wordings of a prompt, by rule and seed.
import { splitmix32 } from "@signalbox/engine/numerics";
import {
  addTypos,
  changeLayout,
  moveQuestionFirst,
  reorderOptions,
  swapSynonyms,
  wrap,
  wrapForeign,
} from "./rewordings.ts";
import type { Rewording } from "./rewordings.ts";

const RULES: Readonly<Record<string, Rewording>> = {
  typos: addTypos,
  synonyms: swapSynonyms,
  "option order": reorderOptions,
  frame: wrap,
  "foreign frame": wrapForeign,
  layout: changeLayout,
  "question first": moveQuestionFirst,
};

/** Names of the rules, in the order of the reports. */
export const PARAPHRASE_KINDS: readonly string[] = Object.keys(RULES);

export interface Paraphrase {
  /** One of `PARAPHRASE_KINDS`. */
  readonly kind: string;
  readonly text: string;
}

function hash(text: string): number {
  let h = 0x811c9dc5;
  for (let i = 0; i < text.length; i += 1) h = Math.imul(h ^ text.charCodeAt(i), 0x01000193);
  return h;
}

/** One wording a rule that applies; the same for the same text and seed. */
export function paraphrase(text: string, seed: number): readonly Paraphrase[] {
  return PARAPHRASE_KINDS.flatMap((kind, i) => {
    const reworded = RULES[kind]?.(text, splitmix32(hash(text) ^ Math.imul(seed + i, 0x9e3779b1)));
    return reworded === undefined || reworded === text ? [] : [{ kind, text: reworded }];
  });
}
