// The last step of the recipe: sample prompts of the benchmarks that have public scores, as loadings only, and the links
// that equate all other benchmarks to them. With them an artefact places a model by whatever scores are known of it.
import { createCatalog, readArtefactFiles } from "@signalbox/catalog";
import type { ArtefactManifest } from "@signalbox/contracts";
import { loadRoutingModel } from "@signalbox/engine";
import { abilityInputOf, loadingCountOf, readText } from "@signalbox/engine/internals";
import type { RoutingModel } from "@signalbox/engine";
import { shuffle, splitmix32 } from "@signalbox/engine/numerics";
import { SPLIT, type Dataset } from "../../data/index.ts";
import { ANCHORS } from "../anchors/anchors.ts";
import { fitScoreLinks } from "./fit-score-links.ts";
import { SCORED_ANCHOR_GROUPS } from "../anchors/scored-anchors.data.ts";
import { listWrittenTensors } from "../artefact/written-tensors.ts";
import { writeArtefact } from "../artefact/write-artefact.ts";
import { valueAt } from "../../arrays/value-at.ts";

/** Sources and tasks whose prompts are those of a benchmark with public scores. */
const PROBES: readonly { readonly benchmark: string; readonly source: string; readonly task: RegExp }[] = [
  { benchmark: "mmlu_pro", source: "mmlu_pro", task: /./ },
  { benchmark: "livecodebench", source: "livecodebench", task: /./ },
  { benchmark: "math_level5", source: "zeroeval", task: /math/i },
  { benchmark: "gsm8k", source: "zeroeval", task: /gsm/i },
  { benchmark: "mmlu_redux", source: "zeroeval", task: /mmlu/i },
  { benchmark: "zebralogic", source: "zeroeval", task: /zebra/i },
];
const SAMPLES = 48;
const SAMPLES_MIN = 24;

interface ProbeTexts {
  readonly name: string;
  readonly texts: readonly string[];
}

/** `SAMPLES` of some prompts, evenly; few are repeated. */
function sample(name: string, prompts: readonly string[]): ProbeTexts {
  const step = Math.max(1, prompts.length / SAMPLES);
  return {
    name,
    texts: Array.from({ length: SAMPLES }, (_, index) =>
      valueAt(prompts, Math.floor(index * step) % prompts.length),
    ),
  };
}

/** Our own prompts in the manner of a benchmark. */
function listOwnProbes(): readonly ProbeTexts[] {
  return SCORED_ANCHOR_GROUPS.map(({ benchmark, prompts }) => sample(benchmark, prompts));
}

/** Everyday prompts by field: what any model is taken to serve. */
function listAssumed(): readonly (ProbeTexts & { readonly chance: number })[] {
  const byField = Map.groupBy(
    ANCHORS.filter(({ label }) => label.kind === "chance"),
    ({ field }) => field,
  );
  const listed: (ProbeTexts & { readonly chance: number })[] = [];
  for (const [field, anchors] of byField) {
    const sum = anchors.reduce((total, { label }) => total + (label.kind === "chance" ? label.chance : 0), 0);
    const texts = anchors.map(({ text }) => text);
    listed.push({ ...sample(field, texts), chance: Math.round((1e3 * sum) / texts.length) / 1e3 });
  }
  return listed;
}

/** Loadings of all texts, probe after probe. @shape probes x count x loadingCount */
function readLoadings(model: RoutingModel, probes: readonly ProbeTexts[], count: number): Float32Array {
  const rows = probes.flatMap(({ texts }) =>
    texts.slice(0, count).map((text) => model.encode(readText(text)).loadings.slice()),
  );
  const width = rows[0]?.length ?? 0;
  const out = new Float32Array(rows.length * width);
  rows.forEach((row, index) => out.set(row, index * width));
  return out;
}

function drawTexts(dataset: Dataset, split: Uint8Array, probe: (typeof PROBES)[number]): string[] {
  const { prompts, sources, taskNames } = dataset;
  const rows = Array.from({ length: prompts.count }, (_, row) => row).filter(
    (row) =>
      split[row] === SPLIT.train &&
      sources[valueAt(prompts.source, row)] === probe.source &&
      probe.task.test(taskNames[valueAt(prompts.task, row)] ?? ""),
  );
  const drawn = shuffle(Int32Array.from(rows), splitmix32(4711)).subarray(0, SAMPLES);
  return Array.from(drawn, (row) => valueAt(prompts.text, row));
}

const OWN_TENSORS = new Set(["scoreLinks", "probeLoadings", "assumedLoadings"]);

/**
 * Adds the probes to the artefact in `dir`, replacing earlier ones; returns the manifest as written.
 * @param split train rows may be sampled; all others stay unseen
 * @param complete gives a model what it needs beside the artefact, such as vectors of its encoder
 */
export async function addScoreProbes(
  dir: string,
  dataset: Dataset,
  split: Uint8Array,
  complete: (model: RoutingModel) => RoutingModel = (model) => model,
): Promise<ArtefactManifest> {
  const files = await readArtefactFiles(dir);
  const { manifest } = files;
  const model = complete(loadRoutingModel(files));
  const loadingCount = loadingCountOf(manifest.shape);
  const drawn: ProbeTexts[] = PROBES.map((probe) => ({
    name: probe.benchmark,
    texts: drawTexts(dataset, split, probe),
  }));
  const usable = [...drawn.filter(({ texts }) => texts.length >= SAMPLES_MIN), ...listOwnProbes()];
  const count = Math.min(...usable.map(({ texts }) => texts.length));
  const assumed = listAssumed();
  const links = fitScoreLinks(
    createCatalog()
      .list()
      .map((facts) => abilityInputOf(facts, {})),
  );
  const { tensors: _tensors, tensorFile: _file, version: _version, ...head } = manifest;
  return writeArtefact(
    dir,
    {
      ...head,
      scoreLinks: [...links.benchmarks],
      scoreProbes: usable.map(({ name }) => name),
      assumedProbes: assumed.map(({ name, chance }) => ({ name, chance })),
    },
    [
      ...listWrittenTensors(manifest, files.tensors).filter(({ name }) => !OWN_TENSORS.has(name)),
      { name: "scoreLinks", shape: [links.benchmarks.length, 3], data: links.columns },
      {
        name: "probeLoadings",
        shape: [usable.length, count, loadingCount],
        data: readLoadings(model, usable, count),
      },
      {
        name: "assumedLoadings",
        shape: [assumed.length, SAMPLES, loadingCount],
        data: readLoadings(model, assumed, SAMPLES),
      },
    ],
  );
}
