// The whole recipe: data in, artefact out. Tuned on train and dev alone; test prompts are read once, for the figures.
import { createCatalog } from "@signalbox/catalog";
import { abilityInputOf, createPromptReader, loadingCountOf } from "@signalbox/engine";
import type { ArtefactManifest } from "@signalbox/contracts";
import { SignalboxError } from "@signalbox/contracts";
import { chooseSplit, listPromptRows, loadDataset, SPLIT } from "../data/index.ts";
import type { Dataset, SplitName } from "../data/index.ts";
import { createRandom } from "../random.ts";
import { buildTrainingSet } from "../train/build-training-set.ts";
import type { MemberShape } from "../train/member.ts";
import type { MemberParameters } from "../train/member.ts";
import type { TrainingSet } from "../train/training-set.ts";
import { addScoreProbes } from "./add-score-probes.ts";
import { anchorOutcomes, ANCHORS } from "./anchors.ts";
import type { Anchor } from "./anchors.ts";
import { bagMembers } from "./bag-members.ts";
import { chooseRecipe } from "./choose-recipe.ts";
import { calibrateEnsemble, measureEnsemble } from "./ensemble-figures.ts";
import { encodeRows } from "./encode-rows.ts";
import type { EncodedRows, EnsembleShape } from "./encode-rows.ts";
import { FIELDS, fieldOf } from "./fields.ts";
import { fitAbilities } from "./fit-abilities.ts";
import type { FittedAbilities } from "./fit-abilities.ts";
import { fitClusters } from "./fit-clusters.ts";
import { fitFieldHead } from "./fit-field-head.ts";
import { bagOutputTokens } from "./bag-output-tokens.ts";
import { identifyModel } from "./identify-models.ts";
import type { ModelIdentity } from "./identify-models.ts";
import { collectOutcomes } from "./model-table.ts";
import type { ModelOutcomes } from "./model-table.ts";
import { NEVER_TRAINED } from "./never-trained.ts";
import type { RecipeOptions } from "./recipe-options.ts";
import { readStart, startDirOf } from "./read-start.ts";
import type { EncoderStart } from "./read-start.ts";
import { addEncoder, bagEncoder, openWithEncoder } from "./recipe-encoder.ts";
import type { EncoderRequest, RecipeEncoder } from "./recipe-encoder.ts";
import { rewordPrompts } from "./reword.ts";
import { startThetas } from "./start-thetas.ts";
import { createTensorBag } from "./tensor-bag.ts";
import type { TensorBag } from "./tensor-bag.ts";
import { trainMembers } from "./train-members.ts";
import { writeArtefact } from "./write-artefact.ts";
import type { ManifestHead } from "./write-artefact.ts";
import { openCheckpoint } from "./checkpoint.ts";
import type { Checkpoint } from "./checkpoint.ts";

export interface TrainProgress {
  readonly stage: "reading" | "training" | "abilities" | "writing";
  /** One sentence for a person. */
  readonly message: string;
  /** @range 0..1 */
  readonly done: number;
}

export interface TrainRequest {
  readonly dataDir: string;
  readonly split: SplitName;
  readonly seed: number;
  readonly outDir: string;
  readonly onProgress?: (progress: TrainProgress) => void;
  /** Folder of the starting token vectors; the committed one when left out. */
  readonly startDir?: string;
  readonly recipe?: RecipeOptions;
  /** Trains the transformer tier: on vectors of a sentence encoder. */
  readonly encoder?: EncoderRequest;
  /** Keeps the finished members beside the artefact, for repeated fits of the rest. */
  readonly keepsCheckpoint?: boolean;
}

/** A model with fewer training outcomes is placed by its public scores instead. */
const OUTCOMES_MIN = 100;

/** Everything that the fits share. */
export interface RecipeRun {
  readonly dataset: Dataset;
  readonly split: Uint8Array;
  readonly set: TrainingSet;
  readonly identities: readonly ModelIdentity[];
  readonly start: EncoderStart;
  readonly shape: MemberShape;
  readonly anchors: readonly Anchor[];
  /** Absent in the static tier. */
  readonly encoder?: RecipeEncoder;
}

/** The split with sources that are never trained on taken out of train and dev. */
function guardSplit(dataset: Dataset, split: Uint8Array): Uint8Array {
  return split.map((code, row) =>
    NEVER_TRAINED.has(dataset.sources[dataset.prompts.source[row]!] ?? "") ? SPLIT.never : code,
  );
}

