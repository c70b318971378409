// The task atlas: requests of our own with two independent labels each. Read from the repository's folder `atlas`.
import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { SignalboxError } from "@signalbox/contracts";
import { parseAtlasLabel, parseAtlasRequest } from "./atlas-schema.ts";
import type { AtlasLabel, AtlasRequest, AtlasSystem } from "./atlas-schema.ts";
import { fillPlaces } from "./fill-places.ts";
import { MATTER_KINDS, readDrills } from "./drills.ts";
import type { Drill, MatterKind } from "./drills.ts";
import { readLines } from "./read-lines.ts";
import { readSystems } from "./systems.ts";
import { listSurroundings } from "./surroundings.ts";
import type { SurroundingOfLanguage } from "./surroundings.ts";
import { readTurnPhrases } from "./turns.ts";
import type { TurnPhrases } from "./turns.ts";
import { readWordings } from "./wordings.ts";
import type { Wording } from "./wordings.ts";

export interface AtlasMessage {
  readonly role: string;
  readonly content: string;
}

export interface AtlasEntry {
  readonly id: string;
  readonly language: string;
  /** Name of the file it stands in, e.g. "en-tech". */
  readonly set: string;
  /** Carried texts in their places. */
  readonly messages: readonly AtlasMessage[];
  /** As written: "{{1}}" stands where the first carried text belongs. */
  readonly template: readonly AtlasMessage[];
  readonly matter: readonly string[];
  readonly tools: readonly string[];
  readonly features: readonly string[];
  readonly author: AtlasLabel;
  readonly secondReader: AtlasLabel | undefined;
  /** Of the fifth that is never trained on. */
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
  /** Phrases of turns that go on with something, end it, or keep house: they train and never judge. */
  readonly turns: readonly TurnPhrases[];
  /** What people write around a request: it trains and never judges. */
  readonly surroundings: readonly SurroundingOfLanguage[];
  /** Carried texts by the ids that requests name. */
  readonly texts: ReadonlyMap<string, string>;
  /** Carried texts that no request names: they stand in wordings. */
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

function readLabels(file: string): ReadonlyMap<string, AtlasLabel> {
  if (!existsSync(file)) return new Map();
  return new Map(readLines(file, parseAtlasLabel).map((label) => [label.id, label]));
}

/** Words that mean the same, one concept a line, with a column for each language. */
const WORDS_FILE = "words.tsv";
/** Files by language, and the English one, which names all concepts and gives their order. */
const TABLES = [/^concepts\.(\w+)\.tsv$/, /^topics\.(\w+)\.tsv$/] as const;

/** Concepts, then the columns of words, then topics: their words in every language, joined. */
function readLexicon(dir: string): string {
  const linesOf = (file: string): string[][] =>
    existsSync(join(dir, file))
      ? readFileSync(join(dir, file), "utf8")
          .split("\n")
          .filter((line) => line !== "")
          .map((line) => line.split("\t"))
      : [];
  const words = linesOf(WORDS_FILE).slice(1);
  const names = [...linesOf("concepts.en.tsv"), ...words, ...linesOf("topics.en.tsv")].map(
    ([name = ""]) => name,
  );
  const entries = new Map<string, Set<string>>(names.map((name) => [name, new Set()]));
  const files = readdirSync(dir).filter((name) => TABLES.some((table) => table.test(name)));
  for (const [name = "", ...cells] of [...files.toSorted().flatMap(linesOf), ...words])
    for (const word of cells.flatMap((cell) => cell.split(" | ")))
      if (word.trim() !== "") entries.get(name)?.add(word.trim());
  return names.map((name) => `${name}\t${[...(entries.get(name) ?? [])].join(" | ")}\n`).join("");
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

const listFiles = (dir: string): readonly string[] =>
  readdirSync(dir)
    .filter((name) => name.endsWith(".jsonl"))
    .toSorted();

const readCarriedTexts = (dir: string): readonly CarriedText[] =>
  listFiles(dir).flatMap((name) => readLines(join(dir, name), parseCarriedText));

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
  const sets = listFiles(join(dir, "requests")).map((name) => name.slice(0, -".jsonl".length));
  const loaded = sets.map((set) => ({
    set,
    requests: readLines(join(dir, "requests", `${set}.jsonl`), parseAtlasRequest),
    author: readLabels(join(dir, "labels", `${set}.a.jsonl`)),
    second: readLabels(join(dir, "labels", `${set}.b.jsonl`)),
  }));
  const groups = groupOf(loaded.flatMap(({ requests }) => requests));
  const entries = loaded.flatMap(({ set, requests, author, second }) =>
    requests.map((request): AtlasEntry => {
      const { id, lang, matter = [], text, messages, tools = [], features = [] } = request;
      const label = author.get(id);
      if (label === undefined)
        throw new SignalboxError("invalid_data", `${set}: ${id} has no label of its author.`);
      const turns = messages ?? [{ role: "user", content: text ?? "" }];
      const template = turns.map(({ role, content }) => ({ role, content: content ?? "" }));
      return {
        id,
        language: lang,
        set,
        messages: fillPlaces(template, matter.map(textOf), id),
        template,
        matter,
        tools,
        features,
        author: label,
        secondReader: second.get(id),
        isHeldOut: isHeldOut(groups.get(id) ?? id),
      };
    }),
  );
  const lexicon = readLexicon(join(dir, "lexicon"));
  const [drills, wordings] = [readDrills(join(dir, "drills")), readWordings(join(dir, "wordings"))];
  const systems = readSystems(join(dir, "systems"));
  const turns = readTurnPhrases(join(dir, "turns"));
  const surroundings = listSurroundings(dir);
  const spareTexts = spareTextsOf(carried);
  return { entries, lexicon, drills, wordings, systems, turns, surroundings, texts, spareTexts };
}
