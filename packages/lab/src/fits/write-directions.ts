// Writes what learning starts from: the directions of the reading, which are the principal ones of the prompts that the release
// artefact was trained on, and the priors, from prompts of the same sources that it was tuned on and not trained.
// node scripts/bootstrap.mjs packages/lab/src/fits/write-directions.ts DATA
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { SHIPPED_ARTEFACT_DIR } from "@signalbox/catalog";
import { OUTER_FORM_COUNT, readPoints } from "@signalbox/engine/internals";
import { findPrincipalAxes, shuffle, splitmix32 } from "@signalbox/engine/numerics";
import { valueAt } from "../arrays/value-at.ts";
import { loadDataset, SPLIT } from "../data/index.ts";
import { openArtefactView } from "../artefact-view.ts";
import { buildWorld, WORLD_DEFAULTS } from "../learning/build-world.ts";
import { summariseWorth, worthOf } from "./learning-priors.ts";

const FOLDER = join(import.meta.dirname, "../../../engine/src/learn");
/** Fewer prompts of a source tell no slope. */
const JUDGED_MIN = 100;
const LINE = 104;
/** Prompts of each source, so that no source leads by its size; and directions. */
const [PROMPTS, COUNT] = [250, 16];

const [dataDir = "data"] = process.argv.slice(2);
const [dataset, view] = await Promise.all([loadDataset(dataDir), openArtefactView(SHIPPED_ARTEFACT_DIR)]);
const features = view.manifest.sources.flatMap((name) => {
  const source = dataset.sources.indexOf(name);
  const prompts = Int32Array.from(Array.from({ length: dataset.prompts.count }, (_, at) => at)).filter(
    (at) => dataset.prompts.source[at] === source && dataset.splits?.release[at] === SPLIT.train,
  );
  return Array.from(
    shuffle(prompts, splitmix32(7)).subarray(0, PROMPTS),
    (at) => view.encode(valueAt(dataset.prompts.text, at)).features,
  );
});
const size = valueAt(features, 0).length;
const {
  reader: { directions: about, surface: form },
  points: { features: points },
} = readPoints(features.map((each) => ({ features: each })));
const { mean, axes } = findPrincipalAxes(points, size, COUNT);
let square = 0;
for (let row = 0; row < features.length; row += 1)
  for (let axis = 0; axis < COUNT; axis += 1) {
    let sum = 0;
    for (let at = 0; at < size; at += 1)
      sum += (valueAt(points, row * size + at) - valueAt(mean, at)) * valueAt(axes, axis * size + at);
    square += (sum * sum) / features.length;
  }
const scaled = axes.map((each) => each * Math.sqrt(COUNT / square));
const numbers = Float32Array.of(
  ...about.mean,
  ...about.weight,
  ...form.mean,
  ...form.deviation,
  ...mean,
  ...scaled,
);
const lines =
  Buffer.from(numbers.buffer)
    .toString("base64")
    .match(new RegExp(`.{1,${LINE}}`, "g")) ?? [];
const text = `// Written by packages/lab/src/fits/write-directions.ts: where the prompts of the training sources differ most.
export const DIRECTIONS = {
  about: ${size - OUTER_FORM_COUNT},
  form: ${OUTER_FORM_COUNT},
  /** Scaling of both parts, the centre, then the axes, as single floats in base 64. */
  numbers:
    "${lines.join('" +\n    "')}",
};
`;
writeFileSync(join(FOLDER, "reports/directions.data.ts"), text);

const options = {
  ...WORLD_DEFAULTS,
  isUsed: (split: number | undefined) => split === SPLIT.dev,
  promptsMin: JUDGED_MIN,
};
const worths = view.manifest.sources.flatMap((source) => {
  const world = buildWorld(dataset, view, source, options);
  return world === undefined ? [] : [worthOf(world)];
});
const { levels, within } = summariseWorth(worths);
const round = (value: number): number => Number(value.toFixed(2));
writeFileSync(
  join(FOLDER, "priors.data.ts"),
  `// Written by packages/lab/src/fits/write-directions.ts: the worth of the shipped estimate on ${worths.length} training sources.
export const PRIORS = {
  /** Level of all models, slopes of the shipped logit between models and within one. @unit logits */
  levels: {
    means: [${levels.means.map(round).join(", ")}],
    deviations: [${levels.deviations.map(round).join(", ")}],
  },
  /** Slope of outcomes on the shipped chance within a model and kind of work. */
  within: { mean: ${round(within.mean)}, deviation: ${round(within.deviation)} },
};
`,
);
