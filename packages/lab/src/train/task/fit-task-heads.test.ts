import assert from "node:assert/strict";
import { test } from "node:test";
import { COLUMNS, HEADS, SCORES_AT } from "@signalbox/engine/internals";
import { fitTaskHeads } from "./fit-task-heads.ts";
import { predictTask } from "./task-net.ts";
import type { TaskNet } from "./task-net.ts";
import type { SparseRows, TaskRows } from "./task-rows.ts";

const FEATURES = { hashAt: 6, matterConcepts: { from: 4, to: 6 }, matterWordsAt: 6 };
const FEATURE_COUNT = 6;
/** Heads that the rows below name. */
const [TITLE, PROOF, EASY, HARD] = [HEADS.operation, HEADS.operation + 1, HEADS.tier, HEADS.tier + 4];

/** Each row is its segments: the whole, then the parts of its turn. */
function sparse(rows: readonly (readonly (readonly number[])[])[]): SparseRows {
  const starts = new Int32Array(rows.length + 1);
  rows.forEach((row, index) => void (starts[index + 1] = starts[index]! + row.length));
  const segments = rows.flat();
  const offsets = new Int32Array(segments.length + 1);
  segments.forEach((ids, index) => void (offsets[index + 1] = offsets[index]! + ids.length));
  const ids = Int32Array.from(segments.flat());
  const units = new Int32Array(segments.length).fill(40);
  return {
    count: rows.length,
    starts,
    offsets,
    units,
    askedAt: FEATURE_COUNT,
    ids,
    values: new Float32Array(ids.length).fill(1),
  };
}

interface Made {
  readonly ids: readonly number[];
  readonly parts?: readonly (readonly number[])[];
  readonly heads: readonly number[];
  readonly logTokens?: number;
  readonly group?: number;
  /** Marks of the parts: 1 where one asks, -1 where it does not. */
  readonly asks?: readonly number[];
}

/** Each row fifty times, the first feature always there. */
function rowsOf(made: readonly Made[]): TaskRows {
  const rows = Array.from({ length: 50 }, () => made).flat();
  const targets = new Float32Array(rows.length * HEADS.count);
  rows.forEach(({ heads, logTokens = 0 }, row) => {
    for (const head of heads) targets[row * HEADS.count + head] = 1;
    targets[row * HEADS.count + HEADS.tokens] = logTokens;
  });
  const all = rows.map(({ ids, parts = [] }): (readonly number[])[] => {
    const whole: (readonly number[])[] = [[0].concat(ids)];
    return whole.concat(parts);
  });
  const groups = Int32Array.from(rows, ({ group = -1 }) => group);
  const asks = Int8Array.from(
    rows.flatMap(({ parts = [], asks: known }) => [0].concat(known ?? parts.map(() => 0))),
  );
  return { ...sparse(all), featureCount: FEATURE_COUNT, targets, groups, asks };
}

function predict(
  net: TaskNet,
  ids: readonly number[],
  parts: readonly (readonly number[])[] = [],
): Float64Array {
  const out = new Float64Array(HEADS.count);
  predictTask(sparse([[[0, ...ids], ...parts]]), 0, net, out);
  return out;
}

const TWO = [
  { ids: [1], heads: [TITLE, EASY], logTokens: 1 },
  { ids: [2], heads: [PROOF, HARD], logTokens: 6 },
];

test("what goes with a label tells it, and how long the answer is", () => {
  const net = fitTaskHeads([rowsOf(TWO)], { features: FEATURES });
  const [title, proof] = [predict(net, [1]), predict(net, [2])];
  assert.ok(title[TITLE]! > 0.7 && proof[PROOF]! > 0.7, `${title[TITLE]} ${proof[PROOF]}`);
  assert.ok(title[EASY]! > 0.7 && proof[HARD]! > 0.7, `${title[EASY]} ${proof[HARD]}`);
  assert.ok(proof[HEADS.tokens]! > title[HEADS.tokens]! + 2, `${title[HEADS.tokens]} ${proof[HEADS.tokens]}`);
});

test("the same rows give the same weights", () => {
  const fit = () => fitTaskHeads([rowsOf(TWO)], { features: FEATURES });
  assert.deepEqual(fit(), fit());
});

test("every edition of the rows is learned from, one an epoch", () => {
  const [first, second] = TWO.map((made) => rowsOf([made]));
  const net = fitTaskHeads([first!, second!], { features: FEATURES });
  const [title, proof] = [predict(net, [1]), predict(net, [2])];
  assert.ok(title[TITLE]! > proof[TITLE]! + 0.2, `${title[TITLE]} ${proof[TITLE]}`);
});

test("a row that names no tier teaches neither tiers nor lengths", () => {
  const { weights } = fitTaskHeads(
    [rowsOf(TWO.map(({ ids, heads: [operation] }) => ({ ids, heads: [operation!] })))],
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
  const [typed, carried] = [TWO, both].map((made) => fitTaskHeads([rowsOf(made)], { features: FEATURES }));
  assert.ok(predict(carried!, [4])[TITLE]! < predict(typed!, [1])[TITLE]! - 0.1);
  assert.ok(predict(carried!, [4])[EASY]! > 0.7);
});

test("two wordings of one request are drawn together", () => {
  const gap = (group: number): number => {
    const net = fitTaskHeads([rowsOf(TWO.map((made) => Object.assign({ group }, made)))], {
      features: FEATURES,
    });
    return predict(net, [1])[TITLE]! - predict(net, [2])[TITLE]!;
  };
  assert.ok(gap(0) < gap(-1) - 0.02, `${gap(0)} ${gap(-1)}`);
});

/** Feature 3 is in the parts that ask for nothing: it is what small talk looks like. */
const AMONG_TALK: readonly Made[] = [
  { ids: [], parts: [[1], [3]], heads: [TITLE, EASY], logTokens: 1 },
  { ids: [], parts: [[3], [2]], heads: [PROOF, HARD], logTokens: 6 },
  { ids: [], parts: [[3], [1], [3]], heads: [TITLE, EASY], logTokens: 1 },
  { ids: [], parts: [[2], [3], [3]], heads: [PROOF, HARD], logTokens: 6 },
];

const markAsks = (parts: Made["parts"] = []): number[] => parts.map(([id]) => (id === 3 ? -1 : 1));

test("what asks is read alike alone and among many parts that ask for nothing", () => {
  const known = AMONG_TALK.map((made) => Object.assign({ asks: markAsks(made.parts) }, made));
  const net = fitTaskHeads([rowsOf(known)], { features: FEATURES });
  const alone = predict(net, [], [[2]]);
  const among = predict(net, [], [[3], [3], [2], [3], [3], [3]]);
  assert.ok(
    alone[PROOF]! > 0.7 && Math.abs(alone[PROOF]! - among[PROOF]!) < 0.15,
    `${alone[PROOF]} ${among[PROOF]}`,
  );
});

test("knowing which parts ask makes the others count less", () => {
  const shareOf = (isKnown: boolean): number => {
    const known = AMONG_TALK.map((one) => Object.assign({ asks: markAsks(one.parts) }, one));
    const made = isKnown ? known : AMONG_TALK;
    const { weights } = fitTaskHeads([rowsOf(made)], { features: FEATURES });
    return weights[2 * COLUMNS + SCORES_AT]! - weights[3 * COLUMNS + SCORES_AT]!;
  };
  assert.ok(shareOf(true) > shareOf(false) + 0.2, `${shareOf(true)} ${shareOf(false)}`);
});
