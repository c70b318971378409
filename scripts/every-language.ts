// Has the engine read a demand in every language that it knows, so that every pattern it builds when one is needed is built.
import { readDemandedLength } from "@signalbox/engine/internals";

import { DEMAND_LANGUAGES } from "../packages/engine/src/conversation/demand-languages.data.ts";

const KINDS = ["only", "choice", "answer", "choicePhrases", "noSentence", "number"] as const;

export function readEveryLanguage(): void {
  readDemandedLength("answer with only one letter in two sentences");
  for (const language of DEMAND_LANGUAGES) {
    const words = [...KINDS.map((kind) => language[kind]), language.words, language.sentences];
    for (const word of words.flatMap((list) => list.split(" ")))
      readDemandedLength(word.replaceAll("_", " "));
  }
}
