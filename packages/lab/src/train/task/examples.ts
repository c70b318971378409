// The examples that the reader learns from: requests as they are and among what people write around them, in other words and
// forms, drills, wordings, and facts that change what a question asks for.
import { ON_ANY_TEXT } from "@signalbox/engine/internals";
import { splitmix32 } from "@signalbox/engine/numerics";
import type { Random } from "@signalbox/engine/numerics";
import type { Atlas, AtlasEntry } from "../../atlas/atlas.ts";
import { openMatterByKind } from "../../atlas/matter-kinds.ts";
import type { AtlasLabel } from "../../atlas/atlas-schema.ts";
import type { Wording } from "../../atlas/wordings.ts";
import type { SurroundingOfLanguage } from "../../atlas/surroundings.ts";
import { createComposer } from "./compose.ts";
import type { Composer } from "./compose.ts";
import { placeElsewhere } from "./place-elsewhere.ts";
import { createScatter } from "./scatter.ts";
import { misspell, rewordMessages, toMarkdown } from "./reword.ts";
import { exampleOf, exampleOfDrill, exampleOfWording } from "./task-rows.ts";
import type { Example } from "./task-rows.ts";

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
