// Other wordings of training prompts, so that what surrounds a request moves its estimate little. The frames are not
// those of the paraphrase protocol, and its synonyms, option orders and question moves are never trained on.
import type { PromptReader } from "@signalbox/engine/internals";
import type { Random } from "@signalbox/engine/numerics";
import { splitmix32 } from "@signalbox/engine/numerics";
import { addTypos, changeLayout } from "../../data/paraphrase/rewordings.ts";
import type { Rewording } from "../../data/paraphrase/rewordings.ts";
import { readPrompts } from "../members/read-prompts.ts";
import { sharedInt32 } from "../members/training-set.ts";
import type { Rewordings } from "../members/training-set.ts";
import type { NeighbourWords } from "./neighbour-words.ts";
import { valueAt, wholeAt } from "../../arrays/value-at.ts";

const FRAMES: readonly string[] = [
  "Hey, I was wondering about this one.\n{}",
  "{}\n\nAny help is welcome.",
  "I would be glad if you had a look at this:\n\n{}\n\nCheers",
  "Question for you below.\n---\n{}\n---",
  "Context: I am working on this at the moment and got stuck.\n\n{}",
  "<request>\n{}\n</request>",
  "As an expert, respond to the user's message.\n\nUser: {}",
  "{}\nAnswer carefully please",
  "Good evening. {} Many thanks for your time!",
  "User asks: {}",
  "Ich habe da eine Frage.\n{}\nDanke dir",
  "Coucou, voici ma demande :\n{}",
  "Buenas, mira esto:\n\n{}\n\nun saludo",
  "Ciao! Ho bisogno di una mano.\n\n{}",
  "你好，帮我看看这个：\n{}\n谢谢",
  "お願いします。\n\n{}",
  "# Question\n\n{}\n\n# Your turn",
  "My task is this:\n{}",
  "Next one: {}",
  "{}\n\nNo rush.",
  "{}\n\nWritten on the train, sorry for the brevity",
  "<<<\n{}\n>>>",
  "Below is what I have to solve.\n\n{}",
  "Act as a careful reviewer.\n\n{}",
];

const frame = (text: string, random: Random): string =>
  valueAt(FRAMES, Math.floor(random() * FRAMES.length)).replace("{}", () => text);

/** Share of common words that another takes the place of. */
const REPLACED = 0.2;

function replaceWords(text: string, random: Random, neighbours: NeighbourWords): string | undefined {
  let count = 0;
  const result = text.replaceAll(/\b[a-z]{3,}\b/g, (word) => {
    if (random() >= REPLACED) return word;
    const near = neighbours.of(word);
    if (near.length === 0) return word;
    count += 1;
    return valueAt(near, Math.floor(random() * near.length));
  });
  return count === 0 ? undefined : result;
}

function listRules(neighbours: NeighbourWords): readonly Rewording[] {
  return [
    frame,
    addTypos,
    (text, random) => replaceWords(text, random, neighbours),
    (text, random) => frame(changeLayout(text, random) ?? text, random),
  ];
}

/** Wordings of each training prompt. */
const WORDINGS = 2;

/** Reads `WORDINGS` other wordings of every training row; the same for the same texts and seed. */
export function rewordPrompts(
  { reader, neighbours }: { readonly reader: PromptReader; readonly neighbours: NeighbourWords },
  texts: readonly string[],
  trainRows: Int32Array,
  seed: number,
): Rewordings {
  const random = splitmix32(seed);
  const rules = listRules(neighbours);
  const counts = new Int32Array(texts.length);
  const reworded: string[] = [];
  for (const row of trainRows.toSorted()) {
    const text = valueAt(texts, row);
    for (let turn = 0; turn < WORDINGS; turn += 1) {
      const rule = valueAt(rules, Math.floor(random() * rules.length));
      reworded.push(rule(text, random) ?? frame(text, random));
    }
    counts[row] = WORDINGS;
  }
  const offsets = sharedInt32(texts.length + 1);
  counts.forEach((count, row) => {
    offsets[row + 1] = wholeAt(offsets, row) + count;
  });
  return { offsets, features: readPrompts(reader, reworded) };
}
