// The same request in another form, as far as a program can give it: in Markdown, misspelt, typed in haste. The labels stay, so the heads learn to read all of them alike.
import type { Random } from "@signalbox/engine/numerics";
import type { AtlasMessage } from "../../atlas/atlas.ts";

const MISSPELT_SHARE = 0.18;
const WORD_LEAST = 4;

/** One slip after the first letter: a letter is missing, is written twice or once, is another, or changes places with the next. */
function slip(word: string, random: Random): string {
  const at = 1 + Math.floor(random() * (word.length - 1));
  const [before, letter, after] = [word.slice(0, at), word[at] ?? "", word.slice(at + 1)];
  const kind = random();
  if (kind < 0.35) return before + after;
  if (kind < 0.7) return before + (after[0] ?? "") + letter + after.slice(1);
  if (kind < 0.85) return before + letter + letter + after;
  return before + (word[Math.floor(random() * word.length)] ?? "") + after;
}

/** @param share of the words that are long enough for a slip. @range 0..1 */
export function misspell(text: string, random: Random, share: number = MISSPELT_SHARE): string {
  return text.replaceAll(/\p{L}+/gu, (word) =>
    word.length < WORD_LEAST || random() > share ? word : slip(word, random),
  );
}

const HEADINGS = ["Task", "Request", "Question", "TODO", "1.", "Brief"] as const;

/** Text in quotation marks becomes a quotation of Markdown, and numbers stand as code. */
function markQuotes(text: string, random: Random): string {
  const quoted = text.replace(/[:,]?\s*["“„«「]([^"”“»」\n]{12,})["”“»」]\.?/u, "\n\n> $1\n\n");
  return random() < 0.5 ? quoted : quoted.replaceAll(/\b\d[\d.,]*\b/g, "`$&`");
}

/** Some words are bold, some in italics. */
function stressWords(line: string, random: Random): string {
  return line.replaceAll(/\p{L}{5,}/gu, (word) => {
    const kind = random();
    return kind < 0.08 ? `**${word}**` : kind < 0.14 ? `*${word}*` : word;
  });
}

export function toMarkdown(text: string, random: Random): string {
  const marked = markQuotes(text, random);
  const end = marked.indexOf("\n");
  const [first, rest] = end < 0 ? [marked, ""] : [marked.slice(0, end), marked.slice(end)];
  const line = stressWords(first, random);
  const kind = random();
  const hashes = "#".repeat(1 + Math.floor(random() * 3));
  const heading = HEADINGS[Math.floor(random() * HEADINGS.length)] ?? "";
  if (kind < 0.2) return `**${first}**\n${rest}`;
  if (kind < 0.35) return `${hashes} ${first}\n${rest}`;
  if (kind < 0.55) return `${hashes} ${heading}\n\n${line}${rest}`;
  if (kind < 0.65) return `**${heading}:** ${line}${rest}`;
  const bullets = line.replaceAll(/[,;:.、，；：。؛،] ?(?=\S)/g, "\n- ");
  return kind < 0.8 ? `- ${bullets}${rest}` : `${hashes} ${heading}\n\n- ${bullets}\n${rest}`;
}

const inHaste = (text: string): string => text.toLowerCase().replaceAll(/[.,!]/g, "");

function rewordText(text: string, random: Random): string {
  const kind = random();
  if (kind < 0.4) return misspell(text, random);
  return kind < 0.7 ? toMarkdown(text, random) : inHaste(text);
}

/** The last user turn in another form. */
export function rewordMessages(messages: readonly AtlasMessage[], random: Random): readonly AtlasMessage[] {
  const last = messages.findLastIndex(({ role }) => role === "user");
  return messages.map(({ role, content }, index) => ({
    role,
    content: index === last ? rewordText(content, random) : content,
  }));
}
