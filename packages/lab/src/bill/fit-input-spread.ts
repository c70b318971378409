// Fits INPUT_SPREAD of the engine: the share of the counted input that makes 80 % of real bills lie in their interval, both
// sources with real costs counting alike. Only benchmark train and dev prompts are looked at.
// Command: fit-input-spread.ts --data DIR [--artefact DIR]
import { parseArgs } from "node:util";
import { SHIPPED_ARTEFACT_DIR } from "@signalbox/catalog";

import { loadDataset, SPLIT } from "../data/index.ts";
import { openArtefactView } from "../artefact-view.ts";
import { isBillCovered, readPricedCalls } from "./measure-bill.ts";
import { BILLED_SOURCES } from "./render-bill.ts";

const TARGET = 0.8;
const STEP = 0.001;
const SPREAD_MAX = 0.2;

const { values } = parseArgs({
  options: {
    data: { type: "string", default: "data" },
    artefact: { type: "string", default: SHIPPED_ARTEFACT_DIR },
  },
});
const dataset = await loadDataset(values.data, { sources: BILLED_SOURCES });
const view = await openArtefactView(values.artefact);
const splits = dataset.splits?.benchmark;
const isOpen = (prompt: number): boolean =>
  splits?.[prompt] === SPLIT.train || splits?.[prompt] === SPLIT.dev;
const sources = BILLED_SOURCES.map((source) =>
  readPricedCalls(dataset, view, { source, isTrain: isOpen, isJudged: isOpen }),
);
const coverageAt = (spread: number): readonly number[] =>
  sources.map((calls) => calls.filter((call) => isBillCovered(call, spread)).length / calls.length);
const mean = (shares: readonly number[]): number =>
  shares.reduce((sum, share) => sum + share, 0) / shares.length;

let spread = 0;
while (spread < SPREAD_MAX && mean(coverageAt(spread)) < TARGET) spread += STEP;
process.stdout.write(
  `${JSON.stringify({ inputSpread: Number(spread.toFixed(3)), coverage: coverageAt(spread) })}\n`,
);
