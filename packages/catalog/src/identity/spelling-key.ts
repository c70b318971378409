// The comparison key of a model name. Two names have one key only when they differ in case, in separators or in the
// seam between letters and digits ("Qwen2.5-72B", "qwen-2.5-72b"); digits are never merged, so sizes and versions stay apart.

const LEGAL = /^[a-z0-9._:+ -]+$/;
const TOKEN = /[a-z]+|\d+|\+/g;
const NAME_LENGTH_MAX = 160;

/** @returns the key, or undefined when the name holds a character that no known model name holds. */
export function spellingKey(name: string): string | undefined {
  const lower = name.trim().toLowerCase();
  if (lower.length === 0 || lower.length > NAME_LENGTH_MAX || !LEGAL.test(lower)) return undefined;
  const tokens = lower.match(TOKEN);
  return tokens?.map((token) => (token === "+" ? "plus" : token)).join("-");
}