function prepare(dataset: Dataset, request: TrainRequest, recipe: RecipeOptions): RecipeRun {
  const catalog = createCatalog();
  const start = readStart(request.startDir ?? startDirOf(request.split));
  const split = guardSplit(dataset, chooseSplit(dataset, request.split, request.seed));
  const trainRows = listPromptRows(split, [SPLIT.train]);
  if (trainRows.length === 0)
    throw new SignalboxError(
      "invalid_data",
      `No prompt of the folder may be trained on in the ${request.split} split.`,
    );
  const identities = dataset.models.map((model) => identifyModel(model, catalog));
  const labels = anchorOutcomes(
    ANCHORS,
    identities,
    (id) => abilityInputOf(catalog.resolve({ model: id }), {}).scores,
  );
  const reader = createPromptReader(start.vocabulary);
  const set = buildTrainingSet(dataset, reader, {
    trainRows,
    devRows: listPromptRows(split, [SPLIT.dev]),
    identities: identities.map((identity) => identity.id),
    anchors: ANCHORS.map(({ text }, index) => ({ text, outcomes: labels[index]! })),
    reword: (texts, rows) =>
      rewordPrompts(reader, texts, recipe.rewordShare > 0 ? rows : new Int32Array(0), request.seed),
  });
  const shape: MemberShape = {
    vocabularySize: start.vocabulary.length,
    tokenSize: recipe.tokenSize,
    denseSize: set.features.denseSize,
    hiddenSize: recipe.hiddenSize,
    abilitySize: recipe.abilitySize,
    modelCount: dataset.models.length,
    canonicalCount: set.canonicalCount,
  };
  return { dataset, split, set, identities, start, shape, anchors: ANCHORS };
}

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
      const message = `member ${missing[job]! + 1} of ${recipe.memberCount}, epoch ${epoch} of ${epochs}: ${figures}`;
      request.onProgress?.({ stage: "training", message, done: 0.05 + (0.75 * finished) / total });
    },
    onTrained: (job, member) => checkpoint.save(missing[job]!, member.parameters),
  });
  missing.forEach((member, job) => {
    found[member] = trained[job]?.parameters;
  });
  return found.filter((member) => member !== undefined);
}

function fieldLabels(run: RecipeRun): Int32Array {
  const { prompts, sources, taskNames } = run.dataset;
  const labels = new Int32Array(prompts.count + run.anchors.length);
  for (let row = 0; row < prompts.count; row += 1) {
    const source = sources[prompts.source[row]!] ?? "";
    labels[row] = FIELDS.indexOf(
      fieldOf(source, taskNames[prompts.task[row]!] ?? "", prompts.subset[row] ?? ""),
    );
  }
  run.anchors.forEach((anchor, index) => {
    labels[prompts.count + index] = FIELDS.indexOf(anchor.field);
  });
  return labels;
}

function bagAbilities(fitted: FittedAbilities, bag: TensorBag, models: number, loadingCount: number): void {
  const columns = fitted.atlas.mean.length;
  bag.set("theta", fitted.theta, Math.max(1, models), loadingCount);
  bag.set("thetaSd", fitted.thetaSd, Math.max(1, models), loadingCount);
  bag.set("middlingTheta", fitted.middling, loadingCount);
  bag.set("atlasMean", fitted.atlas.mean, columns);
  bag.set("atlasWeights", fitted.atlas.weights, columns, fitted.atlas.factorSize);
  bag.set("atlasNoise", fitted.atlas.noise, columns);
}

function fitMap(
  run: RecipeRun,
  encoded: EncodedRows,
  bag: TensorBag,
  options: { seed: number; labels: Int32Array; recipe: RecipeOptions },
): number {
  const { set, shape } = run;
  const random = createRandom(options.seed + 77);
  const width = options.recipe.memberCount * shape.tokenSize + (run.encoder?.width ?? 0);
  const rows = { train: set.trainRows, dev: set.devRows };
  const clusters = fitClusters(encoded, width, rows, { count: options.recipe.clusterCount, random });
  bag.set("clusterCentres", clusters.centres, clusters.count, width);
  bag.set("clusterRadius", clusters.radius, 2);
  const head = fitFieldHead(encoded, options.labels, set.trainRows, { fieldCount: FIELDS.length, random });
  bag.set("fieldHead", head, FIELDS.length, encoded.featureCount + 1);
  return clusters.count;
}

