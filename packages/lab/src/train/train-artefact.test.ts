// The whole recipe on a small folder: deterministic, resumable, and harmless when the data are faulty.
import assert from "node:assert/strict";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { readArtefactFiles } from "@signalbox/catalog";
import { SignalboxError, type ArtefactManifest } from "@signalbox/contracts";
import { loadRoutingModel } from "@signalbox/engine";
import { readText } from "@signalbox/engine/internals";
import { RECIPE } from "./recipe-options.ts";
import type { RecipeOptions } from "./recipe-options.ts";
import { loadSmallAtlas } from "./small-atlas.ts";
import { trainArtefact } from "./train-artefact.ts";

const SMALL: RecipeOptions = {
  ...RECIPE,
  memberCount: 2,
  tokenSize: 8,
  hiddenSize: 12,
  abilitySize: 3,
  epochs: 2,
  clusterCount: 3,
};
const MODELS = ["gpt-4o", "gpt-4o-mini", "llama-3.1-8b-instruct"];

/** Easy sums that all models get right, hard proofs that the larger ones get right more often. */
function writeData(dir: string): void {
  const prompts: string[] = [];
  const outcomes = ["id,model,score,cost_usd,input_tokens,output_tokens"];
  for (let index = 0; index < 120; index += 1) {
    const isHard = index % 2 === 1;
    const prompt = isHard
      ? `Prove theorem number ${index} about prime ideals and Galois groups.`
      : `What is ${index} plus ${index + 3}?`;
    prompts.push(
      JSON.stringify({ id: `p${index}`, source: "toy", dataset: isHard ? "math" : "gsm8k", prompt }),
    );
    MODELS.forEach((model, rank) => {
      const score = isHard && (index * 7 + rank * 3) % 4 < rank + 1 ? 0 : 1;
      outcomes.push(`p${index},${model},${score},,20,${isHard ? 400 : 50}`);
    });
  }
  writeFileSync(join(dir, "toy.prompts.jsonl"), `${prompts.join("\n")}\n`);
  writeFileSync(join(dir, "toy.outcomes.csv"), `${outcomes.join("\n")}\n`);
}

const ATLAS = loadSmallAtlas();

const folder = (): string => mkdtempSync(join(tmpdir(), "signalbox-train-"));
const request = (dataDir: string, outDir: string) => ({
  dataDir,
  outDir,
  split: "benchmark" as const,
  seed: 3,
  recipe: SMALL,
  atlas: ATLAS,
});

const [dataDir, first, second] = [folder(), folder(), folder()];
const stages = new Set<string>();
/** Of the first run, which every test looks at. */
let manifest: ArtefactManifest;
before(async () => {
  writeData(dataDir);
  manifest = await trainArtefact({
    ...request(dataDir, first),
    onProgress: ({ stage, done }) => {
      assert.ok(done >= 0 && done <= 1);
      stages.add(stage);
    },
  });
});
after(() => {
  for (const dir of [dataDir, first, second]) rmSync(dir, { recursive: true, force: true });
});

test("the same data, split, seed and recipe give the same artefact, which loads and tells hard from easy", async () => {
  assert.deepEqual([...stages], ["reading", "training", "abilities", "writing"]);
  assert.equal((await trainArtefact(request(dataDir, second))).version, manifest.version);
  assert.deepEqual(readdirSync(first).toSorted(), ["manifest.json", manifest.tensorFile].toSorted());
  const model = loadRoutingModel(await readArtefactFiles(first));
  const difficultyOf = (text: string): number => model.encode(readText(text)).difficulty;
  assert.ok(
    difficultyOf("Prove theorem number 7 about prime ideals and Galois groups.") > difficultyOf("hi"),
  );
});

test("faulty data leave the old artefact as it was", async () => {
  const old = readFileSync(join(first, "manifest.json"), "utf8");
  const files = readdirSync(first);
  writeFileSync(join(dataDir, "toy.outcomes.csv"), "id,model,score\np1,gpt-4o,7\n");
  await assert.rejects(
    trainArtefact(request(dataDir, first)),
    (error) => error instanceof SignalboxError && error.code === "invalid_data",
  );
  assert.equal(readFileSync(join(first, "manifest.json"), "utf8"), old);
  assert.deepEqual(readdirSync(first), files);
});
