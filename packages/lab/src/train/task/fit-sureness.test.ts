import assert from "node:assert/strict";
import { test } from "node:test";
import { OPERATIONS } from "@signalbox/contracts";
import { COLUMNS, HEADS, HIDDEN_UNITS, KNOWN_LENGTHS, TIERS, logTokensOf } from "@signalbox/engine/internals";
import { splitmix32 } from "@signalbox/engine/numerics";
import { predictTask, type TaskNet } from "./task-net.ts";
import { fitSureness, tierOfLengthOf, tierOfOperationOf, fitTokenLine } from "./fit-sureness.ts";
import type { TaskRows } from "./task-rows.ts";

/** Rows whose one feature is a constant, each of an operation and a tier, with a length. */
function rowsOf(list: readonly (readonly [operation: number, tier: number, logTokens: number])[]): TaskRows {
  const targets = new Float32Array(list.length * HEADS.count);
  for (const [row, [operation, tier, logTokens]] of list.entries()) {
    const at = row * HEADS.count;
    targets[at + HEADS.operation + operation] = 1;
    targets[at + HEADS.field] = 1;
    targets[at + HEADS.tier + tier] = 1;
    targets[at + HEADS.tokens] = logTokens;
  }
  return {
    featureCount: 1,
    count: list.length,
    starts: Int32Array.from({ length: list.length + 1 }, (_, row) => row),
    offsets: Int32Array.from({ length: list.length + 1 }, (_, row) => row),
    units: new Int32Array(list.length),
    askedAt: 1,
    ids: new Int32Array(list.length),
    values: new Float32Array(list.length).fill(1),
    targets,
    groups: new Int32Array(list.length).fill(-1),
    asks: new Int8Array(list.length),
  };
}

const weightsOf = (set: (weights: Float32Array) => void = () => undefined): TaskNet => {
  const weights = new Float32Array(COLUMNS);
  set(weights);
  return {
    weights,
    output: new Float32Array(HIDDEN_UNITS * HEADS.count),
  };
};

const tiersOf = (table: Float32Array, operation: number): number[] => [
  ...table.subarray(operation * TIERS.length, (operation + 1) * TIERS.length),
];

test("heads without weights find every operation, field and tier equally likely", () => {
  const out = new Float64Array(HEADS.count);
  predictTask(rowsOf([[0, 0, 3]]), 0, weightsOf(), out);
  const sum = (from: number, to: number): number =>
    out.slice(from, to).reduce((total, share) => total + share, 0);
  assert.ok(Math.abs(sum(HEADS.operation, HEADS.field) - 1) < 1e-9);
  assert.ok(Math.abs(sum(HEADS.field, HEADS.tier) - 1) < 1e-9);
  assert.ok(Math.abs((out[HEADS.tier] ?? 0) - 1 / TIERS.length) < 1e-9);
});

test("an operation that needs strong models raises their tiers, and one that nobody saw raises none", () => {
  const list = [
    ...Array.from({ length: 40 }, () => [0, 0, 3] as const),
    ...Array.from({ length: 40 }, () => [1, TIERS.length - 1, 6] as const),
  ];
  const table = tierOfOperationOf(rowsOf(list));
  assert.equal(table.length, OPERATIONS.length * TIERS.length);
  const [easy, hard] = [tiersOf(table, 0), tiersOf(table, 1)];
  assert.ok((easy[0] ?? 0) > 0 && (easy.at(-1) ?? 0) < 0);
  assert.ok((hard[0] ?? 0) < 0 && (hard.at(-1) ?? 0) > 0);
  // For an operation that nobody saw every tier is equally likely, so only the base rates are taken off.
  for (const [tier, value] of tiersOf(table, 2).entries()) {
    const seen = tier === 0 || tier === TIERS.length - 1 ? 40 : 0;
    const expected = Math.log(1 / TIERS.length) - Math.log((seen + 1 / TIERS.length) / 81);
    assert.ok(Math.abs(value - expected) < 1e-5, `tier ${tier}: ${value}, not ${expected}`);
  }
  assert.ok(table.every(Number.isFinite));
});

test("heads that are too sure are cooled, and heads that are right stay as they are", () => {
  const random = splitmix32(3);
  const list = Array.from({ length: 400 }, () => [0, Math.floor(random() * TIERS.length), 3] as const);
  const rows = rowsOf(list);
  const table = new Float32Array(OPERATIONS.length * TIERS.length);
  const sure = weightsOf((weights) => {
    weights[HEADS.tier] = 3;
  });
  assert.equal(fitSureness(rows, sure, table).temperature, 2.5);
  const certain = rowsOf(list.map(([operation]) => [operation, 0, 3] as const));
  assert.equal(fitSureness(certain, sure, table).temperature, 0.85);
});

