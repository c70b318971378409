// The rules of the paraphrase generator. Each takes a text and a random source and gives another wording of the same
// request, or undefined where the rule does not apply. None looks at an outcome.
import type { Random } from "@signalbox/engine/numerics";
import { FOREIGN_WRAPPERS, SYNONYMS, WRAPPERS } from "./wording.data.ts";
import { valueAt } from "../../packages/lab/src/arrays/value-at.ts";

export type Rewording = (text: string, random: Random) => string | undefined;

function choose<T>(values: readonly T[], random: Random): T {
  return valueAt(values, Math.floor(random() * values.length));
}

/** Code, formulas and tags: what a person would not mistype and a rule must not touch. */
const PROTECTED = /```[\s\S]*?```|`[^`]*`|\$[^$]*\$|<[^>]*>|\{[^}]*\}|https?:\S+/g;

/** Applies `change` outside the protected spans. */
function outsideProtected(text: string, change: (plain: string) => string): string {
  let out = "";
  let at = 0;
  for (const match of text.matchAll(PROTECTED)) {
    out += change(text.slice(at, match.index)) + match[0];
    at = match.index + match[0].length;
  }
  return out + change(text.slice(at));
}

function mistype(word: string, random: Random): string {
  const at = 1 + Math.floor(random() * (word.length - 2));
  const kind = Math.floor(random() * 3);
  if (kind === 0) return word.slice(0, at) + valueAt(word, at + 1) + valueAt(word, at) + word.slice(at + 2);
  if (kind === 1) return word.slice(0, at) + valueAt(word, at) + word.slice(at);
  return word.slice(0, at) + word.slice(at + 1);
}

/** One lower-case word in twenty-five, at least one. */
export const addTypos: Rewording = (text, random) => {
  let isChanged = false;
  const result = outsideProtected(text, (plain) =>
    plain.replaceAll(/\b[a-z]{5,}\b/g, (word) => {
      if (random() > 0.04 && (isChanged || random() > 0.2)) return word;
      isChanged = true;
      return mistype(word, random);
    }),
  );
  return isChanged ? result : undefined;
};

const REPLACEMENT = new Map(
  SYNONYMS.flatMap(([a, b]) =>
    b.includes(" ") || b.endsWith(",")
      ? [[a, b]]
      : [
          [a, b],
          [b, a],
        ],
  ),
);

export const swapSynonyms: Rewording = (text, random) => {
  let count = 0;
  const result = outsideProtected(text, (plain) =>
    plain.replaceAll(/\b[A-Za-z][a-z]{2,}\b/g, (word) => {
      const other = REPLACEMENT.get(word.toLowerCase());
      if (other === undefined || random() < 0.3) return word;
      count += 1;
      return word[0] === word[0]?.toLowerCase() ? other : valueAt(other, 0).toUpperCase() + other.slice(1);
    }),
  );
  return count === 0 ? undefined : result;
};

const OPTION = /^(\s*\(?)([A-J])([).:])(\s+)(.+)$/;

interface OptionBlock {
  readonly start: number;
  readonly lines: readonly RegExpExecArray[];
}

/** The last run of three or more lettered lines A, B, C ... */
function findOptions(lines: readonly string[]): OptionBlock | undefined {
  let found: OptionBlock | undefined;
  for (let start = 0; start < lines.length; start += 1) {
    const block: RegExpExecArray[] = [];
    for (let i = start; i < lines.length; i += 1) {
      const match = OPTION.exec(valueAt(lines, i));
      if (match?.[2] !== String.fromCodePoint(65 + block.length)) break;
      block.push(match);
    }
    if (block.length >= 3) found = { start, lines: block };
  }
  return found;
}

/** The letters stay in order; what they stand for changes places. */
export const reorderOptions: Rewording = (text, random) => {
  const lines = text.split("\n");
  const block = findOptions(lines);
  if (block === undefined) return undefined;
  const turn = 1 + Math.floor(random() * (block.lines.length - 1));
  for (const [i, [, open, letter, close, gap]] of block.lines.entries()) {
    const other = valueAt(block.lines, (i + turn) % block.lines.length);
    lines[block.start + i] = `${open}${letter}${close}${gap}${other[5]}`;
  }
  return lines.join("\n");
};

export const wrap: Rewording = (text, random) => choose(WRAPPERS, random).replace("{}", () => text);
export const wrapForeign: Rewording = (text, random) =>
  choose(FOREIGN_WRAPPERS, random).replace("{}", () => text);

/** Spaces, line ends, the first letter and the last full stop: what a careless hand changes. */
export const changeLayout: Rewording = (text, random) => {
  const spaced =
    random() < 0.5 ? text.replaceAll(/([.?!]) (?=[A-Z])/g, "$1  ") : text.replaceAll("\n\n", "\n");
  const first = spaced[0] ?? "";
  const lowered = random() < 0.5 ? first.toLowerCase() + spaced.slice(1) : spaced;
  const result = random() < 0.5 ? `${lowered.trimEnd()}\n` : lowered.trimEnd().replace(/[.?]$/, "");
  return result === text || result.trim() === "" ? undefined : result;
};

/** The question first, its story after it; only for plain prose of three sentences or more. */
export const moveQuestionFirst: Rewording = (text) => {
  if (text.includes("\n") || text.length > 2_000) return undefined;
  const sentences = text.match(/[^.?!]+[.?!]+(?:\s+|$)/g) ?? [];
  const last = sentences.at(-1)?.trim();
  const isProse = sentences.length >= 3 && sentences.join("").length >= text.trim().length;
  if (!isProse || last === undefined || !last.endsWith("?")) return undefined;
  return `${last} ${sentences.slice(0, -1).join("").trim()}`;
};
