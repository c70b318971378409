// Seeded generators: the same numbers on every machine. There are two because their sequences are part of what was
// published: shipped artefacts and benchmark figures rest on splitmix32, stored decisions and acceptance tests of
// learned corrections on mulberry32. New code takes splitmix32, whose mixing is the better studied.

/** Uniform draws. @range 0 <= x < 1 */
export type Random = () => number;

const UNIT = 4294967296;

/** Uniform draws from a 32-bit seed, period 2^32. @source mulberry32, Tommy Ettinger (public domain) */
export function mulberry32(seed: number): Random {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / UNIT;
  };
}

/** Uniform draws from a 32-bit seed, period 2^32. @source Steele, Lea, Flood (2014), mixed in 32 bits */
export function splitmix32(seed: number): Random {
  let state = seed | 0;
  return () => {
    state = (state + 0x9e3779b9) | 0;
    let z = state;
    z = Math.imul(z ^ (z >>> 16), 0x21f0aaad);
    z = Math.imul(z ^ (z >>> 15), 0x735a2d97);
    return ((z ^ (z >>> 15)) >>> 0) / UNIT;
  };
}

/** Standard normal number. @source Box and Muller (1958) */
export function drawNormal(random: Random): number {
  return Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
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
