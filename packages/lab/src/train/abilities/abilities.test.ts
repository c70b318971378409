// Where models stand: the likelihood of their outcomes, the atlas of what is known of them, and links between scores.
import assert from "node:assert/strict";
import { test } from "node:test";
import { FIELDS } from "@signalbox/contracts";
import { conditionFactors, predictColumn } from "@signalbox/engine/internals";
import { drawNormal, logitOf, sigmoid, splitmix32 } from "@signalbox/engine/numerics";
import { makeDataset } from "../../data/made-dataset.suite.ts";
import { ANCHORS, anchorOutcomes } from "../anchors/anchors.ts";
import type { TrainingSet } from "../members/training-set.ts";
import { fitScoreLinks } from "../probes/fit-score-links.ts";
import { fitAtlas, placingColumns } from "./fit-atlas.ts";
import type { AtlasTable } from "./fit-atlas.ts";
import { collectOutcomes } from "./model-table.ts";
import { refitAbility } from "./refit-abilities.ts";
import type { AbilityProblem } from "./refit-abilities.ts";

/** Outcomes of a model with ability `truth` on prompts with random loadings. */
function makeProblem(count: number, truth: readonly number[], offset = 0): AbilityProblem {
  const random = splitmix32(count);
  const width = truth.length + 1;
  const loadings = Float32Array.from({ length: count * width }, () => drawNormal(random));
  const rows = Array.from({ length: count }, (_, row) => row);
  const scores = rows.map((row) => {
    const logit = truth.reduce(
      (sum, value, k) => sum + value * (loadings[row * width + k] ?? 0),
      (loadings[row * width + width - 1] ?? 0) + offset,
    );
    return Number(random() < sigmoid(logit));
  });
  return {
    loadings,
    loadingCount: width,
    rows,
    scores,
    weight: 1,
    priorMean: new Float32Array(width),
    priorDeviation: new Float32Array(width).fill(1),
  };
}

test("an ability is recovered from outcomes, and the more there are the narrower its spread", () => {
  const truth = [0.9, -0.6];
  const [few, many] = [60, 1_400].map((count) => refitAbility(makeProblem(count, truth)));
  assert.ok(few !== undefined && many !== undefined);
  truth.forEach((value, k) => {
    assert.ok(Math.abs((many.theta[k] ?? 0) - value) < 0.25, many.theta.join(" "));
    assert.ok((many.thetaSd[k] ?? 1) < 0.5 * (few.thetaSd[k] ?? 0));
  });
  assert.equal(many.theta[2], 1, "difficulty counts as it is");
});

test("without outcomes an ability is its prior", () => {
  const problem = { ...makeProblem(10, [1]), rows: [], scores: [], priorMean: Float32Array.of(0.4, 1) };
  const { theta, thetaSd } = refitAbility(problem);
  assert.ok(Math.abs((theta[0] ?? 0) - 0.4) < 1e-6);
  assert.ok(Math.abs((thetaSd[0] ?? 0) - 1) < 1e-6);
});

test("a tight prior holds the ability, a loose one lets outcomes move it", () => {
  const problem = makeProblem(300, [1.2]);
  const at = (deviation: number): number =>
    refitAbility({ ...problem, priorDeviation: Float32Array.of(deviation, 1) }).theta[0] ?? 0;
  assert.ok(at(0.01) < 0.1);
  assert.ok(at(2) > 0.8);
});

test("a source that grades strictly bends its own offset and not the ability", () => {
  const strict = makeProblem(1_200, [0.8], -1.5);
  const plain = refitAbility(strict);
  const offsets = {
    sourceOf: new Int32Array(1_200),
    mean: [0],
    deviation: [2],
  };
  const fitted = refitAbility({ ...strict, offsets });
  assert.ok(Math.abs((fitted.offsets[0] ?? 0) + 1.5) < 0.3, `offset ${fitted.offsets[0]}`);
  assert.ok(Math.abs((fitted.theta[0] ?? 0) - 0.8) < 0.25, `ability ${fitted.theta[0]}`);
  assert.equal(plain.offsets.length, 0);
});

