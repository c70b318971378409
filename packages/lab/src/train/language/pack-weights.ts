// Weights as text: a digit of base 64 each, 32 for none.
const DIGITS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

/** @param weights @range -32..31 */
export function packWeights(weights: Int8Array): string {
  return Array.from(weights, (weight) => DIGITS[weight + DIGITS.length / 2] ?? "").join("");
}
