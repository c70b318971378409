// The task atlas: requests of our own with two independent labels each. Read from the repository's folder `atlas`.

import { basename, join } from "node:path";
import { createHash } from "node:crypto";
import { SignalboxError, OPERATIONS, TASK_FIELDS } from "@signalbox/contracts";
import {
  listFiles,
  readRows,
  readLines,
  MATTER_KINDS,
  readDrills,
  type Drill,
  type MatterKind,
} from "./drills.ts";
import {
  parseAtlasLabel,
  parseAtlasRequest,
  parseAtlasSystem,
  type AtlasLabel,
  type AtlasRequest,
  type AtlasSystem,
} from "./atlas-schema.ts";
import { readWordings, type Wording } from "./wordings.ts";
import { Type, type Static } from "typebox";
import { Compile } from "typebox/compile";

// Which kinds of carried text the training part of the atlas has: texts of the fifth that judges are left out.

const KIND_OF_FEATURE: Readonly<Record<string, MatterKind>> = {
  code_matter: "code",
  log_matter: "log",
  table_matter: "table",
};

/** Texts by kind: those of requests in the order in which these name them, then those that no request names. */
export function openMatterByKind({
  entries,
  texts,
  spareTexts,
}: Pick<Atlas, "entries" | "texts" | "spareTexts">): ReadonlyMap<MatterKind, readonly string[]> {
  const kinds = new Map<string, MatterKind>();
  for (const { isHeldOut, matter, features } of entries) {
    if (isHeldOut) continue;
    const kind = features.map((feature) => KIND_OF_FEATURE[feature]).find((each) => each !== undefined);
    for (const name of matter) if (kind !== undefined || !kinds.has(name)) kinds.set(name, kind ?? "text");
  }
  const byKind = new Map<MatterKind, string[]>();
  for (const [name, kind] of kinds) byKind.set(kind, [...(byKind.get(kind) ?? []), texts.get(name) ?? ""]);
  for (const [kind, spare] of spareTexts) byKind.set(kind, [...(byKind.get(kind) ?? []), ...spare]);
  return byKind;
}

// Texts that people write around a request: greetings, stories, personas, house rules, frames of exams, quotations, go-aheads,
// and facts that change what a question asks for. They are for composing rows; each was written by one of three writers, so that
// a whole writer can be kept back.

// The form of the lines of `atlas/surroundings`.
export const SURROUNDING_KINDS = [
  "greeting",
  "story",
  "thanks",
  "goodbye",
  "persona",
  "house_rules",
  "quotation",
] as const;
export const WRITERS = ["a", "b", "c"] as const;

/** Place of the request in the frame of an exam. */
export const ASK_PLACE = "{ask}";

const SHARED = {
  id: Type.String({ pattern: "^[a-z]{2}-s-[0-9]{4}$" }),
  /** Whose voice it is: a polite office worker, a hurried developer, or somebody very old or very young. */
  writer: Type.Enum([...WRITERS]),
};
const Text = Type.String({ minLength: 1 });
const STRICT = { additionalProperties: false };

const SurroundingSchema = Type.Union([
  Type.Object({ ...SHARED, kind: Type.Enum([...SURROUNDING_KINDS]), text: Text }, STRICT),
  Type.Object({ ...SHARED, kind: Type.Literal("exam_frame"), text: Text }, STRICT),
  /** A go-ahead has the operation, tier and length of what was offered before. */
  Type.Object({ ...SHARED, kind: Type.Literal("assent"), text: Text, carries: Type.Literal(true) }, STRICT),
  /** The labels are those of the fact and the ask together. */
  Type.Object(
    {
      ...SHARED,
      kind: Type.Literal("fact"),
      fact: Text,
      ask: Text,
      field: Type.Enum([...TASK_FIELDS]),
      operation: Type.Enum([...OPERATIONS]),
      tier: Type.Integer({ minimum: 1, maximum: 5 }),
    },
    STRICT,
  ),
]);
type Surrounding = Static<typeof SurroundingSchema>;

const surroundings = Compile(SurroundingSchema);

/** @throws SignalboxError invalid_data with the place of the fault */
function parseSurrounding(line: unknown, where: string): Surrounding {
  if (!surroundings.Check(line))
    throw new SignalboxError("invalid_data", `${where} is no surrounding; see atlas/GUIDE.md for its form.`);
  if (line.kind === "exam_frame" && line.text.split(ASK_PLACE).length !== 2)
    throw new SignalboxError("invalid_data", `${where}: write ${ASK_PLACE} once, where the request stands.`);
  return line;
}

export interface SurroundingOfLanguage {
  readonly language: string;
  readonly surrounding: Surrounding;
}

function readFileOf(language: string, file: string): SurroundingOfLanguage[] {
  const ids = new Set<string>();
  return readLines(file, (line, where) => {
    const surrounding = parseSurrounding(line, where);
    if (!surrounding.id.startsWith(`${language}-`) || ids.has(surrounding.id))
      throw new SignalboxError("invalid_data", `${where}: give an id of "${language}" that no line has.`);
    ids.add(surrounding.id);
    return { language, surrounding };
  });
}

