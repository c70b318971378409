// Texts that do not come again: requests of the atlas in all its languages, one after the other, and prose of the project's own
// documentation for what stands before them. The same ones in every run.
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";

const ROOT = join(import.meta.dirname, "../..");
/** Primes, so that neighbours are unlike each other and a combination of texts comes again only after millions. */
const STRIDES = [6_151, 977] as const;
const PROSE_STRIDE = 102_929;

interface AtlasRow {
  readonly text?: string;
  readonly messages?: readonly { readonly role: string; readonly content: unknown }[];
}

/** Words of a row's last message; its placeholders stand for texts that lie elsewhere. */
function wordsOf(line: string): string {
  const { text, messages } = JSON.parse(line) as AtlasRow;
  const words = text ?? messages?.findLast(({ role }) => role === "user")?.content;
  return typeof words === "string" ? words.replaceAll(/\{\{\w+\}\}/g, "the text below") : "";
}

const read = (pattern: string): readonly string[] =>
  globSync(pattern, { cwd: ROOT })
    .toSorted()
    .map((file) => readFileSync(join(ROOT, file), "utf8"));

interface VariedTexts {
  /** The n-th text of about this length. @param chars in UTF-16 code units */
  question(n: number, chars: number): string;
  /** English prose with tables and code. */
  prose(n: number, chars: number): string;
}

export function readVariedTexts(): VariedTexts {
  const requests = read("atlas/requests/*.jsonl").flatMap((file) =>
    file
      .split("\n")
      .filter((line) => line !== "")
      .map(wordsOf)
      .filter((words) => words !== ""),
  );
  const prose = read("docs/**/*.md").join("\n");
  return {
    question: (n, chars) => {
      let text = "";
      for (let part = 0; text.length < chars; part += 1) {
        const at = (n * STRIDES[0] + part * STRIDES[1] * (1 + (n % 89))) % requests.length;
        text += `${part === 0 ? "" : "\n"}${requests[at] ?? ""}`;
      }
      return text.slice(0, chars).toWellFormed();
    },
    prose: (n, chars) => {
      const at = (n * PROSE_STRIDE) % (prose.length - chars);
      return prose.slice(at, at + chars).toWellFormed();
    },
  };
}
