// Hashed counts of words, word pairs and a few shapes of a text. Head and tail are read; the middle of a long text is not.

export interface TermCounts {
  /** Distinct hashed terms. */
  readonly slots: Uint32Array;
  /** How often each occurs. @shape slots.length */
  readonly counts: Uint16Array;
}

const SLOTS = 1 << 20;
const HEAD_CHARACTERS = 1_000;
const TAIL_CHARACTERS = 2_500;
const TERM = /\p{L}+|\p{N}|[^\p{L}\p{N}\s]/gu;

function hash(term: string, start: number): number {
  let h = start;
  for (let i = 0; i < term.length; i += 1) h = Math.imul(h ^ term.charCodeAt(i), 0x01000193);
  return (h ^ (h >>> 15)) & (SLOTS - 1);
}

function cut(text: string): string {
  if (text.length <= HEAD_CHARACTERS + TAIL_CHARACTERS) return text;
  return `${text.slice(0, HEAD_CHARACTERS)} ${text.slice(-TAIL_CHARACTERS)}`;
}

export function countTerms(text: string): TermCounts {
  const counts = new Map<number, number>();
  let previous = "";
  const add = (slot: number): void => {
    counts.set(slot, Math.min(65_535, (counts.get(slot) ?? 0) + 1));
  };
  for (const [term] of cut(text).toLowerCase().matchAll(TERM)) {
    add(hash(term, 0x811c9dc5));
    add(hash(`${previous} ${term}`, 0x2b5a1d37));
    previous = term;
  }
  add(hash(`length ${Math.round(2 * Math.log2(text.length + 1))}`, 0x51ed270b));
  return { slots: Uint32Array.from(counts.keys()), counts: Uint16Array.from(counts.values()) };
}