/** @throws SignalboxError invalid_data that names the file and line at fault */
export function listSurroundings(atlasDir: string): readonly SurroundingOfLanguage[] {
  return listFiles(join(atlasDir, "surroundings"), ".jsonl").flatMap((file) =>
    readFileOf(basename(file, ".jsonl"), file),
  );
}

// Phrases of short turns by language: assents, what to continue with, thanks, housekeeping,
// and short requests that lean on nothing but the matter. One kind a line: language, kind and its phrases between " | ".

const PHRASE_KINDS = [
  "yes",
  "go",
  "next",
  "thing",
  "stuck",
  "choice",
  "thanks",
  "bye",
  "hello",
  "chore",
  "own",
] as const;
type PhraseKind = (typeof PHRASE_KINDS)[number];

/** "next" phrases name with "{}" the place of a "thing". */
export interface TurnPhrases {
  readonly language: string;
  readonly phrases: Readonly<Record<PhraseKind, readonly string[]>>;
}

/** @throws SignalboxError invalid_data that names the file and line at fault */
function readTurnPhrases(file: string): TurnPhrases[] {
  const lines = readRows(file, (line, where) => {
    const [language = "", name = "", phrases = ""] = line.split("\t");
    const kind = PHRASE_KINDS.find((each) => each === name);
    if (kind === undefined)
      throw new SignalboxError(
        "invalid_data",
        `${where} has none of ${PHRASE_KINDS.join(", ")} in its second column.`,
      );
    return { language, kind, phrases: phrases.split(" | ").filter((phrase) => phrase !== "") };
  });
  return [...Map.groupBy(lines, ({ language }) => language)].map(([language, own]) => {
    const of = (kind: PhraseKind): readonly string[] =>
      own.filter((line) => line.kind === kind).flatMap(({ phrases }) => phrases);
    return {
      language,
      phrases: Object.fromEntries(PHRASE_KINDS.map((kind) => [kind, of(kind)])) as TurnPhrases["phrases"],
    };
  });
}

// The lexicon: words that mean the same, by concept. Each language has a file of concepts and topics; "words.tsv" has further
// concepts with a column for each language.
const WORDS_FILE = "words.tsv";
/** The English file gives the order of concepts. Its first name that begins so starts the topics, which come last of all. */
const TOPIC = "t_";

/** One concept a line, its words of every language joined: concepts, words, topics. */
function readLexicon(dir: string): string {
  const linesOf = (file: string): string[][] => readRows(file, (line) => line.split("\t"));
  const words = linesOf(join(dir, WORDS_FILE)).slice(1);
  const english = linesOf(join(dir, "en.tsv"));
  const topicsAt = english.findIndex(([name = ""]) => name.startsWith(TOPIC));
  const order = english.toSpliced(topicsAt === -1 ? english.length : topicsAt, 0, ...words);
  const names = order.map(([name = ""]) => name);
  const entries = new Map<string, Set<string>>(names.map((name) => [name, new Set()]));
  const files = listFiles(dir, ".tsv").filter((file) => basename(file) !== WORDS_FILE);
  for (const [name = "", ...cells] of [...files.flatMap(linesOf), ...words])
    for (const word of cells.flatMap((cell) => cell.split(" | ")))
      if (word.trim() !== "") entries.get(name)?.add(word.trim());
  return names.map((name) => `${name}\t${[...(entries.get(name) ?? [])].join(" | ")}\n`).join("");
}

export interface AtlasMessage {
  readonly role: string;
  readonly content: string;
}

export interface AtlasEntry {
  readonly id: string;
  readonly language: string;
  /** Carried texts in their places. */
  readonly messages: readonly AtlasMessage[];
  /** As written: "{{1}}" stands where the first carried text belongs. */
  readonly template: readonly AtlasMessage[];
  readonly matter: readonly string[];
  readonly tools: readonly string[];
  readonly features: readonly string[];
  readonly author: AtlasLabel;
  readonly secondReader: AtlasLabel | undefined;
  /** Member of the fifth that is never trained on. */
  readonly isHeldOut: boolean;
}

export interface Atlas {
  readonly entries: readonly AtlasEntry[];
  /** Concepts with the words of every language joined: one a line. */
  readonly lexicon: string;
  /** Short requests with a label of their author only: they train and never judge. */
  readonly drills: readonly Drill[];
  /** The same request in the words of different people: they train and never judge. */
  readonly wordings: readonly Wording[];
  /** System prompts, each with whether it says what is to be done: they train and never judge. */
  readonly systems: readonly AtlasSystem[];
  /** Phrases of turns that continue with something, end it, or keep house: they train and never judge. */
  readonly turns: readonly TurnPhrases[];
  /** Texts that people write around a request: they train and never judge. */
  readonly surroundings: readonly SurroundingOfLanguage[];
  /** Carried texts by the ids that requests name. */
  readonly texts: ReadonlyMap<string, string>;
  /** Carried texts that no request names: they are in wordings. */
  readonly spareTexts: ReadonlyMap<MatterKind, readonly string[]>;
}

