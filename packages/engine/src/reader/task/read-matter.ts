// What the text beside an instruction is, and how long: by how it looks, or else by what the instruction calls it. A noun counts
// where something says that it is at hand ("this invoice"), and alone where the operation is done on a text anyway.
import { MATTER_KINDS } from "@signalbox/contracts";
import type { AnswerFormat, MatterKind, Operation } from "@signalbox/contracts";

import type { Matter } from "./task-reading.ts";
import type { TaskText } from "../conversation/task-text.ts";
import { unitTable } from "../text/unit-table.ts";
import { findMatter } from "./find-matter.ts";
import { foldInto } from "../text/fold-text.ts";
import { LEADS } from "./format-words.data.ts";
import { ON_MATTER } from "./operation-sets.ts";
import { languageOfCode, shapeOfMatter } from "./matter-shape.ts";
import type { MatterShape } from "./matter-shape.ts";
import {
  ANY,
  ARTICLES,
  MATTER_WORDS,
  OTHER_NOUNS,
  POINTING,
  TOWARD,
  WITHOUT_ARTICLES,
} from "./matter-words.data.ts";
import { buildWordIndex, entriesOf } from "../text/word-index.ts";
import type { WordEntry, WordHit } from "../text/word-index.ts";

interface Role {
  readonly is: "pointing" | "article" | "toward" | "any" | "other" | "noun";
  readonly kind?: MatterKind;
  /** The language has no articles, so that the noun alone may be of the text at hand. */
  readonly isBare?: boolean;
  /** The entry begins with such a word itself: "la lettre". */
  readonly own?: "pointing" | "article" | undefined;
}

const wordsOf = (words: string): ReadonlySet<string> => new Set(words.split(" "));
const POINTING_WORDS = wordsOf(Object.values(POINTING).join(" "));
const ARTICLE_WORDS = wordsOf(ARTICLES);

function ownOf(word: string): Role["own"] {
  const first = word.slice(0, Math.max(0, word.indexOf("_")));
  if (POINTING_WORDS.has(first)) return "pointing";
  return ARTICLE_WORDS.has(first) ? "article" : undefined;
}

const nounsOf = (kind: MatterKind, language: string, words = ""): WordEntry<Role>[] =>
  entriesOf<Role>({ is: "noun", kind, isBare: WITHOUT_ARTICLES.has(language) }, words).map(
    ({ word, role }) => ({
      word,
      role: { ...role, own: ownOf(word) },
    }),
  );

/** Of entries for the same word the first is found. */
const index = buildWordIndex<Role>([
  ...entriesOf({ is: "other" }, OTHER_NOUNS),
  ...Object.entries(MATTER_WORDS).flatMap(([language, words]) =>
    MATTER_KINDS.flatMap((kind) => nounsOf(kind, language, words[kind])),
  ),
  ...entriesOf({ is: "any" }, ANY),
  ...Object.values(LEADS).flatMap(({ becoming }) => entriesOf({ is: "any" }, becoming)),
  ...Object.values(POINTING).flatMap((words) => entriesOf({ is: "pointing" }, words)),
  ...entriesOf({ is: "article" }, ARTICLES),
  ...entriesOf({ is: "toward" }, TOWARD),
]);

/** @unit folded units */
const UNITS_MOST = 600;
const POINTED_MOST = 22;
const units = new Uint16Array(UNITS_MOST);
const BREAKS = unitTable(".,;:!?()。，、：；！？");

const [NOT, BARE, KNOWN, AT_HAND] = [0, 1, 2, 3] as const;

interface Noun {
  readonly kind: MatterKind;
  readonly strength: number;
}

function isUnbroken(from: number, to: number): boolean {
  for (let at = from; at < to; at += 1) if (BREAKS[units[at]!] === 1) return false;
  return true;
}

/** "Article 11" is a part of a text. */
function isNumbered(to: number, count: number): boolean {
  const unit = to + 1 < count && units[to] === 32 ? units[to + 1]! : 0;
  return unit >= 48 && unit <= 57;
}

function strengthOf(hits: readonly WordHit<Role>[], at: number, count: number): number {
  const { from, to, role } = hits[at]!;
  if (role.own !== undefined) return role.own === "pointing" ? AT_HAND : KNOWN;
  const bare = role.isBare === true ? BARE : NOT;
  if (isNumbered(to, count)) return NOT;
  const [before, after] = [hits[at - 1], hits[at + 1]];
  if (after?.role.is === "pointing" && after.from - to <= 2 && isUnbroken(to, after.from)) return AT_HAND;
  if (before === undefined || from - before.to > POINTED_MOST || !isUnbroken(before.to, from)) return bare;
  switch (before.role.is) {
    case "pointing":
      return AT_HAND;
    case "article": {
      const further = hits[at - 2];
      return further?.role.is === "toward" && before.from - further.to <= 1 ? NOT : KNOWN;
    }
    case "noun":
    case "other":
      return bare;
    default:
      return NOT;
  }
}

