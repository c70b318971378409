// The lexicon: words that mean the same, by concept. Each language has a file of concepts and topics; "words.tsv" has further
// concepts with a column for each language.
import { basename, join } from "node:path";
import { listFiles, readRows } from "./read-lines.ts";

const WORDS_FILE = "words.tsv";
/** The English file gives the order of concepts. Its first name that begins so starts the topics, which come last of all. */
const TOPIC = "t_";

/** One concept a line, its words of every language joined: concepts, words, topics. */
export function readLexicon(dir: string): string {
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
