// Writes the folder that the artefact of `unseen-source` is trained on: some sources and every n-th
// model, from the first named one on, are left out. Settings are tuned on another hold-out (--first 6) than the published one.
// Command: node research/protocols/write-hold-out.ts --data DIR --out DIR [--first N]
import { parseArgs } from "node:util";
import { createCatalog } from "@signalbox/catalog";
import { SignalboxError } from "@signalbox/contracts";
import { copyWithoutModels, loadDataset } from "../../packages/lab/src/data/index.ts";
import { identifyModel } from "../../packages/lab/src/data/identify-models.ts";

const OPTIONS = {
  data: { type: "string" },
  out: { type: "string" },
  sources: { type: "string", default: "zelling_cascades,kor_bench,livecodebench" },
  every: { type: "string", default: "8" },
  first: { type: "string", default: "3" },
} as const;

async function main(): Promise<void> {
  const { values } = parseArgs({ options: OPTIONS });
  if (values.data === undefined || values.out === undefined)
    throw new SignalboxError("bad_request", "--data DIR and --out DIR are needed.");
  const catalog = createCatalog();
  const dataset = await loadDataset(values.data);
  const idOf = new Map(
    dataset.models.map((model) => [`${model.source}\0${model.name}`, identifyModel(model, catalog)] as const),
  );
  const served = [
    ...new Set([...idOf.values()].flatMap(({ id, isServed }) => (isServed ? [id] : []))),
  ].toSorted();
  const hidden = new Set(served.filter((_, index) => index % Number(values.every) === Number(values.first)));
  const sources = new Set(values.sources.split(","));
  await copyWithoutModels(values.data, values.out, {
    isHidden: (source, name) => sources.has(source) || hidden.has(idOf.get(`${source}\0${name}`)?.id ?? ""),
  });
  process.stdout.write(`left out: ${[...sources, ...hidden].join(", ")}\n`);
}

await main();
