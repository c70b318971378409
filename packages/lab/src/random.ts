// Seeded randomness for the laboratory. Every draw in a figure comes from here, so that a seed reproduces it.

export { drawNormal } from "@signalbox/engine/internals";

/** Uniform draws in [0, 1). */
export type Random = () => number;

/** @source Steele and Vigna, splitmix-style 32-bit mixing; period 2^32. */
export function createRandom(seed: number): Random {
  let state = seed | 0;
  return () => {
    state = (state + 0x9e3779b9) | 0;
    let z = state;
    z = Math.imul(z ^ (z >>> 16), 0x21f0aaad);
    z = Math.imul(z ^ (z >>> 15), 0x735a2d97);
    return ((z ^ (z >>> 15)) >>> 0) / 4294967296;
  };
}

/** Shuffles in place. @source Fisher and Yates */
export function shuffle(values: Int32Array, random: Random): Int32Array {
  for (let i = values.length - 1; i > 0; i -= 1) {
    const j = Math.floor(random() * (i + 1));
    const held = values[i] ?? 0;
    values[i] = values[j] ?? 0;
    values[j] = held;
  }
  return values;
}
