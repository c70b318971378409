// The language that an answer is asked for in, and that of the text it is made of, where the instruction names them: "into Icelandic",
// "auf Finnisch", "from Yoruba", "翻译成冰岛语".
import { buildWordIndex, entriesOf } from "../text/word-index.ts";
import { foldText, textOfUnits } from "../text/fold-text.ts";
import { NAMED_LANGUAGES } from "./named-languages.data.ts";

export interface NamedLanguages {
  /** All of them in the order in which they are named, each once. */
  readonly named: readonly string[];
  /** Those behind a word of direction: "into", "auf", "用". */
  readonly targets: readonly string[];
  readonly sources: readonly string[];
}

const index = buildWordIndex<string>(
  Object.entries(NAMED_LANGUAGES).flatMap(([language, { names }]) => entriesOf(language, names)),
);

/** Words that a name follows, perhaps with an article between, as folded. */
const TOWARDS = wordSet(
  "in into to auf ins en au em al a naar op na po på til till dalam ke bằng sang kwa по на ở إلى به بـ ב ל",
);
const AWAY = wordSet("from aus vom de du del dal dall' dalla do da van z ze с из från fra dari từ kutoka من");
const ARTICLES = wordSet("the das dem ein einfaches het l il o el le la simple plain good das gutes");
/** Units beside which a name in a script without blanks stands. */
const OPEN_BEFORE = new Set("成为為用以译譯");
const OPEN_BEHIND = new Set("でにへ로");

function wordSet(words: string): ReadonlySet<string> {
  return new Set(words.split(" ").map(foldText));
}

/** The word that ends before `at`, and where it begins. */
function wordBefore(text: string, at: number): { readonly word: string; readonly from: number } {
  let to = at;
  while (to > 0 && text[to - 1] === " ") to -= 1;
  const from = text.lastIndexOf(" ", to - 1) + 1;
  return { word: text.slice(from, to), from };
}

function directionOf(text: string, from: number, to: number): "to" | "from" | undefined {
  if (OPEN_BEFORE.has(text[from - 1] ?? "") || OPEN_BEHIND.has(text[to] ?? "")) return "to";
  if (text.startsWith("으로", to) || text.startsWith(" में", to)) return "to";
  if (text.startsWith("から", to) || text.startsWith("에서", to) || text.startsWith(" से", to)) return "from";
  if (text[to] === "-") return undefined;
  let before = wordBefore(text, from);
  if (ARTICLES.has(before.word)) before = wordBefore(text, before.from);
  if (TOWARDS.has(before.word)) return "to";
  return AWAY.has(before.word) ? "from" : undefined;
}

/**
 * In the order in which they are named.
 * @param units of an instruction, without the text that it is carried out on, as they are folded
 */
export function findLanguages(units: Uint16Array, count: number): NamedLanguages {
  const hits = index.find(units, count);
  const [named, targets, sources] = [new Set<string>(), new Set<string>(), new Set<string>()];
  if (hits.length > 0) {
    const text = textOfUnits(units, count);
    for (const { role: language, from, to } of hits) {
      named.add(language);
      const direction = directionOf(text, from, to);
      if (direction === "to") targets.add(language);
      if (direction === "from") sources.add(language);
    }
  }
  return { named: [...named], targets: [...targets], sources: [...sources] };
}
