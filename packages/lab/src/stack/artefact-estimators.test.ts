import assert from "node:assert/strict";
import { join } from "node:path";
import { test } from "node:test";
import { runEstimatorSuite } from "../baselines/estimator.suite.ts";
import { openArtefactView } from "./artefact-view.ts";
import { createServedEstimator, createStackEstimator } from "./stack-estimator.ts";

const view = await openArtefactView(join(import.meta.dirname, "../../../../artefacts/release"));

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

test("a foreign source is answered by the artefact alone", () => {
  const prompts = {
    count: 1,
    text: ["Prove that there are infinitely many primes."],
    features: Float32Array.of(1),
    dim: 1,
    task: Int32Array.of(0),
  };
  const models = [{ name: "gpt-4o", canonical: "gpt-4o", source: "none", meanCostUsd: Number.NaN }];
  const data = { prompts, models, scores: Float32Array.of(0), isForeign: true };
  const [stacked] = createStackEstimator(view).fit(data).predict(prompts);
  const [served] = createServedEstimator(view).fit(data).predict(prompts);
  // As served, doubt about the ability brings the chance a little nearer to one half.
  assert.ok(Math.abs(stacked! - served!) < 0.05 && Math.abs(served! - 0.5) <= Math.abs(stacked! - 0.5));
});
