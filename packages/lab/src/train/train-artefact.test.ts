// The whole recipe on a small folder and a small atlas: deterministic, and harmless when the data are faulty.
import assert from "node:assert/strict";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { readArtefactFiles } from "@signalbox/catalog";
import { SignalboxError, type ArtefactManifest } from "@signalbox/contracts";
import { loadRoutingModel } from "@signalbox/engine";
import { headsOf, userMessage } from "@signalbox/engine/internals";
import { loadSmallAtlas } from "./small-atlas.ts";
import { refitAbilities, trainArtefact } from "./train-artefact.ts";

const MODELS = ["openai/gpt-4o", "openai/gpt-4o-mini", "openai/gpt-4.1", "openai/gpt-4.1-mini", "openai/o3"];

/** Easy sums that all models get right, hard proofs that the first ones get right more often. */
function writeData(dir: string): void {
  const prompts: string[] = [];
  const outcomes = ["id,model,score,cost_usd,input_tokens,output_tokens"];
  for (let index = 0; index < 120; index += 1) {
    const isHard = index % 2 === 1;
    const prompt = isHard
      ? `Prove theorem number ${index} about prime ideals and Galois groups.`
      : `What is ${index} plus ${index + 3}?`;
    const dataset = isHard ? "math" : "gsm8k";
    prompts.push(JSON.stringify({ id: `p${index}`, source: "toy", dataset, prompt }));
    MODELS.forEach((model, rank) => {
      const score = isHard && (index * 7 + rank * 3) % 5 < rank + 1 ? 0 : 1;
      outcomes.push(`p${index},${model},${score},,20,${isHard ? 400 : 50}`);
    });
  }
  writeFileSync(join(dir, "toy.prompts.jsonl"), `${prompts.join("\n")}\n`);
  writeFileSync(join(dir, "toy.outcomes.csv"), `${outcomes.join("\n")}\n`);
  const header = "model,benchmark,score,elo,setting,source,source_model_name";
  const boards = MODELS.map((model, rank) => `${model},gpqa_diamond,${0.8 - rank / 10},,,board/x,${model}`);
  writeFileSync(join(dir, "public_scores.csv"), `${[header, ...boards].join("\n")}\n`);
}

const folder = (): string => mkdtempSync(join(tmpdir(), "signalbox-train-"));
const [dataDir, first, second] = [folder(), folder(), folder()];
const request = (outDir: string) => ({
  dataDir,
  outDir,
  split: "benchmark" as const,
  seed: 3,
  atlas: loadSmallAtlas(),
});
let manifest: ArtefactManifest;
before(async () => {
  writeData(dataDir);
  manifest = await trainArtefact({
    ...request(first),
    onProgress: ({ done }) => assert.ok(done >= 0 && done <= 1),
  });
});
after(() => {
  for (const dir of [dataDir, first, second]) rmSync(dir, { recursive: true, force: true });
});

test("the same data, atlas, split and seed give the same artefact, which loads, reads and ranks", async () => {
  assert.equal((await trainArtefact(request(second))).version, manifest.version);
  assert.deepEqual(readdirSync(first).toSorted(), ["manifest.json", ...manifest.tensorFiles].toSorted());
  const model = loadRoutingModel(await readArtefactFiles(first));
  const encoding = model.encode(
    model.converse([userMessage("Prove that there are infinitely many primes.")], []),
  );
  assert.ok(encoding.features.every(Number.isFinite) && encoding.features.length === model.featureCount);
  assert.ok(headsOf(encoding.features).some((value) => value !== 0));
  const [able, weak] = [MODELS[0], MODELS.at(-1)].map(
    (modelId) => model.estimateSuccess(encoding, [model.abilityOf({ modelId, stated: {} })])[0]?.success ?? 0,
  );
  assert.ok(able! > weak!, `${able} ${weak}`);
});

test("abilities that are fitted again from the same folder are the same", async () => {
  assert.equal((await refitAbilities({ dataDir, outDir: second })).version, manifest.version);
});

test("faulty data leave the old artefact as it was", async () => {
  const old = readFileSync(join(first, "manifest.json"), "utf8");
  const files = readdirSync(first);
  const empty = folder();
  writeFileSync(join(dataDir, "toy.outcomes.csv"), "id,model,score\np1,gpt-4o,2\n");
  const isInvalid = (error: unknown): boolean =>
    error instanceof SignalboxError && error.code === "invalid_data";
  await assert.rejects(trainArtefact(request(first)), isInvalid);
  await assert.rejects(refitAbilities({ dataDir: empty, outDir: first }), isInvalid);
  rmSync(empty, { recursive: true });
  assert.equal(readFileSync(join(first, "manifest.json"), "utf8"), old);
  assert.deepEqual(readdirSync(first), files);
});