test("outcomes beyond the limit are thinned evenly and count for those left out", () => {
  const truth = [0.7];
  const [fit, whole] = [refitAbility(makeProblem(6_000, truth)), refitAbility(makeProblem(1_500, truth))];
  assert.ok(Math.abs((fit.theta[0] ?? 0) - 0.7) < 0.2);
  assert.ok((fit.thetaSd[0] ?? 1) < 0.7 * (whole.thetaSd[0] ?? 0));
});

/** Rows of one factor over four columns with known weights; some values are missing. */
function makeTable(missing: number): AtlasTable {
  const random = splitmix32(3);
  const weights = [1, 0.8, -0.6, 0.5];
  const rows = 200;
  const values = new Float64Array(rows * 4);
  for (let row = 0; row < rows; row += 1) {
    const factor = drawNormal(random);
    weights.forEach((weight, column) => {
      const value = 2 + weight * factor + 0.2 * drawNormal(random);
      values[row * 4 + column] = random() < missing ? Number.NaN : value;
    });
  }
  return { rows, columns: 4, values, isSilent: new Uint8Array(4) };
}
const SETTINGS = { factorSize: 1, iterations: 40, noiseShare: 0.02, weightPrior: 1 };

test("a hidden column is predicted from the others by the factor they share, gaps included", () => {
  for (const missing of [0, 0.3]) {
    const atlas = fitAtlas(makeTable(missing), SETTINGS);
    const high = predictColumn(atlas, conditionFactors(atlas, [0, 1], [3.5, 3.2]), 2);
    const low = predictColumn(atlas, conditionFactors(atlas, [0, 1], [0.5, 0.8]), 2);
    assert.ok(Math.abs(high.mean - 1.1) < 0.25, `${high.mean}`);
    assert.ok(Math.abs(low.mean - 2.9) < 0.25, `${low.mean}`);
    const blind = predictColumn(atlas, conditionFactors(atlas, [], []), 2);
    assert.ok(high.variance < blind.variance);
    assert.ok(Math.abs(blind.mean - 2) < 0.15);
  }
});

test("the same table gives the same atlas", () => {
  assert.deepEqual(fitAtlas(makeTable(0.2), SETTINGS), fitAtlas(makeTable(0.2), SETTINGS));
});

test("a silent column is explained and places nobody; unknown values place nobody either", () => {
  const table: AtlasTable = {
    rows: 1,
    columns: 3,
    values: Float64Array.of(5, Number.NaN, 7),
    isSilent: Uint8Array.of(1, 0, 0),
  };
  assert.deepEqual(placingColumns(table, 0), { columns: [2], values: [7] });
});

test("a column of which nothing is known keeps its start and spoils no other", () => {
  const table = makeTable(0);
  const values = table.values.map((value, at) => (at % 4 === 3 ? Number.NaN : value));
  const atlas = fitAtlas({ ...table, values }, SETTINGS);
  assert.ok([...atlas.mean, ...atlas.noise, ...atlas.weights].every((value) => Number.isFinite(value)));
  assert.equal(atlas.weights[3], 0);
});

test("links equate benchmarks: a general factor made the scores, and its slopes are found", () => {
  const random = splitmix32(5);
  const models = Array.from({ length: 80 }, () => {
    const general = drawNormal(random);
    const scoreOf = (offset: number, slope: number): number =>
      sigmoid(offset + slope * general + 0.1 * drawNormal(random));
    return { scores: { easy: scoreOf(1.5, 0.5), hard: scoreOf(-1, 1.5) } };
  });
  const { benchmarks, columns } = fitScoreLinks(models);
  assert.deepEqual(benchmarks, ["easy", "hard"]);
  const [easyOffset = 0, easySlope = 0, , hardOffset = 0, hardSlope = 0, noise = 1] = columns;
  assert.ok(Math.abs(hardSlope / easySlope - 3) < 0.6, `${easySlope} ${hardSlope}`);
  assert.ok(easyOffset > 1 && hardOffset < -0.5);
  assert.ok(noise > 0 && noise < 0.3);
});

