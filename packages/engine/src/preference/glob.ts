// Globs with `*` and `?`, without regard to case. All ways to match are followed side by side, one bit each, so that the
// work is that of one pass over the text for every 32 characters of the pattern, whatever the two look like.
import { createBoundedMap } from "../caches/bounded-map.ts";

const WORD_BITS = 32;
/** Room for the patterns of several large policies. */
const PATTERNS_MAX = 1_024;

/** Bit i of a set of states: the first i atoms (characters, or `?`) have matched. */
interface Glob {
  readonly words: number;
  /** Beginning of every match. */
  readonly lead: string;
  /** By UTF-16 unit: the states from which it leads on. */
  readonly steps: ReadonlyMap<number, Uint32Array>;
  /** Those from which any other character leads on: the `?`. */
  readonly anyStep: Uint32Array;
  /** Those before a `*`, which stay whatever comes. */
  readonly stays: Uint32Array;
  readonly atoms: number;
}

const globs = createBoundedMap<Glob>(PATTERNS_MAX);

function setBit(set: Uint32Array, bit: number): void {
  const word = bit >>> 5;
  set[word] = (set[word] ?? 0) | (1 << (bit & 31));
}

function hasBit(set: Uint32Array, bit: number): boolean {
  return (((set[bit >>> 5] ?? 0) >>> (bit & 31)) & 1) === 1;
}

function compileGlob(pattern: string): Glob {
  const words = Math.ceil((pattern.length + 1) / WORD_BITS);
  const steps = new Map<number, Uint32Array>();
  const [anyStep, stays] = [new Uint32Array(words), new Uint32Array(words)];
  const places: (readonly [unit: number, state: number])[] = [];
  const folded = pattern.toLowerCase();
  let atoms = 0;
  for (const character of folded.split("")) {
    if (character === "*") setBit(stays, atoms);
    else {
      if (character === "?") setBit(anyStep, atoms);
      else places.push([character.charCodeAt(0), atoms]);
      atoms += 1;
    }
  }
  for (const [unit, state] of places) {
    const step = steps.get(unit) ?? anyStep.slice();
    setBit(step, state);
    steps.set(unit, step);
  }
  return { words, lead: folded.split(/[*?]/, 1)[0] ?? "", steps, anyStep, stays, atoms };
}

function globOf(pattern: string): Glob {
  const known = globs.get(pattern);
  if (known !== undefined) return known;
  const glob = compileGlob(pattern);
  globs.set(pattern, glob);
  return glob;
}

/** One character on: each state either steps to the next or stays before its star. */
function advance(states: Uint32Array, step: Uint32Array, stays: Uint32Array): void {
  let carry = 0;
  for (let word = 0; word < states.length; word += 1) {
    const now = states[word] ?? 0;
    const moved = now & (step[word] ?? 0);
    states[word] = (moved << 1) | carry | (now & (stays[word] ?? 0));
    carry = moved >>> 31;
  }
}

/** True when the whole of `text` matches `pattern`. */
export function matchesGlob(pattern: string, text: string): boolean {
  const { words, lead, steps, anyStep, stays, atoms } = globOf(pattern);
  const folded = text.toLowerCase();
  if (!folded.startsWith(lead)) return false;
  if (atoms === lead.length) return folded.length === atoms || hasBit(stays, atoms);
  const states = new Uint32Array(words);
  setBit(states, lead.length);
  for (let at = lead.length; at < folded.length; at += 1)
    advance(states, steps.get(folded.charCodeAt(at)) ?? anyStep, stays);
  return hasBit(states, atoms);
}

/** The steps that `matchesGlob` takes, for the budget of a decision. @unit steps */
export function globSteps(pattern: string, text: string): number {
  return pattern.length + text.length * Math.ceil((pattern.length + 1) / WORD_BITS);
}
