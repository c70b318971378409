// How many words of a prompt can be guessed from its features by anyone who has the artefact: orthogonal matching pursuit over the
// token vectors (Pati et al. 1993), a simple attack. Shows what `content_features` tells; the guesses ignore order.
import { readShippedArtefact } from "@signalbox/catalog";
import { loadRoutingModel } from "@signalbox/engine";
import { createPromptReader, readText } from "@signalbox/engine/internals";

import { openTensors } from "../packages/engine/src/model/artefact/tensor-store.ts";

const STORY =
  "We are a team of twelve engineers building a payments platform in Rust and Kotlin. Last night the reconciliation " +
  "job failed because the ledger of the Frankfurt branch had duplicate entries after the migration. Explain how to make " +
  "the import idempotent, how to detect the duplicates that are already there, and write the SQL for both steps.";
const WORDS = STORY.split(" ");
const LENGTHS = [1, 2, 3, 5, 8, 12, 20, 40];
const STARTS_MAX = 12;

const files = await readShippedArtefact();
const store = openTensors(files);
const { vocabularySize, memberCount, tokenSize } = files.manifest.shape;
const width = memberCount * tokenSize;
const model = loadRoutingModel(files);
const reader = createPromptReader(store.text("vocabulary").split("\n"));
const table = unitRows(Float64Array.from(store.int8("tokens", vocabularySize, width)));

function unitRows(rows: Float64Array): Float64Array {
  for (let at = 0; at < rows.length; at += width) {
    const row = rows.subarray(at, at + width);
    const length = Math.hypot(...row) || 1;
    for (let column = 0; column < width; column += 1) row[column] = (row[column] ?? 0) / length;
  }
  return rows;
}

const rowOf = (token: number): Float64Array => table.subarray(token * width, (token + 1) * width);

function dot(left: Float64Array, right: Float64Array): number {
  let sum = 0;
  for (let column = 0; column < width; column += 1) sum += (left[column] ?? 0) * (right[column] ?? 0);
  return sum;
}

function bestToken(rest: Float64Array, taken: ReadonlySet<number>): number {
  let best = { token: 0, fit: -Infinity };
  for (let token = 0; token < vocabularySize; token += 1) {
    const fit = taken.has(token) ? -Infinity : dot(rowOf(token), rest);
    if (fit > best.fit) best = { token, fit };
  }
  return best.token;
}

/** What of `vector` lies outside the orthonormal `basis`. */
function outside(vector: Float64Array, basis: readonly Float64Array[]): Float64Array {
  const rest = vector.slice();
  for (const axis of basis) {
    const share = dot(rest, axis);
    for (let column = 0; column < width; column += 1)
      rest[column] = (rest[column] ?? 0) - share * (axis[column] ?? 0);
  }
  return rest;
}

/** Tokens whose vectors make up the features, the best first. */
function guessTokens(features: Float64Array, count: number): ReadonlySet<number> {
  const found = new Set<number>();
  const basis: Float64Array[] = [];
  let rest = features;
  while (found.size < count && Math.hypot(...rest) > 1e-5) {
    const token = bestToken(rest, found);
    found.add(token);
    const axis = outside(rowOf(token), basis);
    const length = Math.hypot(...axis);
    if (length > 1e-9) basis.push(axis.map((value) => value / length));
    rest = outside(features, basis);
  }
  return found;
}

/** @returns share of the distinct tokens that were guessed. @range 0..1 */
function recover(text: string): number {
  const conversation = readText(text);
  const { ids, idCount } = reader.read(conversation.prompt);
  const tokens = new Set(ids.subarray(0, idCount));
  const features = Float64Array.from(model.encode(conversation).features.subarray(0, width));
  return tokens.intersection(guessTokens(features, tokens.size)).size / tokens.size;
}

for (const length of LENGTHS) {
  const starts = Math.min(STARTS_MAX, WORDS.length - length + 1);
  const step = (WORDS.length - length) / Math.max(1, starts - 1);
  const shares = Array.from({ length: starts }, (_, index) => {
    const from = Math.floor(index * step);
    return recover(WORDS.slice(from, from + length).join(" "));
  });
  const mean = shares.reduce((sum, share) => sum + share, 0) / shares.length;
  process.stdout.write(
    `${String(length).padStart(3)} words: ${(100 * mean).toFixed(0)} % of the tokens guessed\n`,
  );
}
