// The recipe of the transformer tier on a small folder, with the real weights; without them the reason is shown.
import assert from "node:assert/strict";
import { existsSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";

import { readArtefactFiles } from "@signalbox/catalog";
import { SignalboxError, type ArtefactManifest } from "@signalbox/contracts";
import { ENCODER_SHA256, findEncoderFile } from "@signalbox/encoder";
import { loadRoutingModel } from "@signalbox/engine";
import { readText } from "@signalbox/engine/internals";

import { openArtefactView } from "../estimators/stack/artefact-view.ts";
import { loadSmallAtlas } from "./small-atlas.ts";
import { trainArtefact } from "./train-artefact.ts";
import type { TrainRequest } from "./train-request.ts";
import { TRANSFORMER_RECIPE } from "./transformer-recipe.ts";

const skip = existsSync(findEncoderFile("") ?? "")
  ? false
  : "the weights of the sentence encoder are not installed";
const MODELS = ["gpt-4o", "gpt-4o-mini", "llama-3.1-8b-instruct"];
const EASY = "Please say hello to my good friend";
const HARD = "Prove a theorem about prime ideals and Galois groups of extension";

/** Greetings that all models get right, proofs that the larger ones get right more often. */
function writeData(dir: string): void {
  const prompts: string[] = [];
  const outcomes = ["id,model,score,cost_usd,input_tokens,output_tokens"];
  for (let index = 0; index < 120; index += 1) {
    const isHard = index % 2 === 1;
    const prompt = `${isHard ? HARD : EASY} number ${index}.`;
    prompts.push(JSON.stringify({ id: `p${index}`, source: "toy", dataset: "toy", prompt }));
    MODELS.forEach((model, rank) => {
      const score = isHard && (index * 7 + rank * 3) % 4 < rank + 1 ? 0 : 1;
      outcomes.push(`p${index},${model},${score},,20,${isHard ? 400 : 50}`);
    });
  }
  writeFileSync(join(dir, "toy.prompts.jsonl"), `${prompts.join("\n")}\n`);
  writeFileSync(join(dir, "toy.outcomes.csv"), `${outcomes.join("\n")}\n`);
}

const home = mkdtempSync(join(tmpdir(), "signalbox-transformer-"));

const vectorsDir = (): string => join(home, "vectors");
const request = (out: string): TrainRequest => ({
  dataDir: home,
  outDir: join(home, out),
  split: "benchmark",
  seed: 3,
  atlas: loadSmallAtlas(),
  recipe: {
    ...TRANSFORMER_RECIPE,
    memberCount: 2,
    hiddenSize: 12,
    abilitySize: 3,
    epochs: 2,
    clusterCount: 3,
  },
  encoder: { vectorsDir: vectorsDir() },
});

/** Of the first run, which every test looks at. */
let manifest: ArtefactManifest;
before(async () => {
  writeData(home);
  if (skip === false) manifest = await trainArtefact(request("first"));
});
after(() => rmSync(home, { recursive: true, force: true }));

function bytesOfVectors(): number {
  const [folder = ""] = readdirSync(vectorsDir());
  const dir = join(vectorsDir(), folder);
  return readdirSync(dir).reduce((sum, name) => sum + statSync(join(dir, name)).size, 0);
}

test(
  "the manifest names the encoder, prompts are embedded once, and the same run gives the same artefact",
  {
    skip,
  },
  async () => {
    assert.deepEqual(manifest.encoder, { sha256: ENCODER_SHA256, width: 384 });
    assert.match(manifest.version, /^transformer-irt/);
    assert.ok(manifest.tensors.every(({ name }) => name !== "tokens"));
    const bytes = bytesOfVectors();
    assert.equal((await trainArtefact(request("second"))).version, manifest.version);
    assert.equal(bytesOfVectors(), bytes);
  },
);

test(
  "the artefact tells hard from easy in the laboratory, and refuses prompts without a vector",
  {
    skip,
  },
  async () => {
    const view = await openArtefactView(join(home, "first"), { vectorsDir: vectorsDir() });
    try {
      assert.ok(view.encode(`${HARD} number 7.`).difficulty > view.encode(`${EASY} number 8.`).difficulty);
    } finally {
      await view.close();
    }
    const model = loadRoutingModel(await readArtefactFiles(join(home, "first")));
    assert.throws(
      () => model.encode(readText(EASY)),
      (error) => error instanceof SignalboxError && error.code === "internal",
    );
  },
);