export const ATLAS_DIR = join(import.meta.dirname, "../../../../atlas");
const HELD_OUT_OF = 5;

/** Requests that share a carried text fall on the same side, so that no text of the held-out fifth was ever trained on. */
function groupOf(requests: readonly AtlasRequest[]): Map<string, string> {
  const parent = new Map<string, string>();
  const root = (name: string): string => {
    const up = parent.get(name);
    return up === undefined || up === name ? name : root(up);
  };
  for (const { id, matter = [] } of requests)
    for (const text of matter) {
      const [one, other] = [root(`matter ${text}`), root(id)];
      if (one !== other) parent.set(other, one);
    }
  return new Map(requests.map(({ id }) => [id, root(id)]));
}

function isHeldOut(group: string): boolean {
  return createHash("sha256").update(group).digest().readUInt32BE(0) % HELD_OUT_OF === 0;
}

/** Labels of all files that end so, by request. */
function readLabels(dir: string, ending: string): ReadonlyMap<string, AtlasLabel> {
  const labels = listFiles(dir, ending).flatMap((file) => readLines(file, parseAtlasLabel));
  return new Map(labels.map((label) => [label.id, label]));
}

/** A carried text: requests name it by its id; one with a kind is spare, for places that ask for that kind. */
interface CarriedText {
  readonly id: string;
  readonly kind?: MatterKind;
  readonly text: string;
}

function parseCarriedText(line: unknown, where: string): CarriedText {
  const { id, kind, text } = line as Partial<CarriedText>;
  if (
    typeof id !== "string" ||
    typeof text !== "string" ||
    (kind !== undefined && !MATTER_KINDS.includes(kind))
  )
    throw new SignalboxError("invalid_data", `${where}: a text has an "id", a "text" and perhaps a "kind".`);
  return { id, text, ...(kind !== undefined && { kind }) };
}

const readCarriedTexts = (dir: string): readonly CarriedText[] =>
  listFiles(dir, ".jsonl").flatMap((file) => readLines(file, parseCarriedText));

function spareTextsOf(carried: readonly CarriedText[]): Map<MatterKind, string[]> {
  const byKind = new Map<MatterKind, string[]>();
  for (const { kind, text } of carried)
    if (kind !== undefined) byKind.set(kind, [...(byKind.get(kind) ?? []), text]);
  return byKind;
}

/** @throws SignalboxError invalid_data that names the file and line at fault */
export function loadAtlas(dir: string = ATLAS_DIR): Atlas {
  const carried = readCarriedTexts(join(dir, "matter"));
  const texts = new Map(carried.map(({ id, text }) => [id, text]));
  const textOf = (name: string): string => {
    const text = texts.get(name);
    if (text === undefined)
      throw new SignalboxError("invalid_data", `matter/ has no text ${name}, but a request names it.`);
    return text;
  };
  const requests = listFiles(join(dir, "requests"), ".jsonl").flatMap((file) =>
    readLines(file, parseAtlasRequest),
  );
  if (requests.length === 0) throw new SignalboxError("invalid_data", `${dir} has no requests.`);
  const [author, second] = [".a.jsonl", ".b.jsonl"].map((ending) => readLabels(join(dir, "labels"), ending));
  const groups = groupOf(requests);
  const entries = requests.map((request): AtlasEntry => {
    const { id, lang, matter = [], text, messages, tools = [], features = [] } = request;
    const label = author?.get(id);
    if (label === undefined)
      throw new SignalboxError("invalid_data", `labels/: ${id} has no label of its author.`);
    const turns = messages ?? [{ role: "user", content: text ?? "" }];
    const template = turns.map(({ role, content }) => ({ role, content: content ?? "" }));
    return {
      id,
      language: lang,
      messages: fillPlaces(template, matter.map(textOf), id),
      template,
      matter,
      tools,
      features,
      author: label,
      secondReader: second?.get(id),
      isHeldOut: isHeldOut(groups.get(id) ?? id),
    };
  });
  const lexicon = readLexicon(join(dir, "lexicon"));
  const [drills, wordings] = [readDrills(join(dir, "drills.tsv")), readWordings(dir)];
  const systems = readLines(join(dir, "systems.jsonl"), parseAtlasSystem);
  const turns = readTurnPhrases(join(dir, "turns.tsv"));
  const surroundings = listSurroundings(dir);
  const spareTexts = spareTextsOf(carried);
  return { entries, lexicon, drills, wordings, systems, turns, surroundings, texts, spareTexts };
}

// Puts carried texts where a request names them.
const PLACE = /\{\{(\d)\}\}/g;

/** @throws SignalboxError invalid_data when a place has no text */
function fillPlaces(
  template: readonly AtlasMessage[],
  texts: readonly string[],
  where: string,
): AtlasMessage[] {
  return template.map(({ role, content }) => ({
    role,
    content: content.replace(PLACE, (_place, digit: string) => {
      const text = texts[Number(digit) - 1];
      if (text === undefined)
        throw new SignalboxError("invalid_data", `${where}: {{${digit}}} has no entry in "matter".`);
      return text;
    }),
  }));
}