function listModels(run: RecipeRun): readonly ModelOutcomes[] {
  const ids: string[] = [];
  const isServed: boolean[] = [];
  run.identities.forEach((identity, model) => {
    const index = run.set.canonicalOf[model]!;
    ids[index] = identity.id;
    isServed[index] = identity.isServed;
  });
  return collectOutcomes(run.dataset, run.split, run.set, { ids, isServed });
}

/** Everything of a run that the manifest tells. */
interface Finished {
  readonly models: readonly ModelOutcomes[];
  readonly benchmarks: readonly string[];
  readonly shape: ArtefactManifest["shape"];
  readonly figures: Record<string, number>;
}

function manifestHead(run: RecipeRun, request: TrainRequest, finished: Finished): ManifestHead {
  const { dataset, set } = run;
  const real = set.trainRows.filter((row) => row < dataset.prompts.count);
  const trained = new Set(Array.from(real, (row) => dataset.prompts.source[row]!));
  return {
    format: 1,
    recipe: chooseRecipe(request).name,
    split: request.split,
    seed: request.seed,
    dataFingerprint: dataset.fingerprint,
    sources: dataset.sources.filter((_, source) => trained.has(source)),
    ...(run.encoder && { encoder: { sha256: run.encoder.sha256, width: run.encoder.width } }),
    shape: finished.shape,
    models: finished.models.map((model) => ({
      id: model.id,
      outcomes: model.rows.length,
      sources: [...model.sources],
      isServed: model.isServed && model.rows.length >= OUTCOMES_MIN,
    })),
    benchmarks: [...finished.benchmarks],
    fields: [...FIELDS],
    figures: finished.figures,
  };
}

/** Fits everything that rests on the trained members, into the bag. */
function fitRest(
  run: RecipeRun,
  members: readonly MemberParameters[],
  request: TrainRequest,
  bag: TensorBag,
): Finished {
  const { options: recipe } = chooseRecipe(request);
  const vocabulary = new TextEncoder().encode(run.start.vocabulary.join("\n"));
  bag.set("vocabulary", vocabulary, vocabulary.length);
  bagMembers(members, run.shape, bag);
  if (run.encoder !== undefined) bagEncoder(run.encoder, bag);
  const shape: EnsembleShape = { ...run.shape, memberCount: members.length };
  const encoded = encodeRows(bag, shape, run.set.features);
  calibrateEnsemble(run.set, members, run.shape, { bag, encoded });
  const labels = fieldLabels(run);
  const clusterCount = fitMap(run, encoded, bag, { seed: request.seed, labels, recipe });
  const models = listModels(run);
  const fitted = fitAbilities(
    {
      encoded,
      models,
      facts: createCatalog().list(),
      fieldOf: labels,
      fieldCount: FIELDS.length,
      factorSize: recipe.factorSize,
      probeRows: run.set.devRows,
    },
    startThetas(run.set, members, run.shape),
  );
  bagAbilities(fitted, bag, models.length, loadingCountOf(shape));
  const tokenFigures = bagOutputTokens(run, encoded, bag);
  const testRows = listPromptRows(run.split, [SPLIT.test]);
  const figures = { ...measureEnsemble(run, members, { encoded, rows: testRows }), ...tokenFigures };
  const { vocabularySize, memberCount, tokenSize, denseSize, hiddenSize, abilitySize } = shape;
  const sizes = { vocabularySize, memberCount, tokenSize, denseSize, hiddenSize, abilitySize };
  const { factorSize } = recipe;
  return { models, benchmarks: fitted.benchmarks, figures, shape: { ...sizes, factorSize, clusterCount } };
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
  const prepared = prepare(dataset, request, recipe);
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
  const finished = fitRest(run, members, request, bag);
  tell("writing", "writing the artefact", 0.97);
  writeArtefact(request.outDir, manifestHead(run, request, finished), bag.list());
  const manifest = await addScoreProbes(request.outDir, dataset, run.split, openWithEncoder(run.encoder));
  await run.encoder?.embedder.close();
  if (request.keepsCheckpoint !== true) checkpoint.remove();
  tell("writing", `wrote ${manifest.version}`, 1);
  return manifest;
}
