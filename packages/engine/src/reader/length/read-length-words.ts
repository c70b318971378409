// What an instruction says of the length of its answer: words like "each" and "shorter", and the languages that it names.
import { buildWordIndex, entriesOf } from "../text/word-index.ts";
import { foldInto } from "../text/fold-text.ts";
import { LENGTH_ROLES } from "./length-words.data.ts";
import type { LengthRole } from "./length-words.data.ts";
import { NAMED_LANGUAGES } from "./named-languages.data.ts";

export interface LengthWords {
  readonly roles: ReadonlySet<LengthRole>;
  /** ISO 639 codes, in the order in which they are named. */
  readonly languages: readonly string[];
}

type Role = { readonly says: LengthRole } | { readonly language: string };

/** "Polish this" asks for no Polish, so that what an instruction is to do is looked at first. */
const roleIndex = buildWordIndex<Role>(
  Object.entries(LENGTH_ROLES).flatMap(([says, words]) => entriesOf({ says: says as LengthRole }, words)),
);
const languageIndex = buildWordIndex<Role>(
  Object.entries(NAMED_LANGUAGES).flatMap(([language, { names }]) => entriesOf({ language }, names)),
);

/** @unit folded units */
const UNITS_MOST = 900;
const units = new Uint16Array(UNITS_MOST);

export function readLengthWords(instruction: string): LengthWords {
  const count = foldInto(instruction, { from: 0, to: Math.min(instruction.length, UNITS_MOST) }, units);
  const roles = new Set<LengthRole>();
  const languages: string[] = [];
  for (const { role } of roleIndex.find(units, count)) if ("says" in role) roles.add(role.says);
  for (const { role } of languageIndex.find(units, count))
    if ("language" in role && !languages.includes(role.language)) languages.push(role.language);
  return { roles, languages };
}
