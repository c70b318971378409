// How close the expected bill comes to the real one: bill.ts --data DIR [--artefact DIR] [--split release|benchmark].
// Prices and hidden prompts are learned on the benchmark train part of a source; its other parts judge.
import { parseArgs } from "node:util";

import { SHIPPED_ARTEFACT_DIR } from "@signalbox/catalog";
import { loadDataset } from "../data/index.ts";
import { openArtefactView } from "../artefact-view.ts";

import { BILLED_SOURCES, LENGTH_SOURCES, measureBills, renderBill } from "./render-bill.ts";

const { values } = parseArgs({
  options: {
    data: { type: "string", default: "data" },
    artefact: { type: "string", default: SHIPPED_ARTEFACT_DIR },
    split: { type: "string", default: "release" },
  },
});
const dataset = await loadDataset(values.data, { sources: [...BILLED_SOURCES, ...LENGTH_SOURCES] });
const view = await openArtefactView(values.artefact);
const split = values.split === "benchmark" ? "benchmark" : "release";
process.stdout.write(renderBill(measureBills(dataset, view, split)));
