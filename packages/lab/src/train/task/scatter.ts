// Requests among sentences of texts that other requests carry: prose of all fields that nobody asks about. What is asked stays the
// same, so the labels do.
import type { Random } from "@signalbox/engine/numerics";
import type { Atlas, AtlasEntry } from "../../atlas/atlas.ts";
import { changeRequest, draw, JOINS } from "./compose.ts";
import type { Asked } from "./compose.ts";

/** @unit UTF-16 units */
const SENTENCE = { least: 25, most: 220 } as const;
const SENTENCES_MOST = 5;
const ENDS = /(?<=[.!?؟।])\s+|(?<=[。！？])|\n+/u;
/** Shares of the requests that are behind sentences, and before them; one in five is between. */
const [BEHIND_SHARE, BEFORE_SHARE] = [0.75, 0.45] as const;
const NOT_PROSE: ReadonlySet<string> = new Set(["code_matter", "log_matter", "table_matter"]);

/** @returns sentences by language */
function sentencesOf(
  entries: readonly AtlasEntry[],
  texts: Atlas["texts"],
): ReadonlyMap<string, readonly string[]> {
  const byLanguage = new Map<string, Set<string>>();
  for (const { language, matter, features } of entries) {
    if (features.some((feature) => NOT_PROSE.has(feature))) continue;
    const own = byLanguage.get(language) ?? new Set();
    byLanguage.set(language, own);
    for (const sentence of matter.flatMap((name) => (texts.get(name) ?? "").split(ENDS))) {
      const { length } = sentence.trim();
      if (length >= SENTENCE.least && length <= SENTENCE.most) own.add(sentence.trim());
    }
  }
  return new Map([...byLanguage].map(([language, sentences]) => [language, [...sentences]]));
}

/** @param entries whose carried texts may be learned from */
export function createScatter(
  entries: readonly AtlasEntry[],
  texts: Atlas["texts"],
): (asked: Asked, language: string, random: Random) => Asked {
  const byLanguage = sentencesOf(entries, texts);
  return (asked, language, random) => {
    const sentences = byLanguage.get(language) ?? [];
    if (sentences.length === 0) return asked;
    const several = (): string =>
      Array.from({ length: 1 + Math.floor(random() * SENTENCES_MOST) }, () => draw(sentences, random)).join(
        " ",
      );
    const turn = (text: string): string => {
      const [join, place] = [draw(JOINS, random), random()];
      const opened = place < BEHIND_SHARE ? `${several()}${join}${text}` : text;
      return place > 1 - BEFORE_SHARE ? `${opened}${join}${several()}` : opened;
    };
    return changeRequest(asked, { turn, stated: [] });
  };
}
