// The examples that the reader learns from: requests as they are and among what people write around them, in other words and
// forms, drills, wordings, and facts that change what a question asks for.

import { ON_ANY_TEXT } from "@signalbox/engine/internals";
import { splitmix32, type Random } from "@signalbox/engine/numerics";
import {
  type Atlas,
  type AtlasEntry,
  type AtlasMessage,
  type SurroundingOfLanguage,
  openMatterByKind,
} from "../../atlas/atlas.ts";
import type { AtlasLabel } from "../../atlas/atlas-schema.ts";
import type { Wording } from "../../atlas/wordings.ts";
import { createComposer, type Composer } from "./compose.ts";
import { placeElsewhere } from "./turn-examples.ts";
import { createScatter } from "./fit-clusters.ts";
import { exampleOf, exampleOfDrill, exampleOfWording, type Example } from "./task-rows.ts";

// The same request in another form, as far as a program can give it: in Markdown, misspelt, typed in haste. The labels stay, so the heads learn to read all of them alike.

const MISSPELT_SHARE = 0.18;
const WORD_LEAST = 4;

/** One slip after the first letter: a letter is missing, is written twice or once, is another, or changes places with the next. */
function slip(word: string, random: Random): string {
  const at = 1 + Math.floor(random() * (word.length - 1));
  const [before, letter, after] = [word.slice(0, at), word[at] ?? "", word.slice(at + 1)];
  const kind = random();
  if (kind < 0.35) return before + after;
  if (kind < 0.7) return before + (after[0] ?? "") + letter + after.slice(1);
  if (kind < 0.85) return before + letter + letter + after;
  return before + (word[Math.floor(random() * word.length)] ?? "") + after;
}

/** @param share of the words that are long enough for a slip. @range 0..1 */
export function misspell(text: string, random: Random, share: number = MISSPELT_SHARE): string {
  return text.replaceAll(/\p{L}+/gu, (word) =>
    word.length < WORD_LEAST || random() > share ? word : slip(word, random),
  );
}

const HEADINGS = ["Task", "Request", "Question", "TODO", "1.", "Brief"] as const;

/** Text in quotation marks becomes a quotation of Markdown, and numbers stand as code. */
function markQuotes(text: string, random: Random): string {
  const quoted = text.replace(/[:,]?\s*["“„«「]([^"”“»」\n]{12,})["”“»」]\.?/u, "\n\n> $1\n\n");
  return random() < 0.5 ? quoted : quoted.replaceAll(/\b\d[\d.,]*\b/g, "`$&`");
}

/** Some words are bold, some in italics. */
function stressWords(line: string, random: Random): string {
  return line.replaceAll(/\p{L}{5,}/gu, (word) => {
    const kind = random();
    return kind < 0.08 ? `**${word}**` : kind < 0.14 ? `*${word}*` : word;
  });
}

export function toMarkdown(text: string, random: Random): string {
  const marked = markQuotes(text, random);
  const end = marked.indexOf("\n");
  const [first, rest] = end < 0 ? [marked, ""] : [marked.slice(0, end), marked.slice(end)];
  const line = stressWords(first, random);
  const kind = random();
  const hashes = "#".repeat(1 + Math.floor(random() * 3));
  const heading = HEADINGS[Math.floor(random() * HEADINGS.length)] ?? "";
  if (kind < 0.2) return `**${first}**\n${rest}`;
  if (kind < 0.35) return `${hashes} ${first}\n${rest}`;
  if (kind < 0.55) return `${hashes} ${heading}\n\n${line}${rest}`;
  if (kind < 0.65) return `**${heading}:** ${line}${rest}`;
  const bullets = line.replaceAll(/[,;:.、，；：。؛،] ?(?=\S)/g, "\n- ");
  return kind < 0.8 ? `- ${bullets}${rest}` : `${hashes} ${heading}\n\n- ${bullets}\n${rest}`;
}

const inHaste = (text: string): string => text.toLowerCase().replaceAll(/[.,!]/g, "");

function rewordText(text: string, random: Random): string {
  const kind = random();
  if (kind < 0.4) return misspell(text, random);
  return kind < 0.7 ? toMarkdown(text, random) : inHaste(text);
}

/** The last user turn in another form. */
export function rewordMessages(messages: readonly AtlasMessage[], random: Random): readonly AtlasMessage[] {
  const last = messages.findLastIndex(({ role }) => role === "user");
  return messages.map(({ role, content }, index) => ({
    role,
    content: index === last ? rewordText(content, random) : content,
  }));
}

/** Share of the words, in the wordings that are misspelt here beside those that people misspelt. */
const SLIPS_SHARE = 0.6;
/** Whole requests are as people send them, with system prompts, turns and texts of their own: each says as much as so many wordings. */
const WHOLE_REQUEST_SHARE = 3;
/** Requests among surroundings count less: where they count in full, those that are alone are read worse. */
const COMPOSED_SHARE = 1.5;
const COMPOSED_NEED_SHARE = 0.5;
/** Tokens of an answer to a fact and its question: nobody said how long a good answer is. */
const FACT_TOKENS: AtlasLabel["tokens"] = [60, 400];

/** Share at which the need of two requests together counts: nobody said it. */
const PAIR_NEED_SHARE = 0.5;

type Matter = ReturnType<typeof openMatterByKind>;

/** The words of a line, and not the place of a carried text in it. */
function changeWords<T extends { readonly text: string }>(one: T, change: (text: string) => string): T {
  const text = one.text.replaceAll(/\{\{\w+\}\}|[^{]+/g, (part) =>
    part.startsWith("{{") ? part : change(part),
  );
  return { ...one, text };
}

/** The last turn of the user. */
const askOf = ({ messages }: Example["asked"]): string =>
  messages.findLast(({ role }) => role === "user")?.content ?? "";

/** Among surroundings, with what asks set apart. */
function composed(example: Example, language: string, { compose, random }: Surround): Example {
  return { ...example, asked: compose(example.asked, language, random), ask: askOf(example.asked) };
}

interface Surround extends Composer {
  readonly random: Random;
}

/** Drills and plain wordings with slips in most words, the wordings in Markdown, in another place, and among surroundings. */
function rewordPlain({ drills, wordings }: Atlas, matter: Matter, surround: Surround): readonly Example[] {
  const { random } = surround;
  const plain = wordings.filter(({ style }) => style === "plain");
  const misspelt = (text: string): string => misspell(text, random, SLIPS_SHARE);
  return [
    ...drills.map((drill) => exampleOfDrill(changeWords(drill, misspelt))),
    ...plain.map((wording) => exampleOfWording(changeWords(wording, misspelt), matter)),
    ...plain.map((wording) =>
      exampleOfWording(
        changeWords(wording, (text) => toMarkdown(text, random)),
        matter,
      ),
    ),
    ...placeElsewhere(plain, matter, surround),
    ...plain.map((wording) => composed(exampleOfWording(wording, matter), wording.language, surround)),
  ];
}

/** Not of pipelines, which are carried out on the whole turn. */
function exampleOfWhole(entry: AtlasEntry, { texts }: Pick<Atlas, "texts">): Example {
  const carried = entry.matter.map((name) => texts.get(name) ?? "");
  return { ...exampleOf(entry), operationShare: WHOLE_REQUEST_SHARE, carried };
}

/** Says whether an entry is a step of a pipeline, which the reader will find of most of them. */
const isPipeline = ({ features, author, tools }: AtlasEntry): boolean =>
  features.includes("system_task") && tools.length === 0 && ON_ANY_TEXT.has(author.op);

const exampleOfPipeline = (entry: AtlasEntry): Example => ({
  ...exampleOf(entry),
  operationShare: WHOLE_REQUEST_SHARE,
  isSystemTask: true,
});

/** Turns that ask for two things at the same time. */
const PAIRS = 3_000;
const PAIR_JOINS = [" ", "\n", "\n\n", "\n- "] as const;

/** The harder of two requests leads, whichever stands first. */
function pairsOf(wordings: readonly Wording[], random: Random): readonly Example[] {
  const short = wordings.filter(({ carries, style }) => carries === undefined && style === "plain");
  const byLanguage = Map.groupBy(short, ({ language }) => language);
  const draw = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)]!;
  return Array.from({ length: PAIRS }, () => draw(short)).flatMap((one): Example[] => {
    const other = draw(byLanguage.get(one.language)!);
    const [easy, hard] = one.labels[0]!.tier < other.labels[0]!.tier ? [one, other] : [other, one];
    if (easy.labels[0]!.tier === hard.labels[0]!.tier) return [];
    const content = `${one.text}${draw(PAIR_JOINS)}${other.text}`;
    const asked = { messages: [{ role: "user", content }], tools: [] } as const;
    return [{ asked, labels: hard.labels, needShare: PAIR_NEED_SHARE, ask: hard.text }];
  });
}

