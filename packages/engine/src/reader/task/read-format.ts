// What the answer is asked to be: JSON, a table, bullet points. A format counts where the words around it make it the answer's, not
// where the matter merely is in it: "convert this JSON to YAML" asks for YAML. Silence is better than a wrong format.
import { ANSWER_FORMATS } from "@signalbox/contracts";
import type { AnswerFormat, Operation } from "@signalbox/contracts";

import { LAID_OUT } from "./task-reading.ts";
import type { TaskText, Zone } from "../conversation/task-text.ts";
import { unitTable } from "../text/unit-table.ts";
import { foldInto } from "../text/fold-text.ts";
import { FILLERS, FOLLOWERS, FORMAT_NAMES, LAYOUTS, LEADS, NEGATIONS, SOURCES } from "./format-words.data.ts";
import { ON_ANY_TEXT } from "./operation-sets.ts";
import { ARTICLES, POINTING } from "./matter-words.data.ts";
import { isOpenUnit, isWordUnit } from "../text/word-classes.ts";
import { buildWordIndex, entriesOf } from "../text/word-index.ts";
import type { WordEntry, WordHit } from "../text/word-index.ts";

type Around =
  | "answering"
  | "becoming"
  | "within"
  | "behind"
  | "source"
  | "negation"
  | "filler"
  | "follower"
  | "pointing";
type Role = Around | AnswerFormat;

const leadsOf = (role: "answering" | "becoming" | "within" | "behind"): WordEntry<Role>[] =>
  Object.values(LEADS).flatMap((leads) => entriesOf(role, leads[role]));

/** Of entries for the same word the first is found. */
const index = buildWordIndex<Role>([
  ...ANSWER_FORMATS.flatMap((format) => entriesOf(format, FORMAT_NAMES[format])),
  ...Object.values(LAYOUTS).flatMap((layouts) =>
    (["numbered_list", "bullet_list", "table", "list"] as const).flatMap((format) =>
      entriesOf(format, layouts[format]),
    ),
  ),
  ...leadsOf("answering"),
  ...leadsOf("becoming"),
  ...leadsOf("within"),
  ...leadsOf("behind"),
  ...entriesOf("source", SOURCES),
  ...entriesOf("negation", NEGATIONS),
  ...entriesOf("filler", FILLERS),
  ...Object.values(POINTING).flatMap((words) => entriesOf("pointing", words)),
  ...entriesOf("pointing", ARTICLES),
  ...entriesOf("follower", FOLLOWERS),
]);

const FORMATS: ReadonlySet<string> = new Set(ANSWER_FORMATS);
/** Data is pulled or brought into a format named by itself: "names and ages, csv". */
const PULLING: ReadonlySet<Operation> = new Set(["extract", "classify", "summarise", "translate"]);
const CODING: ReadonlySet<Operation> = new Set(["write_code", "change_code", "debug"]);
/** New code is one of these itself; what it reads and writes may be any. */
const CODE: ReadonlySet<Role> = new Set(["html", "sql", "yaml", "toml", "svg", "latex", "xml", "markdown"]);
const MARKUP: ReadonlySet<Role> = new Set(["markdown", "html", "latex"]);

/** Looked at of each place where an instruction may stand. @unit UTF-16 units */
const UNITS_MOST = 300;
const units = new Uint16Array(UNITS_MOST);

/** How surely a format is the answer's; 0 where nothing says so. */
const [NOT, ALONE, WITHIN, BECOMING, ANSWERING] = [0, 1, 2, 3, 4] as const;

interface Place {
  readonly hits: readonly WordHit<Role>[];
  readonly count: number;
}

const LINKS = unitTable(" '\"`*_:-0123456789“”「」『』《》()最多最大は");
const GAP_MOST = 6;

/** Only signs, digits and blanks stand between. */
function areBeside(before: WordHit<Role> | undefined, after: WordHit<Role> | undefined): boolean {
  if (before === undefined || after === undefined || after.from - before.to > GAP_MOST) return false;
  for (let at = before.to; at < after.from; at += 1) if (LINKS[units[at]!] === 0) return false;
  return true;
}

/** The nearest hit before one that says something, past fillers; -1 where none stands beside. */
function leadAt({ hits }: Place, of: number): number {
  let at = of;
  while (areBeside(hits[at - 1], hits[at])) {
    at -= 1;
    const { role } = hits[at]!;
    if (role !== "filler" && role !== "behind" && !(MARKUP.has(role) && LAID_OUT.has(hits[of]!.role)))
      return at;
  }
  return -1;
}

const STARTS_APART = unitTable(",.;:(>→|\n–—=/+、。，：（&");
/** The fields of a format are listed behind these. */
const OPENS = unitTable(":：[{(");
const ARROWS = unitTable(">→⇒");

/** False where there is no unit. */
const isOneOf = (table: Uint8Array, unit: number): boolean => unit >= 0 && table[unit] === 1;

function unitBefore(at: number): number {
  let before = at - 1;
  while (before >= 0 && units[before] === 32) before -= 1;
  return before < 0 ? -1 : units[before]!;
}

function unitAfter({ count }: Place, at: number): number {
  let after = at;
  while (after < count && units[after] === 32) after += 1;
  return after >= count ? -1 : units[after]!;
}

const FOLLOWING: ReadonlySet<Role> = new Set(["follower", "filler", "behind", "answering"]);

