// The words of an instruction that tell the length of its answer: words like "each" and "shorter", and the languages that it names.
import { buildWordIndex, entriesOf } from "../text/word-index.ts";
import { foldInto } from "../text/fold-text.ts";
import { LENGTH_ROLES } from "./length-words.data.ts";
import type { LengthRole } from "./length-words.data.ts";
import { findLanguages } from "../language/answer-language.ts";
import type { NamedLanguages } from "../language/answer-language.ts";

export interface LengthWords {
  readonly roles: ReadonlySet<LengthRole>;
  readonly languages: NamedLanguages;
}

/** "Polish this" asks for no Polish, so that what an instruction is to do is looked at first. */
const roleIndex = buildWordIndex<LengthRole>(
  Object.entries(LENGTH_ROLES).flatMap(([says, words]) => entriesOf(says as LengthRole, words)),
);

/** @unit folded units */
const UNITS_MOST = 900;
const units = new Uint16Array(UNITS_MOST);

export function readLengthWords(instruction: string): LengthWords {
  const count = foldInto(instruction.slice(0, UNITS_MOST), units);
  const roles = new Set<LengthRole>();
  for (const { role } of roleIndex.find(units, count)) roles.add(role);
  return { roles, languages: findLanguages(units, count) };
}
