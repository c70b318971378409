import assert from "node:assert/strict";
import { test } from "node:test";

import { renderLearningPage } from "./render-learning.ts";
import { meanRows, type SimulationRow } from "./run-simulations.ts";

function regret(source: string, name: string, mean: number): SimulationRow {
  const value = { mean, low: mean - 1, high: mean + 1 };
  return { simulation: "online", source, figure: `regret of ${name}`, value };
}

const own = [
  regret("one", "signalbox", -20),
  regret("one", "linucb", 10),
  regret("one", "thompson", 30),
  regret("two", "signalbox", 40),
  regret("two", "linucb", 20),
  regret("two", "thompson", 60),
];
const rows = [...own, ...meanRows(own)];
const render = (of: readonly SimulationRow[]): string =>
  renderLearningPage(of, { machine: "a machine", artefact: "first" });

test("the page names the mean, the worst source, and where a bandit is better", () => {
  const page = render(rows);
  assert.match(page, /regret after 5,000 feedbacks \| 10\.000 .* \| 40\.000 \(two\)/);
  assert.match(page, /Where a bandit has less regret: two\./);
});

test("a mean over some of the sources, as a part of a run brings it, is not taken for that over all", () => {
  const part = regret("mean of 1 sources", "signalbox", -20);
  const page = render([part, ...rows]);
  assert.match(page, /regret after 5,000 feedbacks \| 10\.000 /);
});

test("the page shows every source once, and figures that were not measured are left out", () => {
  const page = render(rows);
  assert.equal(page.split("\n").filter((line) => line.startsWith("| one |")).length, 3);
  assert.doesNotMatch(page, /poisoning key \|/);
});

test("a gain that is below nothing beyond chance is named", () => {
  const value = { mean: -0.02, low: -0.03, high: -0.01 };
  const row = {
    simulation: "custom router",
    source: "one",
    figure: "gain in utility, 25 rows",
    value,
  } as const;
  assert.match(
    render([row, ...meanRows([row])]),
    /beyond chance here:[^]*\| one \| gain in utility, 25 rows \| −0\.020/,
  );
});
