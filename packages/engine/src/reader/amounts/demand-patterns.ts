// Patterns from lists of words. Word boundaries are those of all alphabets: the built-in ones know ASCII letters only.

/** Alternatives of a list whose phrases are joined by "_"; longer ones come first, so that none hides another. */
export function anyOf(list: string): string {
  return list
    .split(" ")
    .toSorted((a, b) => b.length - a.length)
    .map((phrase) => phrase.replaceAll("_", "\\s{0,3}").replaceAll("'", "['’]"))
    .join("|");
}

/** `source` as whole words. */
export function wholeWord(source: string): string {
  return `(?<!\\p{L})(?:${source})(?!\\p{L})`;
}
