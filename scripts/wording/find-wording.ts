// Faults of English in one file: words that nobody here uses, and in Markdown lines and sentences that are too long.
import { AVOIDED_WORDS } from "./avoided-words.data.ts";

// The prose of a Markdown page by paragraphs and list items: without code, tables, headings and front matter.
interface ProseLine {
  /** Counted from 1. */
  readonly number: number;
  readonly text: string;
}

interface Paragraph {
  readonly lines: readonly ProseLine[];
  /** The lines joined by spaces. */
  readonly text: string;
}

const FENCE = /^\s*(?:```|~~~)/;
const NO_PROSE = /^(?:\s*$|\s*\||#| {4}\S|<!--)/;
const ITEM = /^\s*(?:[-*]|\d+\.)\s/;

export function readProse(markdown: string): Paragraph[] {
  const paragraphs: ProseLine[][] = [];
  let current: ProseLine[] = [];
  let isCode = false;
  const close = (): void => {
    if (current.length > 0) paragraphs.push(current);
    current = [];
  };
  for (const [index, text] of markdown.split("\n").entries()) {
    const isFence = FENCE.test(text);
    if (isFence) isCode = !isCode;
    if (isFence || isCode || (NO_PROSE.test(text) && !(current.length > 0 && /^ {4}\S/.test(text)))) close();
    else {
      if (ITEM.test(text)) close();
      current.push({ number: index + 1, text });
    }
  }
  close();
  return paragraphs.map((lines) => ({ lines, text: lines.map(({ text }) => text.trim()).join(" ") }));
}

/** Longest line of prose. @unit characters */
const LINE_CHARACTERS_MAX = 120;
/** Longest average sentence of a page. @unit words */
const SENTENCE_WORDS_MAX = 25;
/** Pages with fewer sentences have no average worth judging. */
const SENTENCES_MIN = 5;

export interface WordingFault {
  /** Counted from 1; 0 for the page as a whole. */
  readonly line: number;
  readonly fault: string;
}

const WORDS = AVOIDED_WORDS.map(({ pattern, instead }) => ({
  instead,
  regex: new RegExp(String.raw`\b(?:${pattern})\b`, "i"),
}));

export function findAvoidedWords(text: string): WordingFault[] {
  return text.split("\n").flatMap((line, index) =>
    WORDS.flatMap(({ regex, instead }) => {
      const found = regex.exec(line)?.[0];
      return found === undefined ? [] : [{ line: index + 1, fault: `"${found}": write ${instead}` }];
    }),
  );
}

/** A comment that begins so is a phrase without the noun that it belongs to. A question, or a list of words, is not one. */
const SUBJECTLESS = /^(?:Of|What|Where)\b(?!.*\?$)/;
/** The first line of a comment: a block's, or a line's behind which the code before has ended. */
const COMMENT = /^\s*(?:[^"'`/]*[;,{(]\s+)?(?:\/\*\*?|\/\/)\s*(\S.*?)?\s*(?:\*\/)?$/;
const MERGE_MARK = /^(?:<{7}|>{7}|\|{7})(?: |$)/;

/** Comments of a source whose first word leaves out what they are about. */
export function findSubjectless(source: string): WordingFault[] {
  const lines = source.split("\n");
  const isBlock = (line: string | undefined): boolean => /^\s*\/\*\*$/.test(line ?? "");
  return lines.flatMap((line, index) => {
    const goesOn = /^\s*\/\//.test(line) && /^\s*\/\//.test(lines[index - 1] ?? "");
    const first = isBlock(lines[index - 1]) ? /^\s*\*\s+(\S.*)$/.exec(line)?.[1] : COMMENT.exec(line)?.[1];
    if (goesOn || first === undefined || !SUBJECTLESS.test(first)) return [];
    return [{ line: index + 1, fault: `"${first.slice(0, 40)}": begin with what this is or does` }];
  });
}

export function findMergeMarks(text: string): WordingFault[] {
  return text
    .split("\n")
    .flatMap((line, index) =>
      MERGE_MARK.test(line) ? [{ line: index + 1, fault: "a mark of a merge" }] : [],
    );
}

/** One address or one piece of code: there is no place to break it. */
const UNBREAKABLE = /^(?:\S*https?:\S+|`[^`]*`[.,:]?)$/;

const countWords = (sentence: string): number =>
  sentence.split(/\s+/).filter((word) => /[\p{L}\p{N}]/u.test(word)).length;

/** Links count by their words, code as one word; a sentence ends at a full stop, a question or an exclamation mark. */
export function sentencesOf(paragraph: string): string[] {
  const plain = paragraph.replaceAll(/`[^`]*`/g, "code").replaceAll(/\]\([^)]*\)/g, "]");
  return plain
    .split(/(?<=[.!?]["')\]*]*)\s+(?=["'([*]*[\p{Lu}\p{N}]|code)/u)
    .filter((part) => countWords(part) > 0);
}

function findLongSentences(paragraphs: readonly Paragraph[]): WordingFault[] {
  const lengths = paragraphs.flatMap(({ text }) => sentencesOf(text).map(countWords));
  if (lengths.length < SENTENCES_MIN) return [];
  const average = lengths.reduce((sum, length) => sum + length, 0) / lengths.length;
  if (average < SENTENCE_WORDS_MAX) return [];
  return [
    {
      line: 0,
      fault: `sentences have ${average.toFixed(1)} words on average, ${SENTENCE_WORDS_MAX} are the limit`,
    },
  ];
}

/** Lines and sentences of a page in Markdown; tables, code, headings and link targets have no limit. */
export function findLongProse(text: string): WordingFault[] {
  const paragraphs = readProse(text);
  const lines = paragraphs.flatMap(({ lines }) => lines);
  const long = lines.filter(
    ({ text }) => text.length > LINE_CHARACTERS_MAX && !UNBREAKABLE.test(text.trim()),
  );
  return [
    ...long.map(({ number, text: { length } }) => ({
      line: number,
      fault: `${length} characters, ${LINE_CHARACTERS_MAX} are the limit`,
    })),
    ...findLongSentences(paragraphs),
  ];
}
