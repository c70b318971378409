// Where training starts: token vectors of the split, other wordings of the training rows, token regression.
import assert from "node:assert/strict";
import { cpSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { createPromptReader } from "@signalbox/engine/internals";
import { drawNormal, splitmix32 } from "@signalbox/engine/numerics";
import { readPrompts } from "../members/read-prompts.ts";
import { createNeighbourWords } from "./neighbour-words.ts";
import { readStart, startDirOf } from "./read-start.ts";
import { rewordPrompts } from "./reword.ts";
import { explainedShare, fitTokenVectors } from "./token-regression.ts";
import type { RegressionProblem } from "./token-regression.ts";

const start = readStart(startDirOf("benchmark"));
const reader = createPromptReader(start.vocabulary);
const neighbours = createNeighbourWords(start);
const TEXTS = [
  "Please write a large house story for my old friend.",
  "What is the fastest way from the city to the river?",
  "Explain how the small engine works and why it stops.",
];

test("each split has starting vectors of its own over one vocabulary", () => {
  const release = readStart(startDirOf("release"));
  assert.deepEqual(release.vocabulary, start.vocabulary);
  assert.equal(start.tokens.length, start.vocabulary.length * start.width);
  assert.notDeepEqual(release.tokens.subarray(0, 200_000), start.tokens.subarray(0, 200_000));
  assert.ok(start.tokens.every((value) => Number.isFinite(value)));
});

test("altered or missing vectors are refused before anything is trained on them", (t) => {
  const dir = mkdtempSync(join(tmpdir(), "signalbox-start-"));
  t.after(() => rmSync(dir, { recursive: true }));
  assert.throws(() => readStart(dir), { code: "invalid_artefact", detail: /cannot be read/ });
  cpSync(startDirOf("release"), dir, { recursive: true });
  assert.equal(readStart(dir).width, start.width);
  writeFileSync(join(dir, "token-vectors.bin"), "altered");
  assert.throws(() => readStart(dir), { code: "invalid_artefact", detail: /differ from their digest/ });
});

test("prompts lie end to end, and reading one does not change its neighbours", () => {
  const all = readPrompts(reader, TEXTS);
  assert.equal(all.count, 3);
  assert.equal(all.ids.length, all.offsets[3]);
  const alone = readPrompts(reader, TEXTS.slice(1, 2));
  assert.deepEqual([...all.ids.subarray(all.offsets[1], all.offsets[2])], [...alone.ids]);
  assert.deepEqual(
    [...all.dense.subarray(all.denseSize, 2 * all.denseSize)],
    [...alone.dense.subarray(0, all.denseSize)],
  );
});

test("tools that a prompt lists in its text are counted as tools", () => {
  const text = 'Available functions: [{"name": "search"}, {"name": "book"}]. Book a table.';
  const [withTools, without] = [
    readPrompts(reader, [text]),
    readPrompts(reader, [text.replace("Available", "Some")]),
  ];
  assert.notDeepEqual(withTools.dense, without.dense);
});

test("only training rows get other wordings, two each, the same for the same seed", () => {
  const rows = Int32Array.of(2, 0);
  const reword = (seed: number) => rewordPrompts({ reader, neighbours }, TEXTS, rows, seed);
  const found = reword(7);
  assert.deepEqual([...found.offsets], [0, 2, 2, 4]);
  assert.equal(found.features.count, 4);
  assert.deepEqual(reword(7), found);
  assert.notDeepEqual(reword(8).features.ids, found.features.ids);
});

test("wordings differ from the prompt they stand for", () => {
  const rows = Int32Array.of(0, 1, 2);
  const plain = readPrompts(reader, TEXTS);
  const { features, offsets } = rewordPrompts({ reader, neighbours }, TEXTS, rows, 3);
  const idsOf = (from: typeof plain, row: number): string =>
    from.ids.subarray(from.offsets[row], from.offsets[row + 1]).join(" ");
  let changed = 0;
  for (const row of rows)
    for (let wording = offsets[row] ?? 0; wording < (offsets[row + 1] ?? 0); wording += 1)
      changed += Number(idsOf(features, wording) !== idsOf(plain, row));
  assert.ok(changed >= 4, `${changed} of 6`);
});

test("a word that is not common has no neighbours", () => {
  assert.deepEqual(neighbours.of("qwertzuiop"), []);
  assert.deepEqual(neighbours.of("large"), neighbours.of("large"));
});

/** Texts over a small vocabulary whose targets are the means of hidden token vectors. */
function makeRegression(penalty: number): RegressionProblem & { readonly truth: Float32Array } {
  const random = splitmix32(1);
  const [vocabulary, width, count] = [12, 3, 200];
  const truth = Float32Array.from({ length: vocabulary * width }, () => drawNormal(random));
  const ids = Uint16Array.from({ length: count * 4 }, () => Math.floor(random() * vocabulary));
  const targets = Float32Array.from({ length: count * width }, (_, at) => {
    const [row, column] = [Math.floor(at / width), at % width];
    return [0, 1, 2, 3].reduce(
      (sum, k) => sum + (truth[(ids[4 * row + k] ?? 0) * width + column] ?? 0) / 4,
      0,
    );
  });
  return {
    texts: { offsets: Int32Array.from({ length: count + 1 }, (_, row) => 4 * row), ids },
    rows: Int32Array.from({ length: count }, (_, row) => row),
    targets,
    width,
    start: new Float32Array(vocabulary * width),
    penalty,
    iterations: 60,
    truth,
  };
}

test("token vectors whose means are given are found again, and explain all of the targets", () => {
  const problem = makeRegression(1e-4);
  const found = fitTokenVectors(problem);
  found.forEach((value, at) => assert.ok(Math.abs(value - (problem.truth[at] ?? 0)) < 0.02));
  assert.ok(explainedShare(problem, found) > 0.999);
  assert.ok(explainedShare(problem, problem.start) < 0.01);
});

test("a large penalty holds the start, and a text that is not learned from changes nothing", () => {
  const held = makeRegression(1e6);
  assert.ok(fitTokenVectors(held).every((value) => Math.abs(value) < 1e-3));
  const problem = makeRegression(0.1);
  const half = { ...problem, rows: problem.rows.slice(0, 100), targets: problem.targets.slice(0, 300) };
  const other = {
    ...half,
    texts: { ...half.texts, ids: half.texts.ids.map((id, at) => (at < 400 ? id : 11 - id)) },
  };
  assert.deepEqual(fitTokenVectors(other), fitTokenVectors(half));
});
