// Attributes are journalled with every decision, so their size is bounded before anything else looks at them.

const NUMBER_CHARS = 8;
const PUNCTUATION_CHARS = 3;

/** Roughly the characters of the value's JSON; stops counting beyond `max`. */
export function countJsonChars(value: unknown, max: number): number {
  if (typeof value === "string") return value.length + PUNCTUATION_CHARS;
  if (typeof value !== "object" || value === null) return NUMBER_CHARS;
  let chars = PUNCTUATION_CHARS;
  for (const [name, member] of Object.entries(value)) {
    chars += PUNCTUATION_CHARS + (Array.isArray(value) ? 0 : name.length);
    if (chars <= max) chars += countJsonChars(member, max - chars);
    if (chars > max) return chars;
  }
  return chars;
}