/** A fact and the question that it changes, as one turn, and the same among surroundings. */
export function factsOf(
  surroundings: readonly SurroundingOfLanguage[],
  surround: Surround,
): readonly Example[] {
  return surroundings.flatMap(({ language, surrounding }) => {
    if (surrounding.kind !== "fact") return [];
    const { id, fact, ask, operation, field, tier } = surrounding;
    const example: Example = {
      asked: { messages: [{ role: "user", content: `${fact} ${ask}` }], tools: [] },
      labels: [{ id, op: operation, field, tier, tokens: FACT_TOKENS }],
      needShare: 1,
      group: id,
    };
    return [example, composed(example, language, surround)];
  });
}

/**
 * @param seed of everything that is drawn: what stands around a request, slips, layout, pairs. Editions of other seeds have the same
 * examples in the same order, but for the pairs at the end.
 * @param surroundings those that may be learned from
 */
export function examplesOf(
  entries: readonly AtlasEntry[],
  atlas: Atlas,
  seed: number,
  surroundings: readonly SurroundingOfLanguage[] = atlas.surroundings,
): readonly Example[] {
  const matter = openMatterByKind(atlas);
  const random = splitmix32(seed);
  const surround = { ...createComposer(surroundings, atlas.spareTexts.get("text") ?? []), random };
  const scatter = createScatter(entries, atlas.texts);
  const whole = (entry: AtlasEntry): Example => exampleOfWhole(entry, atlas);
  const counted = (example: Example): Example => ({
    ...example,
    operationShare: COMPOSED_SHARE,
    needShare: COMPOSED_NEED_SHARE,
  });
  return [
    ...entries.map(whole),
    ...entries.map((entry) => ({
      ...whole(entry),
      asked: surround.greet(entry, entry.language, random),
      ask: askOf(entry),
    })),
    ...entries.map((entry) => whole({ ...entry, messages: rewordMessages(entry.messages, random) })),
    ...entries.map((entry) => counted(composed(whole(entry), entry.language, surround))),
    ...entries.map((entry) =>
      counted({ ...whole(entry), asked: scatter(entry, entry.language, random), ask: askOf(entry) }),
    ),
    ...entries.filter(isPipeline).map(exampleOfPipeline),
    ...atlas.drills.map(exampleOfDrill),
    ...atlas.wordings.map((wording) => exampleOfWording(wording, matter)),
    ...rewordPlain(atlas, matter, surround),
    ...factsOf(surroundings, surround),
    ...pairsOf(atlas.wordings, random),
  ];
}
