// Has the engine read a demand in every language that it knows, so that every pattern it builds when one is needed is built.
import { readDemandedLength } from "@signalbox/engine/internals";

import { DEMAND_LANGUAGES } from "../packages/engine/src/reader/amounts/demand-languages.data.ts";

const KINDS = ["only", "choice", "answer", "choicePhrases", "noSentence", "number"] as const;

export function readEveryLanguage(): void {
  readDemandedLength("answer with only one letter in two sentences");
  for (const language of DEMAND_LANGUAGES) {
    for (const word of KINDS.flatMap((kind) => language[kind].split(" ")))
      readDemandedLength(word.replaceAll("_", " "));
  }
}