/** It ends a phrase, or a word like "with" follows. */
function endsPhrase(place: Place, at: number): boolean {
  const hit = place.hits[at]!;
  const next = place.hits[at + 1];
  if (areBeside(hit, next) && FOLLOWING.has(next!.role)) return true;
  const after = unitAfter(place, hit.to);
  return after === -1 || (!isWordUnit(after) && !isOpenUnit(after));
}

/** "names and ages, csv" and "JSON: name, age". */
function standsAlone(place: Place, at: number): boolean {
  const { from, to } = place.hits[at]!;
  const before = unitBefore(from);
  const isApart = before === -1 || isOneOf(STARTS_APART, before) || isOneOf(OPENS, unitAfter(place, to));
  return (isApart || unitAfter(place, to) === -1) && endsPhrase(place, at);
}

/** "Max 5 bullets", "three bullet points". */
function isCounted(before: WordHit<Role> | undefined, hit: WordHit<Role>): boolean {
  const sign = unitBefore(hit.from);
  return (sign >= 48 && sign <= 57) || (before?.role === "filler" && areBeside(before, hit));
}

function surenessOf(place: Place, at: number): number {
  const { hits } = place;
  const hit = hits[at]!;
  const lead = leadAt(place, at);
  const role = lead === -1 ? undefined : hits[lead]!.role;
  if (role === "source" || role === "pointing" || role === "negation") return NOT;
  if (areBeside(hit, hits[at + 1]) && hits[at + 1]!.role === "negation") return NOT;
  if (isOneOf(ARROWS, unitBefore(hit.from))) return BECOMING;
  if (role === "answering") return ANSWERING;
  if (role === "becoming" || role === "within") {
    const further = leadAt(place, lead);
    if (further !== -1 && hits[further]!.role === "negation") return NOT;
    if (further !== -1 && hits[further]!.role === "answering") return ANSWERING;
    return role === "becoming" ? BECOMING : WITHIN;
  }
  if (hits[at + 1]?.role === "behind" && areBeside(hit, hits[at + 1])) return WITHIN;
  if (hit.role === "bullet_list" && isCounted(hits[at - 1], hit)) return WITHIN;
  return standsAlone(place, at) ? ALONE : NOT;
}

/** Whether so much is enough for what is to be done. */
function isEnough(format: AnswerFormat, sureness: number, operation: Operation): boolean {
  if (sureness === NOT) return false;
  if (CODING.has(operation)) return CODE.has(format) && operation === "write_code" && sureness >= WITHIN;
  if (format === "bullet_list") return true;
  if (format === "numbered_list") return sureness > ALONE || PULLING.has(operation);
  if (format === "list") return sureness >= BECOMING;
  if (format === "table") return sureness > ALONE || PULLING.has(operation);
  if (PULLING.has(operation)) return true;
  if (ON_ANY_TEXT.has(operation)) return sureness >= WITHIN;
  if (operation === "write") return sureness >= (MARKUP.has(format) ? WITHIN : BECOMING);
  return sureness === ANSWERING;
}

/** "A JSON list", "an SQL table": the format is the first of the two. */
const isPartOfFormat = ({ hits }: Place, at: number): boolean =>
  LAID_OUT.has(hits[at]!.role) &&
  areBeside(hits[at - 1], hits[at]) &&
  FORMATS.has(hits[at - 1]!.role) &&
  !MARKUP.has(hits[at - 1]!.role);

/** "A markdown table": the format is the second of the two. */
const isKindOfLayout = ({ hits }: Place, at: number): boolean =>
  MARKUP.has(hits[at]!.role) && areBeside(hits[at], hits[at + 1]) && LAID_OUT.has(hits[at + 1]!.role);

/** Where an instruction may stand, the last word first, and how sure a format must be there. */
const PLACES = [
  ["system", BECOMING],
  ["opening", ALONE],
  ["closing", ALONE],
] as const satisfies readonly (readonly [Zone, number])[];

interface Found {
  readonly format: AnswerFormat;
  readonly sureness: number;
}

/** The surest of a place, the last among equals. */
function findFormat(text: string, operation: Operation, least: number): Found | undefined {
  const count = foldInto(text, { from: 0, to: Math.min(text.length, UNITS_MOST) }, units);
  const hits = index.find(units, count);
  const place = { hits, count };
  let best: Found | undefined;
  hits.forEach(({ role }, at) => {
    if (!FORMATS.has(role) || isPartOfFormat(place, at) || isKindOfLayout(place, at)) return;
    const format = role as AnswerFormat;
    const sureness = surenessOf(place, at);
    if (sureness < least || !isEnough(format, sureness, operation)) return;
    best = surer(best, { format, sureness });
  });
  return best;
}

/** The later among equals; a list is what is in the JSON as often as not. */
function surer(one: Found | undefined, other: Found): Found {
  if (one === undefined) return other;
  if ((one.format === "list") !== (other.format === "list")) return one.format === "list" ? other : one;
  return other.sureness >= one.sureness ? other : one;
}

/** Undefined where the words ask for none; the calls of an agent have a format of their own. */
export function readFormat(
  { zones }: Pick<TaskText, "zones">,
  operation: Operation,
): AnswerFormat | undefined {
  if (operation === "act") return undefined;
  let best: Found | undefined;
  for (const [zone, least] of PLACES) {
    const found = zones[zone] === "" ? undefined : findFormat(zones[zone], operation, least);
    if (found !== undefined) best = surer(best, found);
  }
  return best?.format;
}
