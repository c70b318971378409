// Where prompts lie on the map of the training set: clusters, and the head that tells fields apart.
import { FIELDS } from "@signalbox/contracts";
import { splitmix32 } from "@signalbox/engine/numerics";
import type { EncodedRows } from "./heads/encode-rows.ts";
import { fieldOf } from "./heads/fields.ts";
import { fitClusters } from "./heads/fit-clusters.ts";
import { fitFieldHead } from "./heads/fit-field-head.ts";
import type { TensorBag } from "./artefact/tensor-bag.ts";
import type { RecipeRun } from "./prepare-run.ts";
import type { RecipeOptions } from "./recipe-options.ts";
import { valueAt } from "../arrays/value-at.ts";

/** Field of every prompt, then of every anchor, as an index into FIELDS. */
export function labelFields(run: RecipeRun): Int32Array {
  const { prompts, sources, taskNames } = run.dataset;
  const labels = new Int32Array(prompts.count + run.anchors.length);
  for (let row = 0; row < prompts.count; row += 1) {
    const source = sources[valueAt(prompts.source, row)] ?? "";
    labels[row] = FIELDS.indexOf(
      fieldOf(source, taskNames[valueAt(prompts.task, row)] ?? "", prompts.subset[row] ?? ""),
    );
  }
  run.anchors.forEach((anchor, index) => {
    labels[prompts.count + index] = FIELDS.indexOf(anchor.field);
  });
  return labels;
}

/** Bags "clusterCentres", "clusterRadius" and "fieldHead". @returns the number of clusters */
export function fitPromptMap(
  run: RecipeRun,
  encoded: EncodedRows,
  bag: TensorBag,
  options: { seed: number; labels: Int32Array; recipe: RecipeOptions },
): number {
  const { set, shape } = run;
  const random = splitmix32(options.seed + 77);
  const width = options.recipe.memberCount * shape.tokenSize + (run.encoder?.width ?? 0);
  const rows = { train: set.trainRows, dev: set.devRows };
  const clusters = fitClusters(encoded, width, rows, { count: options.recipe.clusterCount, random });
  bag.set("clusterCentres", clusters.centres, clusters.count, width);
  bag.set("clusterRadius", clusters.radius, 2);
  const head = fitFieldHead(encoded, options.labels, set.trainRows, { fieldCount: FIELDS.length, random });
  bag.set("fieldHead", head, FIELDS.length, encoded.featureCount + 1);
  return clusters.count;
}
