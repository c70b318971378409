// How long an answer is asked to be, where a number stands beside a unit: "3000 words", "six-word title", "800 palabras", "300字".
// Only the places of instructions are looked at, and only for operations whose result is new text.
import type { Operation } from "@signalbox/contracts";

import type { TokenRange } from "../../conversation/task-reading.ts";
import type { TaskText } from "../../conversation/task-text.ts";

const COMPOSING: ReadonlySet<Operation> = new Set([
  "write",
  "title",
  "summarise",
  "rewrite",
  "answer",
  "plan",
  "review",
]);

/** Tokens of one unit, by the words that name it. @unit tokens */
const UNITS: readonly (readonly [tokens: number, words: string])[] = [
  [1.35, "words? woorden"],
  [1.9, "wörtern? worte wort mots? palabras? palavras? parole parola kelimelik kelime kata từ maneno"],
  [2.4, "słów słowa слов слова كلمة كلمات शब्दों शब्द"],
  [
    26,
    "sentences? sätzen? sätze phrases? oraciones frases frasi zdania zdań предложений предложения zinnen cümle",
  ],
  [
    110,
    "paragraphs? absätzen? absätze paragraphes? párrafos? parágrafos? paragrafi akapity akapitów абзаца абзацев",
  ],
  [650, "pages? seiten seite páginas? pagine strony stron страниц страницы sayfa"],
  [20, "lines bullets? points zeilen lignes líneas linhas righe строк"],
];
const OPEN_UNITS: readonly (readonly [tokens: number, words: string])[] = [
  [0.9, "字 文字 자 글자"],
  [28, "句话 句 문장"],
  [650, "页 ページ 쪽"],
  [22, "条 個"],
];
const SMALL = "one two three four five six seven eight nine ten eleven twelve".split(" ");
const COUNT_WORDS: ReadonlyMap<string, number> = new Map([
  ...SMALL.map((word, index) => [word, index + 1] as const),
  ...[20, 30, 40, 50, 60, 70, 80, 90].map(
    (value, index) =>
      ["twenty thirty forty fifty sixty seventy eighty ninety".split(" ")[index] ?? "", value] as const,
  ),
  ["dozen", 12],
]);
const SCALES: ReadonlyMap<string, number> = new Map([
  ["hundred", 100],
  ["thousand", 1_000],
]);

const wordsOf = (units: typeof UNITS): string =>
  units.map(([, words]) => words.replaceAll(" ", "|")).join("|");
const COUNT = [...COUNT_WORDS.keys()].join("|");
const NUMBER = `\\d{1,3}(?:[.,\\u202f ]\\d{3})|\\d{1,5}|(?:${COUNT})(?:[ -](?:hundred|thousand))?`;
const SPACED = new RegExp(
  `(?<![\\p{L}\\d.])(${NUMBER})[ -]{1,2}(?:short |full |brief )?(${wordsOf(UNITS)})(?!\\p{L})`,
  "iuy",
);
const OPEN = new RegExp(`(\\d{1,5})\\s?(${wordsOf(OPEN_UNITS)})`, "gu");
const MEMBERS = [...UNITS, ...OPEN_UNITS].flatMap(([tokens, words]) =>
  words.split(" ").map((word) => [new RegExp(`^${word}$`, "iu"), tokens] as const),
);

/** Every length begins with a digit, or with a word of a number before a blank or a hyphen; two letters fold into those words' own. */
const START = new RegExp(`[0-9\\u017f\\u212a]|(?:${COUNT})[ -]`, "gi");
const FOLDING = /[\u017f\u212a]/;

function countOf(text: string): number {
  const plain = text.replaceAll(/[.,\u202f ](?=\d{3})/g, "");
  if (/^\d+$/.test(plain)) return Number(plain);
  const [count = "", scale = ""] = text.toLowerCase().split(/[ -]/);
  return (COUNT_WORDS.get(count) ?? 0) * (SCALES.get(scale) ?? 1);
}

const tokensOfUnit = (unit: string): number => MEMBERS.find(([pattern]) => pattern.test(unit))?.[1] ?? 0;
const TOKENS_MAX = 40_000;

const tokensOf = (found: RegExpExecArray | null): number =>
  found === null ? 0 : countOf(found[1] ?? "") * tokensOfUnit(found[2] ?? "");

/** Where the next length may begin; -1 where none can. */
function nextStart(zone: string, from: number): number {
  START.lastIndex = from;
  return START.exec(zone)?.index ?? -1;
}

/** The long pattern is tried only where a number begins. */
function largestSpaced(zone: string): number {
  const isFolding = FOLDING.test(zone);
  let largest = 0;
  for (let at = nextStart(zone, 0); at !== -1 && at < zone.length;) {
    SPACED.lastIndex = at;
    const found = SPACED.exec(zone);
    largest = Math.max(largest, tokensOf(found));
    const next = found === null ? at + 1 : SPACED.lastIndex;
    at = isFolding ? next : nextStart(zone, next);
  }
  return largest;
}

/** Without `matchAll`, which makes another pattern for every text. */
function largestOpen(zone: string): number {
  let largest = 0;
  OPEN.lastIndex = 0;
  for (let found = OPEN.exec(zone); found !== null; found = OPEN.exec(zone))
    largest = Math.max(largest, tokensOf(found));
  return largest;
}

/** Undefined where no length is asked for. */
export function readAskedLength(text: TaskText, operation: Operation): TokenRange | undefined {
  if (!COMPOSING.has(operation)) return undefined;
  let largest = 0;
  for (const zone of [text.zones.opening, text.zones.closing, text.zones.system])
    if (nextStart(zone, 0) !== -1) largest = Math.max(largest, largestSpaced(zone), largestOpen(zone));
  if (largest < 1) return undefined;
  const median = Math.min(TOKENS_MAX, largest);
  return { low: 0.7 * median, median, high: 1.3 * median };
}
