// A sample of one source's prompts with what every model that users can call scored and cost on them. Rows that the artefact
// was trained or tuned on are never judged.

import type { ModelCatalog } from "@signalbox/contracts";
import { shuffle, splitmix32, type Random } from "@signalbox/engine/numerics";
import { plainInput, readSelectRequest, type RoutingModel, loadRoutingModel } from "@signalbox/engine";
import { createOutlook, type Outlook } from "@signalbox/engine/internals";
import { SPLIT, chooseSplit, type Dataset, type SplitName } from "../../data/index.ts";
import { callModel, type CalledModel } from "../../data/csv-rows.ts";
import { valueAt } from "../../arrays/value-at.ts";
import type { ProtocolContext, ModelWithout } from "../runner/protocol.ts";
import { readArtefactFiles } from "@signalbox/catalog";
import { listObservations, withoutSource } from "../../train/boards/list-observations.ts";
import { needRowsWithout, readNeedRows } from "../../train/boards/need-rows.ts";
import { replaceAbilities } from "../../train/boards/fit-abilities.ts";
import { loadAtlas } from "../../atlas/atlas.ts";

// The product as it would be had nobody seen a source: its abilities are fitted without the source's outcomes and without the
// boards that equal or nearly equal it, and what outcomes teach of the need without its prompts and those that nearly equal them.

interface LeaveOutRequest {
  readonly artefactDir: string;
  readonly dataDir: string;
  /** All sources of the folder: the others are learned from. */
  readonly dataset: Dataset;
}

export async function openModelWithout({
  artefactDir,
  dataDir,
  dataset,
}: LeaveOutRequest): Promise<ModelWithout> {
  const files = await readArtefactFiles(artefactDir);
  const { split, seed } = files.manifest;
  const rows = chooseSplit(dataset, split, seed);
  const observations = await listObservations({ dataDir, dataset, split: rows });
  const model = loadRoutingModel(files);
  const needRows = readNeedRows({ dataset, split: rows, model, atlas: loadAtlas() });
  return (source) =>
    loadRoutingModel(
      replaceAbilities(
        files,
        withoutSource(observations, source),
        needRowsWithout(needRows, source, dataset),
      ),
    );
}

// The product that is judged: model and catalogue as a user gets them, and which sources the artefact has learned from.

export const PROMPTS_PER_SOURCE = 300;

interface JudgedProduct extends Product {
  /** Split by which the artefact learned from the source; undefined where it did not. */
  readonly learnedSplitOf: (source: string) => SplitName | undefined;
}

export interface SampledSource {
  readonly source: ServedSource;
  /** False also where the source was left out of what the product knows. */
  readonly isLearned: boolean;
  /** The product that decides on this source. */
  readonly product: Product;
}

export function productOf({ view }: Pick<ProtocolContext, "view">): JudgedProduct {
  const { model, catalog, manifest } = view;
  const learned = new Set(manifest.sources);
  return {
    model,
    catalog,
    learnedSplitOf: (source) => (learned.has(source) ? manifest.split : undefined),
  };
}

/** Sources with enough to judge, sampled one after the other. */
export function* sampleSources(context: ProtocolContext, product: JudgedProduct): Generator<SampledSource> {
  const { dataset, seeds, promptsPerSource = PROMPTS_PER_SOURCE, modelWithout, sources } = context;
  for (const name of dataset.sources) {
    if (sources !== undefined && !sources.includes(name)) continue;
    const learnedSplit = product.learnedSplitOf(name);
    const source = sampleSource({
      dataset,
      catalog: product.catalog,
      source: name,
      learnedSplit,
      promptsMax: promptsPerSource,
      seed: seeds[0] ?? 0,
    });
    if (source === undefined) continue;
    if (modelWithout === undefined) yield { source, isLearned: learnedSplit !== undefined, product };
    else yield { source, isLearned: false, product: { ...product, model: modelWithout(name) } };
  }
}

export interface ServedSource {
  readonly name: string;
  readonly texts: readonly string[];
  readonly models: readonly CalledModel[];
  /** NaN = unknown. @shape texts.length x models.length @range 0..1 */
  readonly scores: Float32Array;
  /** NaN = unknown. @shape as scores @unit USD */
  readonly usd: Float64Array;
}

interface SampleRequest {
  readonly dataset: Dataset;
  readonly catalog: ModelCatalog;
  readonly source: string;
  /** Split that the artefact was trained by where it learned from this source; undefined where it did not. */
  readonly learnedSplit: SplitName | undefined;
  readonly promptsMax: number;
  readonly seed: number;
}

/** Models that answered fewer of the sampled prompts are left out: their rank in hindsight would be luck. */
const COVERAGE_MIN = 0.5;
const LEAKED = "test_contaminated";

