// Turns in which another reading may lead than that of all of it: two requests in one, and a small instruction about a text that asks for
// more. Beside them requests as they are and among what people write around them, in other words, and behind a fact that changes them.
import { ON_ANY_TEXT } from "@signalbox/engine/internals";
import { splitmix32 } from "@signalbox/engine/numerics";
import type { Random } from "@signalbox/engine/numerics";
import type { Atlas, AtlasEntry } from "../../atlas/atlas.ts";
import type { Drill } from "../../atlas/drills.ts";
import type { AtlasLabel } from "../../atlas/atlas-schema.ts";
import { createComposer, draw } from "./compose.ts";
import type { Asked } from "./compose.ts";
import { factsOf } from "./examples.ts";
import { openMatterByKind } from "../../atlas/matter-kinds.ts";
import { exampleOf, exampleOfWording } from "./task-rows.ts";
import type { Example } from "./task-rows.ts";

export interface LeadExample {
  readonly asked: Asked;
  readonly labels: readonly AtlasLabel[];
  /** How much it counts. */
  readonly weight: number;
}

const SEED = 77;
/** One request in so many represents the rest. */
const ENTRY_EVERY = 5;
/** One wording in so many. */
const WORDING_EVERY = 12;
const WEIGHTS = { whole: 2, composed: 1.5, pair: 1.8, quoted: 1.1, fact: 1, wording: 1 } as const;
const [PAIRS, QUOTED] = [2_000, 2_000];
/** Longest requests and instructions that are put together. @unit UTF-16 units */
const [REQUEST_MOST, INSTRUCTION_MOST] = [400, 70];
const PAIR_JOINS = [" ", " ", "\n", "\n\n", " Also, ", "\n- ", " And ", " PS: "] as const;
const QUOTES = [
  ['"', '"'],
  ["'", "'"],
  ["\n", "\n"],
  ["\n\n", "\n\n"],
  ["“", "”"],
  [" ", " "],
  ["\n> ", "\n"],
  ["«", "»"],
] as const;
const INSTRUCTION_JOINS = [": ", ":", " - ", " "] as const;
/** Shares of texts in the instruction's language, and of instructions that are before their text. */
const [OWN_LANGUAGE, BEFORE] = [0.8, 0.65];
/** An operation that is given a text is easy up to this class. */
const EASY_MOST = 2;

const turnOf = (content: string): Asked => ({ messages: [{ role: "user", content }], tools: [] });
const wordsOf = ({ messages }: AtlasEntry): string => messages[0]?.content.trim() ?? "";

/** One short turn that asks for something, without a text. */
const isShort = ({ messages, tools, matter, author }: AtlasEntry): boolean =>
  messages.length === 1 &&
  messages[0]?.role === "user" &&
  tools.length === 0 &&
  matter.length === 0 &&
  messages[0].content.length <= REQUEST_MOST &&
  author.op !== "converse";

/** Draws in the language, where there is something, or else anywhere. */
function drawNear<T>(list: readonly T[], isNear: (one: T) => boolean, random: Random): T {
  const near = list.filter(isNear);
  return draw(near.length > 0 && random() < OWN_LANGUAGE ? near : list, random);
}

/** Two requests of different classes in one turn: the harder leads. */
function pairOf(short: readonly AtlasEntry[], random: Random): readonly LeadExample[] {
  const one = draw(short, random);
  const others = short.filter(
    ({ language, author }) =>
      language === one.language && author.tier !== one.author.tier && author.op !== one.author.op,
  );
  if (others.length === 0) return [];
  const other = draw(others, random);
  const hard = one.author.tier > other.author.tier ? one : other;
  const asked = turnOf(`${wordsOf(one)}${draw(PAIR_JOINS, random)}${wordsOf(other)}`);
  return [{ asked, labels: exampleOf(hard).labels, weight: WEIGHTS.pair }];
}

/** A small instruction about a text that itself asks for more: the instruction leads. */
function quotedOf(easy: readonly Drill[], texts: readonly AtlasEntry[], random: Random): LeadExample {
  const drill = draw(easy, random);
  const given = drawNear(texts, ({ language }) => language === drill.language, random);
  const [open, close] = draw(QUOTES, random);
  const text = `${open}${wordsOf(given)}${close}`;
  const instruction = drill.text.replace(/\s*\{\{\w+\}\}\s*/, "").trim();
  const content =
    random() < BEFORE ? `${instruction}${draw(INSTRUCTION_JOINS, random)}${text}` : `${text} ${instruction}`;
  return { asked: turnOf(content), labels: [drill.label], weight: WEIGHTS.quoted };
}

/** A small instruction about any text. */
const isEasy = ({ carries, label, text }: Drill): boolean =>
  carries === "text" &&
  ON_ANY_TEXT.has(label.op) &&
  label.tier <= EASY_MOST &&
  text.length < INSTRUCTION_MOST;

const weighed =
  (weight: number) =>
  ({ asked, labels }: Pick<Example, "asked" | "labels">): LeadExample => ({ asked, labels, weight });

const repeat = <T>(times: number, make: () => T): readonly T[] => Array.from({ length: times }, make);

/** @returns turns of the part of the atlas that may be trained on */
export function leadExamplesOf(atlas: Atlas): readonly LeadExample[] {
  const random = splitmix32(SEED);
  const open = atlas.entries.filter(({ isHeldOut }) => !isHeldOut);
  const some = open.filter((_, index) => index % ENTRY_EVERY === 0);
  const short = open.filter(isShort);
  const composer = createComposer(atlas.surroundings, []);
  const easy = atlas.drills.filter(isEasy);
  const texts = short.filter(({ author }) => author.tier >= 2 && !ON_ANY_TEXT.has(author.op));
  const matter = openMatterByKind(atlas);
  return [
    ...some.map(exampleOf).map(weighed(WEIGHTS.whole)),
    ...some
      .map((entry) => ({
        asked: composer.compose(entry, entry.language, random),
        labels: exampleOf(entry).labels,
      }))
      .map(weighed(WEIGHTS.composed)),
    ...factsOf(atlas.surroundings, { ...composer, random }).map(weighed(WEIGHTS.fact)),
    ...atlas.wordings
      .filter((_, index) => index % WORDING_EVERY === 0)
      .map((wording) => exampleOfWording(wording, matter))
      .map(weighed(WEIGHTS.wording)),
    ...repeat(PAIRS, () => pairOf(short, random)).flat(),
    ...repeat(QUOTED, () => quotedOf(easy, texts, random)),
  ];
}
