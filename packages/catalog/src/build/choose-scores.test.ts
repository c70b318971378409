import assert from "node:assert/strict";
import { test } from "node:test";
import { chooseScores } from "./choose-scores.ts";
import type { RawScore } from "./read-inputs.ts";

const row = (members: Partial<RawScore>): RawScore => ({
  model: "v/m",
  benchmark: "gpqa_diamond",
  score: 0.5,
  setting: "",
  date: "2026-01-01",
  source: "openai/simple-evals",
  reliability: "official",
  ...members,
});
const chosen = (rows: readonly RawScore[], isReasoningByDefault = false) =>
  chooseScores(rows, { isReasoningByDefault }).map(([, score]) => score);

test("rows are chosen, never averaged: one row whole for each benchmark", () => {
  assert.deepEqual(chosen([row({ score: 0.4, reliability: "self-reported" }), row({ score: 0.6 })]), [0.6]);
});

test("the mode that a plain call uses is taken before the better-looking one", () => {
  const rows = [row({ score: 0.9, setting: "Reasoning" }), row({ score: 0.7, setting: "Non-reasoning" })];
  assert.deepEqual(chosen(rows, false), [0.7]);
  assert.deepEqual(chosen(rows, true), [0.9]);
  const budgets = [
    row({ score: 0.95, setting: "Epoch run; m-20250929_32K" }),
    row({ score: 0.6, setting: "Epoch run; m-20250929" }),
  ];
  assert.deepEqual(chosen(budgets, false), [0.6]);
});

test("medium effort stands before high and low", () => {
  const rows = ["low", "high", "medium"].map((setting, index) => row({ setting, score: index / 10 }));
  assert.deepEqual(chosen(rows, true), [0.2]);
});

test("votes, tools and several attempts are left out, and so are sources without a licence", () => {
  for (const setting of ["Cons@64", "with tools", "pass@8", "majority vote", "parallel compute"])
    assert.deepEqual(chosen([row({ setting })]), [], setting);
  assert.deepEqual(chosen([row({ source: "lmarena/arena-catalog:x" })]), []);
});

test("dates become ISO days and settings keep what tells runs apart", () => {
  const [score] = chooseScores([row({ date: "9 May 2025 1:26pm", setting: "0-shot CoT" })], {
    isReasoningByDefault: false,
  });
  assert.deepEqual(score, [
    "gpqa_diamond",
    0.5,
    "official",
    "openai/simple-evals",
    "0-shot CoT",
    "2025-05-09",
  ]);
});