function sampleRows({ dataset, source, learnedSplit, promptsMax, seed }: SampleRequest): Int32Array {
  const { prompts } = dataset;
  const own = dataset.sources.indexOf(source);
  const published = chooseSplit(dataset, "benchmark", seed);
  const learned = learnedSplit === undefined ? undefined : chooseSplit(dataset, learnedSplit, seed);
  const isLearned = (row: number): boolean =>
    learned !== undefined && (learned[row] === SPLIT.train || learned[row] === SPLIT.dev);
  const rows = Array.from({ length: prompts.count }, (_, row) => row).filter(
    (row) =>
      prompts.source[row] === own &&
      published[row] !== SPLIT.dropped &&
      prompts.sourceSplit[row] !== LEAKED &&
      !isLearned(row),
  );
  return shuffle(Int32Array.from(rows), splitmix32(seed)).slice(0, promptsMax);
}

interface Table {
  readonly scores: Float32Array;
  readonly usd: Float64Array;
}

function fillTable(dataset: Dataset, rows: Int32Array, columnOf: ReadonlyMap<number, number>): Table {
  const { outcomes } = dataset;
  const rowOf = new Map(Array.from(rows, (row, i) => [row, i]));
  const scores = new Float32Array(rows.length * columnOf.size).fill(Number.NaN);
  const usd = new Float64Array(scores.length).fill(Number.NaN);
  for (let i = 0; i < outcomes.count; i += 1) {
    const row = rowOf.get(valueAt(outcomes.prompt, i));
    const column = columnOf.get(valueAt(outcomes.model, i));
    if (row === undefined || column === undefined) continue;
    scores[row * columnOf.size + column] = valueAt(outcomes.score, i);
    usd[row * columnOf.size + column] = valueAt(outcomes.costUsd, i);
  }
  return { scores, usd };
}

/** Columns with scores on enough of the rows. */
function listCovered({ scores }: Table, rows: number, columns: number): readonly number[] {
  return Array.from({ length: columns }, (_, column) => column).filter((column) => {
    let known = 0;
    for (let i = column; i < scores.length; i += columns) known += Number(!Number.isNaN(valueAt(scores, i)));
    return known >= COVERAGE_MIN * rows && known > 0;
  });
}

/** Undefined where fewer than two models or no prompt are left to judge. */
export function sampleSource(request: SampleRequest): ServedSource | undefined {
  const { dataset, catalog, source } = request;
  const rows = sampleRows(request);
  const called = dataset.models.flatMap((model, index) => {
    const named = model.source === source ? callModel(model, catalog) : undefined;
    return named === undefined ? [] : [{ index, named }];
  });
  const all = fillTable(dataset, rows, new Map(called.map(({ index }, column) => [index, column])));
  const kept = listCovered(all, rows.length, called.length).map((column) => valueAt(called, column));
  if (rows.length === 0 || kept.length < 2) return undefined;
  return {
    name: source,
    texts: Array.from(rows, (row) => valueAt(dataset.prompts.text, row)),
    models: kept.map(({ named }) => named),
    ...fillTable(dataset, rows, new Map(kept.map(({ index }, column) => [index, column]))),
  };
}

// Candidate sets of a prompt: all models whose score is known, and random ones of fixed sizes.

/** Sizes of the sets; the name is that of the figure. 0 = all. */
export const SET_SIZES = { scoreAll: 0, scoreFive: 5 } as const;
export type SetName = keyof typeof SET_SIZES;
export const SET_NAMES = Object.keys(SET_SIZES) as readonly SetName[];

/** Columns of the models in one set. */
export type ModelSet = Int32Array;

export function listKnown({ models, scores }: ServedSource, row: number): ModelSet {
  const from = row * models.length;
  return Int32Array.from(models.keys()).filter((column) => !Number.isNaN(valueAt(scores, from + column)));
}

/** @param draws sets of each size other than all; a prompt with too few models gives all of them once */
export function drawSets(
  known: ModelSet,
  draws: number,
  random: Random,
): Readonly<Record<SetName, readonly ModelSet[]>> {
  const drawSize = (size: number): readonly ModelSet[] =>
    size === 0 || size >= known.length
      ? [known]
      : Array.from({ length: draws }, () => shuffle(known.slice(), random).slice(0, size));
  return {
    scoreAll: drawSize(SET_SIZES.scoreAll),
    scoreFive: drawSize(SET_SIZES.scoreFive),
  };
}

// The success and cost that the product expects of every model on every prompt of a source, by the steps that a request takes:
// read, resolved in the catalogue, estimated and filtered. Choices among some of the candidates are then made by the engine from
// these.

/** The parts that decide: the artefact's model and the catalogue, under the default policy. */
export interface Product {
  readonly model: RoutingModel;
  readonly catalog: ModelCatalog;
}

export type PromptOutlook = (row: number) => Outlook;

/** The outlook on a prompt of the source, with all its models as candidates; labels are the source's names. */
export function createPromptOutlook({ model, catalog }: Product, source: ServedSource): PromptOutlook {
  const look = createOutlook({ model, catalogueVersion: catalog.version, defaults: {} });
  const llm_providers = source.models.map(({ name, spelling }) => ({ name, model: spelling }));
  return (row) => {
    const messages = [{ role: "user", content: source.texts[row] ?? "" }];
    return look(plainInput(readSelectRequest({ messages, llm_providers, allow_shut_down: true }, catalog)));
  };
}
