// The name that was probably meant by one that is unknown: a letter missing, doubled, wrong or swapped, or another case style.

/** Longer names are not compared: nobody misspells that much by hand, and the work grows with the square of it. */
const CHARS_MAX = 64;
const SHORT_CHARS = 5;

/** Spelling without case and separators: `inputPrice`, `input-price` and `input_price` are one. */
const plain = (name: string): string => name.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, "");

/** Letters inserted, dropped, replaced or swapped with their neighbour; `limit + 1` when there are more than `limit`. */
export function editDistance(left: string, right: string, limit: number): number {
  if (Math.abs(left.length - right.length) > limit) return limit + 1;
  let before: number[] = [];
  let above = Array.from({ length: right.length + 1 }, (_, column) => column);
  for (let row = 1; row <= left.length; row += 1) {
    const current = [row];
    for (let column = 1; column <= right.length; column += 1) {
      const isSame = left[row - 1] === right[column - 1];
      const replaced = (above[column - 1] ?? 0) + (isSame ? 0 : 1);
      let edits = Math.min(replaced, (above[column] ?? 0) + 1, (current[column - 1] ?? 0) + 1);
      const isSwap = left[row - 1] === right[column - 2] && left[row - 2] === right[column - 1];
      if (row > 1 && column > 1 && isSwap) edits = Math.min(edits, (before[column - 2] ?? 0) + 1);
      current.push(edits);
    }
    if (Math.min(...current) > limit) return limit + 1;
    before = above;
    above = current;
  }
  return Math.min(above[right.length] ?? 0, limit + 1);
}

/** The closest of the names, when it is within so many edits (at most one for short names); else undefined. */
export function nearestName(unknown: string, names: Iterable<string>, editsMax = 2): string | undefined {
  if (unknown.length > CHARS_MAX) return undefined;
  const asked = plain(unknown);
  const limit = asked.length < SHORT_CHARS ? Math.min(1, editsMax) : editsMax;
  let nearest: string | undefined;
  let fewest = limit + 1;
  for (const name of names) {
    const edits = editDistance(asked, plain(name), fewest - 1);
    if (edits >= fewest) continue;
    nearest = name;
    fewest = edits;
  }
  return nearest;
}
