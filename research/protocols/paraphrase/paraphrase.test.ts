// The pick that stays when the words change: the margin of a tie, and the protocol on a made folder.
import assert from "node:assert/strict";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import fc from "fast-check";
import { evaluate } from "../../../packages/lab/src/protocols/evaluate.ts";
import { PARAPHRASE, pickWithMargin } from "./paraphrase-protocol.ts";
import { runServedSection } from "./served-picks.ts";

test("the best is picked, and within a hundredth of it the cheapest", () => {
  assert.equal(pickWithMargin(Float32Array.of(0.5, 0.9, 0.8), [1, 3, 2]), 1);
  assert.equal(pickWithMargin(Float32Array.of(0.5, 0.9, 0.895), [1, 3, 2]), 2);
  assert.equal(pickWithMargin(Float32Array.of(0.9, 0.9), [2, 2]), 0, "the first of equals");
  assert.equal(pickWithMargin(Float32Array.of(0, 0), [2, 1]), 1);
});

test("the pick is never more than a hundredth below the best, and none that is as good costs less", () => {
  const models = fc.array(
    fc.record({ chance: fc.float({ min: 0, max: 1, noNaN: true }), cost: fc.integer({ min: 1, max: 9 }) }),
    { minLength: 1, maxLength: 6 },
  );
  fc.assert(
    fc.property(models, (list) => {
      const row = Float32Array.from(list, ({ chance }) => chance);
      const costs = list.map(({ cost }) => cost);
      const pick = pickWithMargin(row, costs);
      const best = Math.max(...row);
      assert.ok((row[pick] ?? -1) >= best - 0.01 - 1e-6);
      row.forEach((chance, m) => {
        if (chance >= best - 0.01) assert.ok((costs[pick] ?? 9) <= (costs[m] ?? 0));
      });
    }),
  );
});

test("a served router is judged only where there is one, and pairs to judge it on", () => {
  const context = { views: [], seeds: [1], resamples: 10 };
  const pair = { prompt: "Add 1 and 2", paraphrase: "add 1 and 2", kind: "typos" };
  assert.equal(runServedSection(context, "served", [pair]), undefined);
});

test("methods that never read the prompt keep every pick; the number of rewordings is stated", async (t) => {
  const dir = await mkdtemp(join(tmpdir(), "signalbox-reworded-"));
  t.after(() => rm(dir, { recursive: true }));
  const prompts: string[] = [];
  const outcomes = ["id,model,score,cost_usd"];
  for (let i = 0; i < 160; i += 1) {
    const isHard = i % 2 === 1;
    const prompt = isHard
      ? `Please explain why the theorem number ${i * 17} about big groups is important and show the proof.`
      : `Quickly add ${i * 13} big apples and ${i} small pears, and give the answer in one short sentence.`;
    prompts.push(JSON.stringify({ id: `p${i}`, dataset: "made", prompt }));
    outcomes.push(`p${i},large,1,0.02`, `p${i},small,${isHard ? 0 : 1},0.001`);
  }
  await writeFile(join(dir, "made.prompts.jsonl"), prompts.join("\n"));
  await writeFile(join(dir, "made.outcomes.csv"), outcomes.join("\n"));
  const { sections } = await evaluate(
    {
      dataDir: dir,
      protocol: "paraphrase",
      seeds: [42],
      resamples: 20,
      methods: ["best-single", "cheapest", "logistic"],
    },
    [PARAPHRASE],
  );
  const [section] = sections;
  // The second is that of the product as it is served.
  assert.equal(sections.length, 2);
  const sameOf = (name: string): number =>
    section?.methods.find((method) => method.name === name)?.figures["samePick"]?.value ?? Number.NaN;
  assert.equal(sameOf("best-single"), 1);
  assert.equal(sameOf("cheapest"), 1);
  assert.ok(sameOf("logistic") > 0.5 && sameOf("logistic") <= 1, `${sameOf("logistic")}`);
  const [, reworded] = /^(\d+) reworded prompts$/.exec(section?.facts[0] ?? "") ?? [];
  const originals = (section?.promptCount ?? 0) - Number(reworded);
  assert.ok(originals > 20 && originals <= 60, `${originals} of about 48 judged prompts`);
  assert.ok(Number(reworded) > 50, "every prompt has several rewordings");
});
