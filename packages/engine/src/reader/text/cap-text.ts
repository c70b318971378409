// Bounds on text: the head and the tail survive, since a question stands at one end or the other.

/** Share of the budget that the head gets; the tail gets the rest. */
const HEAD_SHARE = 2 / 3;

/** At most `charsMax` characters of `text`: its head and its tail, joined by an ellipsis, never half a surrogate pair. */
export function capText(text: string, charsMax: number): string {
  if (text.length <= charsMax) return text;
  const room = charsMax - 3;
  const head = Math.floor(room * HEAD_SHARE);
  return `${cutEnd(text, head)}\n…\n${cutStart(text, text.length - (room - head))}`;
}

/** Caps "before, line break, behind" like `capText`, without a copy of the two when they are large. */
export const capLines = (before: string, behind: string, charsMax: number): string =>
  capText(`${endsOf(before, charsMax)}\n${endsOf(behind, charsMax)}`, charsMax);

/** Both ends, each long enough to be cut. */
const endsOf = (text: string, units: number): string =>
  text.length <= 2 * units ? text : text.slice(0, units) + text.slice(-units);

function cutEnd(text: string, end: number): string {
  return text.slice(0, isHighSurrogate(text.charCodeAt(end - 1)) ? end - 1 : end);
}

function cutStart(text: string, start: number): string {
  return text.slice(isLowSurrogate(text.charCodeAt(start)) ? start + 1 : start);
}

function isHighSurrogate(code: number): boolean {
  return code >= 0xd8_00 && code <= 0xdb_ff;
}

function isLowSurrogate(code: number): boolean {
  return code >= 0xdc_00 && code <= 0xdf_ff;
}
