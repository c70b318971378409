// Methods that work on graded rows without a router: neighbours, regression on words, factors. One setting for all sources.
import { findPrincipalAxes, fitRidge, fitWhitenedAxes } from "@signalbox/engine/numerics";
import { addAt, floatAt, valueAt } from "../../arrays/value-at.ts";
import { meanOutcome, type OutcomeWorld } from "../../learning/outcome-world.ts";

/** A method about one prompt, a model each: the chance of success, and what the pick goes by where that is another number. */
export type Said = readonly { readonly success: number; readonly guard?: number | undefined }[];
export type Method = (prompt: number) => Said;

const NEIGHBOURS = 20;
/** Imaginary neighbours at a model's own mean. */
const PRIOR = 3;

function cosine(one: Float32Array, other: Float32Array): number {
  let [inner, a, b] = [0, 0, 0];
  for (const [i, value] of one.entries()) {
    const against = other[i] ?? 0;
    inner += value * against;
    a += value * value;
    b += against * against;
  }
  return inner / Math.sqrt(a * b || 1);
}

/** The mean over the most alike rows, by the features that the product reads of a prompt, drawn towards a model's own mean. */
export function neighboursMethod(world: OutcomeWorld, rows: readonly number[]): Method {
  const means = world.models.map((_, model) => meanOutcome(world, model, rows) || 0);
  const featuresOf = (prompt: number): Float32Array => valueAt(world.encodings, prompt).features;
  return (prompt) => {
    const nearest = rows
      .map((row) => ({ row, like: cosine(featuresOf(prompt), featuresOf(row)) }))
      .toSorted((a, b) => b.like - a.like)
      .slice(0, NEIGHBOURS)
      .flatMap(({ row }) => row);
    return means.map((mean, model) => {
      const known = nearest
        .map((row) => valueAt(world.outcomes, row * means.length + model))
        .filter((outcome) => !Number.isNaN(outcome));
      return {
        success: known.reduce((sum, outcome) => sum + outcome, PRIOR * mean) / (known.length + PRIOR),
      };
    });
  };
}

const SLOTS = 2_048;
const READ_CHARACTERS = 4_000;
const WORD = /\p{L}+|\p{N}+/gu;
const AXES = 32;

function slotOf(word: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < word.length; at += 1) hash = Math.imul(hash ^ word.charCodeAt(at), 0x01000193);
  return (hash ^ (hash >>> 15)) & (SLOTS - 1);
}

function countWords(text: string): Float32Array {
  const counts = new Float32Array(SLOTS);
  for (const [word] of text.slice(0, READ_CHARACTERS).toLowerCase().matchAll(WORD))
    addAt(counts, slotOf(word), 1);
  return counts;
}

/**
 * Latent semantic analysis: hashed words by rarity among the rows, rows of unit length, on their main axes.
 * @source Deerwester et al., Indexing by latent semantic analysis (1990)
 * @returns coordinates of a prompt
 */
function fitSemantics({ texts }: OutcomeWorld, rows: readonly number[]): (prompt: number) => Float32Array {
  const counted = rows.map((row) => countWords(valueAt(texts, row)));
  const rarity = Float32Array.from({ length: SLOTS }, (_, slot) =>
    Math.log((rows.length + 1) / (counted.filter((counts) => floatAt(counts, slot) > 0).length + 1)),
  );
  const weigh = (counts: Float32Array): Float32Array => {
    const weighed = counts.map((count, slot) => Math.log1p(count) * floatAt(rarity, slot));
    const length = Math.hypot(...weighed) || 1;
    return weighed.map((value) => value / length);
  };
  const found = fitWhitenedAxes(counted.map(weigh), { count: AXES, isStandardised: false });
  return (prompt) => {
    const row = weigh(countWords(valueAt(texts, prompt)));
    return Float32Array.from({ length: found.count }, (_, axis) => {
      let sum = 0;
      for (let slot = 0; slot < SLOTS; slot += 1)
        sum +=
          (floatAt(row, slot) - floatAt(found.mean, slot)) * floatAt(found.directions, axis * SLOTS + slot);
      return sum * floatAt(found.shares, axis);
    });
  };
}

const PENALTY = 1;
const FACTORS = 2;
const CHANCE_MIN = 0.02;

const asChance = (value: number): number => Math.min(1 - CHANCE_MIN, Math.max(CHANCE_MIN, value));

interface WordMethods {
  readonly regression: Method;
  readonly factors: Method;
}

/**
 * Ridge regression of each model's outcomes on the semantic coordinates; and the same through few factors that all
 * models share, as reduced-rank regression has them in closed form.
 * @source Izenman, Reduced-rank regression for the multivariate linear model (1975)
 */
export function wordMethods(world: OutcomeWorld, rows: readonly number[]): WordMethods {
  const columns = world.models.length;
  const coordinatesOf = fitSemantics(world, rows);
  const coordinates = rows.map((row) => coordinatesOf(row));
  const width = coordinates[0]?.length ?? 0;
  const inputs = Float32Array.from(coordinates.flatMap((row) => Array.from(row)));
  const weights = world.models.map((_, model) => {
    const outcomes = rows.map((row) => valueAt(world.outcomes, row * columns + model));
    const known = [...rows.keys()].filter((at) => !Number.isNaN(outcomes[at]));
    if (known.length === 0) return new Float64Array(width + 1);
    const targets = known.map((at) => valueAt(outcomes, at));
    return fitRidge({ inputs, stride: width, width, rows: known, targets, penalty: PENALTY });
  });
  const predict = (x: Float32Array): Float32Array =>
    Float32Array.from(weights, (own) =>
      x.reduce((sum, value, at) => sum + value * floatAt(own, at), floatAt(own, width)),
    );
  const fitted = Float32Array.from(coordinates.flatMap((row) => Array.from(predict(row))));
  const { mean, axes } = findPrincipalAxes(fitted, columns, Math.min(FACTORS, columns));
  const throughFactors = (said: Float32Array): Float32Array => {
    const out = Float32Array.from(mean);
    for (let from = 0; from < axes.length; from += columns) {
      const factor = said.reduce(
        (sum, value, at) => sum + (value - floatAt(mean, at)) * floatAt(axes, from + at),
        0,
      );
      out.forEach((_, at) => addAt(out, at, factor * floatAt(axes, from + at)));
    }
    return out;
  };
  const say = (said: Float32Array): Said => Array.from(said, (value) => ({ success: asChance(value) }));
  return {
    regression: (prompt) => say(predict(coordinatesOf(prompt))),
    factors: (prompt) => say(throughFactors(predict(coordinatesOf(prompt)))),
  };
}
