// Makes the starting token vectors of a split: a sentence encoder distilled token by token, then fitted so that the
// mean over a training prompt comes close to the encoder's vector of that prompt. No outcome is looked at.
import { createHash } from "node:crypto";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { buildVocabulary, createPromptReader } from "@signalbox/engine/internals";
import { findPrincipalAxes, projectRows } from "@signalbox/engine/numerics";
import { chooseSplit, listPromptRows, loadDataset, SPLIT } from "../../data/index.ts";
import type { SplitName } from "../../data/index.ts";
import { readPrompts } from "../members/read-prompts.ts";
import { openSentenceEncoder } from "./sentence-encoder.ts";
import { explainedShare, fitTokenVectors } from "./token-regression.ts";
import { NEVER_TRAINED } from "./never-trained.ts";
import { addAt, floatAt, valueAt, wholeAt } from "../../arrays/value-at.ts";

export interface DistilRequest {
  readonly dataDir: string;
  readonly split: SplitName;
  readonly encoderPath: string;
  readonly encoderSha256: string;
  /** One token a line, in id order. */
  readonly vocabulary: readonly string[];
  readonly outDir: string;
  readonly onProgress?: (message: string) => void;
}

const WIDTH = 96;
const PENALTY = 0.03;
const ITERATIONS = 60;
/** Brings pooled coordinates to about unit size, where the network likes its inputs. */
const SCALE = 12;
/** Ids below this are specials and single characters; beyond it, ids grow with rarity. */
const FIRST_WORD_ID = 990;
const LEAST_WORD_WEIGHT = 0.15;

/** Common words say little: weight grows with the logarithm of the rank. */
function wordWeight(id: number): number {
  const rank = Math.max(1, id - FIRST_WORD_ID);
  return Math.min(1, Math.max(LEAST_WORD_WEIGHT, Math.log1p(rank) / Math.log(30_000)));
}

function centre(data: Float32Array, width: number): Float32Array {
  const rows = data.length / width;
  const mean = new Float64Array(width);
  for (let at = 0; at < data.length; at += 1) addAt(mean, at % width, floatAt(data, at) / rows);
  return data.map((value, at) => value - floatAt(mean, at % width));
}

/** Token vectors along the texts' own axes, damped for common words. */
function startTable(vocabularyVectors: Float32Array, size: number, axes: Float64Array): Float32Array {
  const found = { mean: new Float64Array(size), axes };
  const projected = projectRows(centre(vocabularyVectors, size), size, found);
  return projected.map((value, at) => value * wordWeight(Math.floor(at / WIDTH)));
}

function writeStart(request: DistilRequest, tokens: Float32Array, share: number): void {
  const count = request.vocabulary.length;
  const bytes = Buffer.alloc(count * WIDTH + count * 4);
  for (let id = 0; id < count; id += 1) {
    const row = tokens.subarray(id * WIDTH, (id + 1) * WIDTH);
    const scale = row.reduce((most, value) => Math.max(most, Math.abs(value)), 1e-6) / 127;
    row.forEach((value, column) => bytes.writeInt8(Math.round(value / scale), id * WIDTH + column));
    bytes.writeFloatLE(scale, count * WIDTH + id * 4);
  }
  const manifest = {
    width: WIDTH,
    vocabularySize: count,
    sha256: createHash("sha256").update(bytes).digest("hex"),
    split: request.split,
    encoderSha256: request.encoderSha256,
    explainedShare: Math.round(share * 1e4) / 1e4,
  };
  mkdirSync(request.outDir, { recursive: true });
  writeFileSync(join(request.outDir, "token-vectors.bin"), bytes);
  writeFileSync(join(request.outDir, "vocabulary.txt"), request.vocabulary.join("\n"));
  writeFileSync(join(request.outDir, "start.json"), `${JSON.stringify(manifest, undefined, 2)}\n`);
}

/** Embeds tens of thousands of prompts: about ten milliseconds each, so count in quarters of an hour. */
export async function distilStart(request: DistilRequest): Promise<void> {
  const dataset = await loadDataset(request.dataDir);
  const split = chooseSplit(dataset, request.split, 0);
  const isAllowed = (row: number): boolean =>
    !NEVER_TRAINED.has(dataset.sources[wholeAt(dataset.prompts.source, row)] ?? "");
  const rows = listPromptRows(split, [SPLIT.train]).filter(isAllowed);
  const encoder = await openSentenceEncoder(
    { path: request.encoderPath, sha256: request.encoderSha256 },
    buildVocabulary(request.vocabulary),
  );
  const texts = Array.from(rows, (row) => valueAt(dataset.prompts.text, row));
  const vectors = await encoder.embedTexts(texts, (done) =>
    request.onProgress?.(`embedding prompts, ${Math.round(done * 100)} %`),
  );
  const axes = findPrincipalAxes(vectors, encoder.width, WIDTH);
  const targets = projectRows(vectors, encoder.width, axes);
  const problem = {
    texts: readPrompts(createPromptReader(request.vocabulary), texts),
    rows: Int32Array.from(texts, (_, index) => index),
    targets,
    width: WIDTH,
    start: startTable(await encoder.embedVocabulary(), encoder.width, axes.axes),
    penalty: PENALTY,
    iterations: ITERATIONS,
  };
  request.onProgress?.("fitting token vectors");
  const tokens = fitTokenVectors(problem);
  writeStart(
    request,
    tokens.map((value) => value * SCALE),
    explainedShare(problem, tokens),
  );
}