test("what an operation usually needs gets weight only where it helps", () => {
  const list = Array.from({ length: 80 }, (_, row) =>
    row % 2 === 0 ? ([0, 0, 3] as const) : ([1, 4, 3] as const),
  );
  const rows = rowsOf(list);
  const helpless = new Float32Array(OPERATIONS.length * TIERS.length);
  // The list of weights begins at zero, and of equal losses the first one stays.
  assert.ok(fitSureness(rows, weightsOf(), helpless).operationWeights.every((weight) => weight === 0));
});

test("an operation that tells its tier by itself gets a weight of its own, and the others keep theirs", () => {
  const random = splitmix32(5);
  const list = Array.from({ length: 600 }, (_, row) =>
    row % 3 === 0 ? ([0, 0, 3] as const) : ([1, Math.floor(random() * TIERS.length), 3] as const),
  );
  const rows = rowsOf(list);
  // All are read as the first operation, whose tier is always the lowest: true of its own requests alone.
  const weights = weightsOf((each) => {
    each[HEADS.operation] = 8;
  });
  const [own = 0, other = 0] = fitSureness(rows, weights, tierOfOperationOf(rows)).operationWeights;
  assert.ok(own > other, `${own} ${other}`);
});

test("the scatter of lengths is each operation's own where many were seen, and that of all where few were", () => {
  const random = splitmix32(9);
  const list = [
    ...Array.from({ length: 400 }, () => [0, 0, 3 + (random() < 0.5 ? -0.1 : 0.1)] as const),
    ...Array.from({ length: 400 }, () => [1, 0, 3 + (random() < 0.5 ? -1 : 1)] as const),
  ];
  const weights = weightsOf((each) => {
    each[HEADS.tokens] = 3;
  });
  const { tokenSd } = fitSureness(rowsOf(list), weights, new Float32Array(OPERATIONS.length * TIERS.length));
  const [steady = 0, loose = 0, unseen = 0] = tokenSd;
  assert.ok(steady < 0.3 && loose > 0.9, `${steady} ${loose}`);
  assert.ok(Math.abs(unseen - Math.sqrt((0.01 + 1) / 2)) < 0.02, String(unseen));
});

test("a length whose answers are mostly of one class speaks for it, one that nobody met for none", () => {
  const label = (tier: number, tokens: [number, number]) => ({
    labels: [{ id: "en-0001", op: "translate", field: "everyday", tier, tokens } as const],
    needShare: 1,
  });
  const short = Array.from({ length: 40 }, () => label(1, [2, 8]));
  const long = Array.from({ length: 40 }, () => label(3, [800, 1_100]));
  const says = tierOfLengthOf([...short, ...long]);
  const row = (length: number): number[] => {
    const from = (OPERATIONS.indexOf("translate") * KNOWN_LENGTHS.length + length) * TIERS.length;
    return [...says.subarray(from, from + TIERS.length)];
  };
  assert.ok(row(0)[0]! > 0.1 && row(0)[2]! < -0.1, String(row(0)));
  assert.ok(row(6)[2]! > 0.1 && row(6)[0]! < -0.1, String(row(6)));
  for (const value of row(3)) assert.ok(Math.abs(value) < 1e-6);
});

// Lengths that a fit drew together are spread out again, by operation.

const COUNT = 400;
const random = splitmix32(7);
const targets = new Float32Array(COUNT * HEADS.count);
const predicted = new Float64Array(COUNT * HEADS.count);
for (let row = 0; row < COUNT; row += 1) {
  const at = row * HEADS.count;
  const operation = row % 2;
  const length = operation === 0 ? 1 + random() : 4 + 3 * random();
  predicted[at + HEADS.operation + operation] = 1;
  predicted[at + HEADS.tokens] = 2.5 + 0.4 * length;
  targets[at + HEADS.tokens] = length;
}
const rows = {
  featureCount: 0,
  count: COUNT,
  starts: new Int32Array(COUNT + 1),
  offsets: new Int32Array(1),
  units: new Int32Array(0),
  askedAt: 0,
  ids: new Int32Array(0),
  values: new Float32Array(0),
  targets,
  groups: new Int32Array(COUNT).fill(-1),
  asks: new Int8Array(0),
};

test("lengths that were drawn together are spread out again", () => {
  const line = fitTokenLine(rows, predicted);
  assert.equal(line.length, OPERATIONS.length + 1);
  const missOf = (says: (row: Float64Array) => number): number => {
    let sum = 0;
    for (let at = 0; at < predicted.length; at += HEADS.count)
      sum += Math.abs(says(predicted.subarray(at, at + HEADS.count)) - targets[at + HEADS.tokens]!);
    return sum / COUNT;
  };
  const before = missOf((row) => row[HEADS.tokens]!);
  const after = missOf((row) => logTokensOf(row, line));
  assert.ok(after < before / 4, `${before} ${after}`);
});

test("without a request the head's word stands", () => {
  const line = fitTokenLine({ ...rows, count: 0 }, predicted);
  const says = logTokensOf(predicted.subarray(0, HEADS.count), line);
  assert.ok(Math.abs(says - predicted[HEADS.tokens]!) < 1e-6);
});
