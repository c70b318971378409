import assert from "node:assert/strict";
import { test } from "node:test";
import { HEADS } from "@signalbox/engine/internals";
import { fitTaskHeads } from "./fit-task-heads.ts";
import { COLUMNS, predictTask } from "./task-net.ts";
import type { TaskNet } from "./task-net.ts";
import type { SparseRows, TaskRows } from "./task-rows.ts";

const FEATURES = { hashAt: 6, matterConcepts: { from: 4, to: 6 }, matterWordsAt: 6 };
const FEATURE_COUNT = 6;
/** Heads that the rows below name. */
const [TITLE, PROOF, EASY, HARD] = [HEADS.operation, HEADS.operation + 1, HEADS.tier, HEADS.tier + 4];

function sparse(rows: readonly (readonly (readonly [id: number, value: number])[])[]): SparseRows {
  const offsets = new Int32Array(rows.length + 1);
  rows.forEach((row, index) => void (offsets[index + 1] = offsets[index]! + row.length));
  const all = rows.flat();
  const ids = Int32Array.from(all, ([id]) => id);
  return { count: rows.length, offsets, ids, values: Float32Array.from(all, ([, value]) => value) };
}

interface Made {
  readonly ids: readonly number[];
  readonly heads: readonly number[];
  readonly logTokens?: number;
}

/** Each row fifty times, the first feature always there. */
function rowsOf(made: readonly Made[], apart = sparse([])): TaskRows {
  const rows = Array.from({ length: 50 }, () => made).flat();
  const targets = new Float32Array(rows.length * HEADS.count);
  rows.forEach(({ heads, logTokens = 0 }, row) => {
    for (const head of heads) targets[row * HEADS.count + head] = 1;
    targets[row * HEADS.count + HEADS.tokens] = logTokens;
  });
  const all = rows.map(({ ids }) => [0, ...ids].map((id) => [id, 1] as const));
  return { ...sparse(all), featureCount: FEATURE_COUNT, targets, apart };
}

function predict(net: TaskNet, ids: readonly number[]): Float64Array {
  const out = new Float64Array(HEADS.count);
  predictTask(sparse([[0, ...ids].map((id) => [id, 1] as const)]), 0, net, out);
  return out;
}

const TWO = [
  { ids: [1], heads: [TITLE, EASY], logTokens: 1 },
  { ids: [2], heads: [PROOF, HARD], logTokens: 6 },
];

test("what goes with a label tells it, and how long the answer is", () => {
  const net = fitTaskHeads(rowsOf(TWO), { features: FEATURES });
  const [title, proof] = [predict(net, [1]), predict(net, [2])];
  assert.ok(title[TITLE]! > 0.7 && proof[PROOF]! > 0.7, `${title[TITLE]} ${proof[PROOF]}`);
  assert.ok(title[EASY]! > 0.7 && proof[HARD]! > 0.7, `${title[EASY]} ${proof[HARD]}`);
  assert.ok(proof[HEADS.tokens]! > title[HEADS.tokens]! + 2, `${title[HEADS.tokens]} ${proof[HEADS.tokens]}`);
});

test("the same rows give the same weights", () => {
  const fit = () => fitTaskHeads(rowsOf(TWO), { features: FEATURES });
  assert.deepEqual(fit(), fit());
});

test("a row that names no tier teaches neither tiers nor lengths", () => {
  const { weights } = fitTaskHeads(
    rowsOf(TWO.map(({ ids, heads: [operation] }) => ({ ids, heads: [operation!] }))),
    {
      features: FEATURES,
    },
  );
  const taught = Array.from({ length: FEATURE_COUNT }, (_, feature) =>
    weights.subarray(feature * COLUMNS + HEADS.tier, feature * COLUMNS + HEADS.count),
  );
  assert.ok(taught.every((heads) => heads.every((weight) => weight === 0)));
});

test("what stands in a carried text says next to nothing of the operation, and as much of the tier as other words", () => {
  const both = TWO.map(({ ids: [id], ...rest }) => ({ ids: [id! + 3], ...rest }));
  const [typed, carried] = [TWO, both].map((made) => fitTaskHeads(rowsOf(made), { features: FEATURES }));
  assert.ok(predict(carried!, [4])[TITLE]! < predict(typed!, [1])[TITLE]! - 0.1);
  assert.ok(predict(carried!, [4])[EASY]! > 0.7);
});

test("two wordings of one request are drawn together", () => {
  const gap = (apart: SparseRows): number => {
    const net = fitTaskHeads(rowsOf(TWO, apart), { features: FEATURES });
    return predict(net, [1])[TITLE]! - predict(net, [2])[TITLE]!;
  };
  const alike = sparse(
    Array.from({ length: 400 }, () => [
      [1, 1],
      [2, -1],
    ]),
  );
  assert.ok(gap(alike) < gap(sparse([])) - 0.05, `${gap(alike)} ${gap(sparse([]))}`);
});
