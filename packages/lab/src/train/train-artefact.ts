// The whole recipe: data in, artefact out. Tuned on train and dev alone; test prompts are read once, for the figures.
import type { ArtefactManifest } from "@signalbox/contracts";
import { readArtefactFiles } from "@signalbox/catalog";
import { chooseSplit, loadDataset } from "../data/index.ts";
import type { MemberParameters } from "./members/member.ts";
import { addAbilities } from "./boards/add-abilities.ts";
import { addScoreProbes } from "./probes/add-score-probes.ts";
import { addTaskReader } from "./task/add-task-reader.ts";
import { ANCHORS } from "./anchors/anchors.ts";
import { openCheckpoint } from "./members/checkpoint.ts";
import type { Checkpoint } from "./members/checkpoint.ts";
import { chooseRecipe } from "./choose-recipe.ts";
import { fitHeads } from "./fit-heads.ts";
import { manifestHead } from "./manifest-head.ts";
import { guardSplit, prepareRun } from "./prepare-run.ts";
import type { RecipeRun } from "./prepare-run.ts";
import { addEncoder, openForArtefact, openWithEncoder } from "./recipe-encoder.ts";
import type { RecipeOptions } from "./recipe-options.ts";
import { createTensorBag } from "./artefact/tensor-bag.ts";
import { trainMembers } from "./members/train-members.ts";
import type { TrainProgress, TrainRequest } from "./train-request.ts";
import { writeArtefact } from "./artefact/write-artefact.ts";
import { valueAt } from "../arrays/value-at.ts";

async function trainAll(
  run: RecipeRun,
  request: TrainRequest,
  recipe: RecipeOptions,
  checkpoint: Checkpoint,
): Promise<readonly MemberParameters[]> {
  const { set, shape, start } = run;
  const found = Array.from({ length: recipe.memberCount }, (_, member) => checkpoint.find(member));
  const missing = found.flatMap((member, index) => (member === undefined ? [index] : []));
  const jobs = missing.map((member) => ({
    set,
    options: { ...recipe, shape, seed: request.seed * 1_000 + member },
    start: { tokens: start.tokens, width: start.width },
  }));
  const total = recipe.memberCount * recipe.epochs;
  let finished = (recipe.memberCount - missing.length) * recipe.epochs;
  const trained = await trainMembers(jobs, recipe.workers, {
    onEpoch: (job, progress) => {
      finished += 1;
      const { epoch, epochs, trainLoss, dev } = progress;
      const figures = `train loss ${trainLoss.toFixed(3)}, dev loss ${dev.loss.toFixed(4)}, dev AUC ${dev.auc.toFixed(4)}`;
      const message = `member ${valueAt(missing, job) + 1} of ${recipe.memberCount}, epoch ${epoch} of ${epochs}: ${figures}`;
      request.onProgress?.({ stage: "training", message, done: 0.05 + (0.75 * finished) / total });
    },
    onTrained: (job, member) => checkpoint.save(valueAt(missing, job), member.parameters),
  });
  missing.forEach((member, job) => {
    found[member] = trained[job]?.parameters;
  });
  return found.filter((member) => member !== undefined);
}

/**
 * Trains and writes an artefact; returns its manifest. Same data, split, seed and recipe give the same artefact.
 * @throws SignalboxError invalid_data when the folder cannot be read or holds nothing to train on.
 */
export async function trainArtefact(request: TrainRequest): Promise<ArtefactManifest> {
  const { name, options: recipe } = chooseRecipe(request);
  const tell = (stage: TrainProgress["stage"], message: string, done: number): void =>
    request.onProgress?.({ stage, message, done });
  tell("reading", "reading the data folder", 0);
  const dataset = await loadDataset(request.dataDir);
  const prepared = prepareRun(dataset, request, recipe);
  const run: RecipeRun =
    request.encoder === undefined
      ? prepared
      : await addEncoder(prepared, request.encoder, (done) =>
          tell("reading", `embedding prompts, ${Math.round(100 * done)} %`, 0.05 * done),
        );
  tell("training", `${run.set.trainRows.length} prompts to learn from`, 0.05);
  const { workers: _w, factorSize: _f, clusterCount: _c, ...decisive } = recipe;
  const key = JSON.stringify([name, dataset.fingerprint, request.split, request.seed, decisive, ANCHORS]);
  const checkpoint = openCheckpoint(request.outDir, key);
  const members = await trainAll(run, request, recipe, checkpoint);
  tell("abilities", "placing models", 0.82);
  const bag = createTensorBag();
  const fitted = fitHeads(run, members, request, bag);
  tell("writing", "writing the artefact", 0.97);
  writeArtefact(request.outDir, manifestHead(run, request, fitted), bag.list());
  const complete = openWithEncoder(run.encoder);
  await addScoreProbes(request.outDir, dataset, run.split, complete);
  const { dataDir } = request;
  // What outcomes teach of the need is fitted on tasks as the reader reads them.
  await addTaskReader(request.outDir, request.atlas);
  const manifest = await addAbilities(request.outDir, { dataDir, dataset, split: run.split, complete });
  await run.encoder?.embedder.close();
  if (request.keepsCheckpoint !== true) checkpoint.remove();
  tell("writing", `wrote ${manifest.version}`, 1);
  return manifest;
}

export interface AbilityRefit {
  readonly dataDir: string;
  /** The artefact that is given new abilities; its split and seed stay. */
  readonly outDir: string;
  readonly encoder?: TrainRequest["encoder"];
}

/** Fits the abilities of a finished artefact again, from the folder as it is now; everything else stays. */
export async function refitAbilities({ dataDir, outDir, encoder }: AbilityRefit): Promise<ArtefactManifest> {
  const { manifest } = await readArtefactFiles(outDir);
  const dataset = await loadDataset(dataDir);
  const split = guardSplit(dataset, chooseSplit(dataset, manifest.split, manifest.seed));
  const { complete, close } = await openForArtefact(manifest, encoder ?? {});
  const written = await addAbilities(outDir, { dataDir, dataset, split, complete });
  await close();
  return written;
}