test("a benchmark that few models report has no link, and a perfect score stays finite", () => {
  const models = Array.from({ length: 20 }, (_, model) => ({
    scores: { common: model / 19, ...(model < 5 && { rare: 0.5 }) },
  }));
  const { benchmarks, columns } = fitScoreLinks(models);
  assert.deepEqual(benchmarks, ["common"]);
  assert.ok([...columns].every((value) => Number.isFinite(value)));
});

test("only training outcomes speak for a model; those of other splits are never touched", () => {
  const prompt = (split: string, scores: readonly (number | null)[]) => ({
    text: `${split} prompt`,
    split,
    scores,
  });
  const dataset = makeDataset({
    sources: [
      {
        name: "s",
        models: ["a", "a-high"],
        prompts: [
          prompt("train", [1, 0.5]),
          prompt("dev", [0, 0]),
          prompt("test", [0, 0]),
          prompt("never", [0, 0]),
        ],
      },
    ],
    hasSplits: true,
  });
  const features = { count: 5 };
  const outcomes = {
    offsets: Int32Array.of(0, 2, 4, 6, 8, 9),
    model: Int32Array.of(0, 1, 0, 1, 0, 1, 0, 1, 1),
    score: Float32Array.of(1, 0.5, 0, 0, 0, 0, 0, 0, 0.75),
  };
  const set = { canonicalOf: Int32Array.of(0, 0), features, outcomes } as unknown as TrainingSet;
  const split = dataset.splits?.benchmark ?? new Uint8Array(4);
  const [found] = collectOutcomes(dataset, split, set, { ids: ["a"], isServed: [true] });
  assert.deepEqual([...(found?.rows ?? [])], [0, 0]);
  assert.deepEqual([...(found?.scores ?? [])], [1, 0.5]);
  assert.deepEqual(found?.sources, ["s"]);
  assert.deepEqual([...(found?.anchors.rows ?? [])], [4]);
  assert.deepEqual([...(found?.anchors.scores ?? [])], [0.75]);
});

test("anchors are prompts of known fields with a chance between 0 and 1 or a benchmark, each text once", () => {
  const texts = new Set(ANCHORS.map(({ text }) => text));
  assert.ok(texts.size > 0.95 * ANCHORS.length, `${texts.size} of ${ANCHORS.length}`);
  for (const { label, outputTokens, text } of ANCHORS) {
    assert.ok(outputTokens > 0 && text.trim() !== "" && !text.includes("{}"));
    if (label.kind === "chance") assert.ok(label.chance > 0 && label.chance <= 1);
    else assert.match(label.benchmark, /^[a-z0-9_]+$/);
  }
  assert.ok(ANCHORS.every(({ field }) => FIELDS.some((known) => known === field)));
});

test("an anchor's chance goes to models that people call, its benchmark to models with that score", () => {
  const identities = [
    { id: "base:x", isServed: false },
    { id: "a", isServed: true },
    { id: "b", isServed: true },
  ];
  const anchors = [
    { text: "t", field: "chat" as const, outputTokens: 5, label: { kind: "chance" as const, chance: 0.9 } },
    {
      text: "u",
      field: "chat" as const,
      outputTokens: 5,
      label: { kind: "score" as const, benchmark: "gpqa" },
    },
  ];
  const [assumed, scored] = anchorOutcomes(anchors, identities, (id) => (id === "b" ? { gpqa: 0.4 } : {}));
  assert.deepEqual(new Set(assumed?.map(({ model }) => model)), new Set([1, 2]));
  assert.ok(assumed?.every(({ score }) => score === 0.9));
  assert.deepEqual(scored, [{ model: 2, score: 0.4 }]);
});

test("a score on the logit scale is monotone, and certain scores stay finite", () => {
  assert.ok(logitOf(0.2) < logitOf(0.8));
  assert.ok(Number.isFinite(logitOf(0)) && Number.isFinite(logitOf(1)));
});
