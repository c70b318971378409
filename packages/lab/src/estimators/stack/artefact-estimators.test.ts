import assert from "node:assert/strict";
import { join } from "node:path";
import { test } from "node:test";
import { makeData, makePrompts, runEstimatorSuite } from "../contract/estimator.suite.ts";
import { openArtefactView } from "./artefact-view.ts";
import { createServedEstimator, createStackEstimator } from "./stack-estimator.ts";
import { floatAt } from "../../arrays/value-at.ts";

const view = await openArtefactView(join(import.meta.dirname, "../../../../../artefacts/release"));

runEstimatorSuite(createStackEstimator(view));
runEstimatorSuite(createServedEstimator(view));

test("the less may be known of a model, the wider its spread", () => {
  const name = { source: "none", name: "gpt-4o-mini", canonical: "gpt-4o-mini" };
  assert.ok(view.hasOutcomes(name) && view.hasScores(name));
  const prompts = ["Prove that there are infinitely many primes.", "Who wrote Faust?", "Implement a B-tree."];
  const spreadOf = (knowledge: "outcomes" | "scores" | "nothing"): number =>
    prompts
      .flatMap((prompt) => view.model.estimateSuccess(view.encode(prompt), [view.abilityOf(name, knowledge)]))
      .reduce((sum, { success, spread }) => sum + spread / (success * (1 - success)), 0);
  assert.ok(spreadOf("outcomes") < spreadOf("scores"));
  assert.ok(spreadOf("scores") < spreadOf("nothing"));
});

test("a foreign source with few rows of other sources is answered by the artefact alone", () => {
  const prompts = {
    count: 1,
    text: ["Prove that there are infinitely many primes."],
    features: Float32Array.of(1),
    dim: 1,
    task: Int32Array.of(0),
  };
  const models = [{ name: "gpt-4o", canonical: "gpt-4o", source: "none", meanCostUsd: Number.NaN }];
  const predictAfter = (score: number): Float32Array =>
    createStackEstimator(view)
      .fit({ prompts, models, scores: Float32Array.of(score), isForeign: true })
      .predict(prompts);
  const [afterFailure] = predictAfter(0);
  const [afterSuccess] = predictAfter(1);
  assert.ok(afterFailure !== undefined && afterFailure > 0 && afterFailure < 1);
  assert.equal(afterSuccess, afterFailure);
});

test("with enough rows of other sources a process stands beside the abilities, and no refit moves either", () => {
  const data = { ...makeData(120, 2, (features) => (floatAt(features, 0) > 0 ? 1 : 0)), isForeign: true };
  const unseen = makePrompts(30, 5);
  const stacked = createStackEstimator(view).fit(data);
  const alone = createStackEstimator(view).fit({
    ...data,
    prompts: makePrompts(1, 1),
    scores: Float32Array.of(1, 0),
  });
  const [first, abilities] = [stacked.predict(unseen), alone.predict(unseen)];
  const gapOf = (predicted: Float32Array): number => {
    let [easy, hard] = [0, 0];
    for (let i = 0; i < unseen.count; i += 1)
      if (floatAt(unseen.features, i * unseen.dim) > 0) easy += floatAt(predicted, 2 * i) / unseen.count;
      else hard += floatAt(predicted, 2 * i) / unseen.count;
    return easy - hard;
  };
  assert.ok(gapOf(first) > gapOf(abilities), `${gapOf(first)} ${gapOf(abilities)}`);
  assert.deepEqual(stacked.refit!(makeData(120, 2, () => 1)).predict(unseen), first);
});

test("the surface of a text is read apart from what it is about", () => {
  const [short, long] = ["Why?", "Why? ".repeat(200)].map((text) => view.surfaceOf([text]).features);
  assert.equal(view.surfaceOf(["Why?"]).dim, 36);
  assert.ok(short!.some((value, i) => Math.abs(value - long![i]!) > 0.5));
});