function collectNouns(text: string, nouns: Noun[]): void {
  const count = foldInto(text, { from: 0, to: Math.min(text.length, UNITS_MOST) }, units);
  const hits = index.find(units, count);
  hits.forEach(({ role: { kind } }, at) => {
    if (kind === undefined) return;
    const strength = strengthOf(hits, at, count);
    if (strength !== NOT) nouns.push({ kind, strength });
  });
}

/** Said of any text: they tell less than what it looks like. */
const GENERAL: ReadonlySet<MatterKind> = new Set([
  "text",
  "document",
  "file",
  "notes",
  "image",
  "table",
  "code",
]);

/** What the instruction calls the text at hand. */
function nounOf(
  { zones }: Pick<TaskText, "zones">,
  operation: Operation,
  format?: AnswerFormat,
): Noun | undefined {
  const all: Noun[] = [];
  for (const zone of [zones.opening, zones.closing, zones.system]) if (zone !== "") collectNouns(zone, all);
  const nouns = all.filter(({ kind }) => kind !== format && kind !== "image");
  const atHand = nouns.filter(({ strength }) => strength === AT_HAND);
  if (atHand.length > 0) return atHand.find(({ kind }) => !GENERAL.has(kind)) ?? atHand[0];
  if (!ON_MATTER.has(operation) && operation !== "answer") return undefined;
  const known = nouns.filter(({ strength }) => strength === KNOWN);
  const some = known.length > 0 ? known : nouns;
  return new Set(some.map(({ kind }) => kind)).size === 1 ? some[0] : undefined;
}

/** Looks that say what a text is, whatever it is called. */
const SURE: ReadonlySet<MatterKind> = new Set(["diff", "stack_trace", "log", "code"]);
/** Looks that a name says more than: an invoice may be JSON, minutes look like a talk. */
const nameOf = (shape: MatterShape | undefined, noun: Noun | undefined): MatterShape => {
  if (shape === undefined) return { kind: noun?.kind ?? "text" };
  if (SURE.has(shape.kind) || noun === undefined || GENERAL.has(noun.kind)) return shape;
  return noun.strength === AT_HAND ? { kind: noun.kind } : shape;
};

/** Too few lines of code may look like it for the shape, where the instruction says that it is. */
function withLanguage(shape: MatterShape, sample: string): MatterShape {
  const codeLanguage = shape.kind === "code" ? (shape.codeLanguage ?? languageOfCode(sample)) : undefined;
  return codeLanguage === undefined ? shape : { kind: "code", codeLanguage };
}

/** Kinds whose length is said in lines. */
const IN_LINES: ReadonlySet<MatterKind> = new Set([
  "log",
  "stack_trace",
  "diff",
  "code",
  "configuration",
  "csv",
  "table",
]);
const TOKENS_A_PAGE = 500;
/** o200k on texts of the atlas, rounded. @unit tokens a UTF-16 unit */
const DENSITY = { latin: 0.25, other: 0.4, wide: 0.75 };
const DENSITY_SAMPLE = 400;

function tokensPerUnit(sample: string): number {
  let sum = 0;
  const to = Math.min(sample.length, DENSITY_SAMPLE);
  for (let at = 0; at < to; at += 1) {
    const unit = sample.charCodeAt(at);
    sum += unit < 0x370 ? DENSITY.latin : unit < 0x2e80 ? DENSITY.other : DENSITY.wide;
  }
  return to === 0 ? DENSITY.latin : sum / to;
}

/** Longer samples were cut, and joined by a line end. @unit UTF-16 units */
const CUT_UNITS = 890;

function countLines(sample: string): number {
  let lines = sample.length < CUT_UNITS ? 1 : 0;
  for (let at = sample.indexOf("\n"); at !== -1; at = sample.indexOf("\n", at + 1)) lines += 1;
  return lines;
}

/** A paragraph beside what is done with code is what is said of it. */
const ON_CODE: ReadonlySet<Operation> = new Set(["write_code", "change_code", "debug"]);

/** Undefined where it is to be done with none. */
export function readMatter(
  text: TaskText,
  operation: Operation,
  format: AnswerFormat | undefined,
): Matter | undefined {
  const found = findMatter(text, operation);
  const noun = found && nounOf(text, operation, format);
  const look = found && shapeOfMatter(found.sample);
  if (found === undefined || !(found.isSure || noun?.strength === AT_HAND || look !== undefined)) {
    if (text.hasImage) return { kind: "image" };
    return text.isToolLoopOpen ? { kind: "tool_results" } : undefined;
  }
  const { units: length, sample } = found;
  const shape = withLanguage(nameOf(look, noun), sample);
  if (shape.kind === "text" && ON_CODE.has(operation) && !sample.includes("\n")) return undefined;
  const pages = (length * tokensPerUnit(sample)) / TOKENS_A_PAGE;
  if (!IN_LINES.has(shape.kind)) return { ...shape, pages };
  const lines = Math.max(1, Math.round((length * countLines(sample)) / sample.length));
  return { ...shape, pages, lines };
}
