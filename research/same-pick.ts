// Which picks survive other words, by kind of rewording: `node research/same-pick.ts --data DIR [--artefact DIR] [--prompts 60]
//`. The whole engine, a pool of ten current models, dev prompts of every source: nothing of what
// `npm run research -- evaluate --protocol paraphrase` judges. Settings of the decision are chosen here.
import { parseArgs } from "node:util";

import { SHIPPED_ARTEFACT_DIR } from "@signalbox/catalog";
import { chooseSplit, loadDataset, openArtefactView, SPLIT } from "@signalbox/lab";
import type { Dataset } from "@signalbox/lab";

import { paraphrase } from "./paraphrase/index.ts";
import { createServedPicker } from "./protocols/paraphrase/served-picks.ts";

const { values } = parseArgs({
  options: {
    data: { type: "string", default: "data" },
    artefact: { type: "string", default: SHIPPED_ARTEFACT_DIR },
    prompts: { type: "string", default: "60" },
  },
});

const wantedPrompts = Number(values.prompts);
if (!(wantedPrompts >= 1)) {
  process.stderr.write(`--prompts must be a number from 1 on, and is "${values.prompts}".\n`);
  process.exit(2);
}

interface Pair {
  readonly kind: string;
  readonly prompt: string;
  readonly reworded: string;
}

/** About so many dev prompts of every source, evenly spaced, with all their rewordings. */
function listPairs(
  { sources, prompts, splits }: Dataset,
  split: Uint8Array,
  wanted: number,
): readonly Pair[] {
  if (splits === undefined) process.stdout.write("No splits.csv: dev prompts are drawn by seed 42.\n");
  return sources.flatMap((_, source) => {
    const rows = [...split.keys()].filter(
      (row) => prompts.source[row] === source && split[row] === SPLIT.dev,
    );
    const step = Math.max(1, Math.floor(rows.length / wanted));
    return rows
      .filter((_row, i) => i % step === 0)
      .flatMap((row) =>
        paraphrase(prompts.text[row]!, row).map(({ kind, text }) => ({
          kind,
          prompt: prompts.text[row]!,
          reworded: text,
        })),
      );
  });
}

function count(counts: Map<string, number>, key: string, by = 1): void {
  counts.set(key, (counts.get(key) ?? 0) + by);
}

function report(pairs: readonly Pair[], pick: (text: string) => string): string {
  const [all, kept, flips] = [
    new Map<string, number>(),
    new Map<string, number>(),
    new Map<string, number>(),
  ];
  for (const { kind, prompt, reworded } of pairs) {
    const [before, after] = [pick(prompt), pick(reworded)];
    for (const key of ["all", kind]) {
      count(all, key);
      count(kept, key, Number(before === after));
    }
    if (before !== after) count(flips, [before, after].toSorted().join(" and "));
  }
  const shares = [...all].map(([kind, n]) => `  ${kind}: ${((kept.get(kind) ?? 0) / n).toFixed(3)} of ${n}`);
  const worst = [...flips].toSorted((a, b) => b[1] - a[1]).slice(0, 5);
  return [...shares, ...worst.map(([pair, n]) => `  ${n} between ${pair}`)].join("\n");
}

const dataset = await loadDataset(values.data);
const view = await openArtefactView(values.artefact);
const pairs = listPairs(dataset, chooseSplit(dataset, "benchmark", 42), wantedPrompts);
process.stdout.write(`${view.manifest.version}, ${pairs.length} rewordings; kept picks:\n`);
for (const dial of ["quality", "cost"] as const) {
  const pick = createServedPicker(view, dial);
  process.stdout.write(`${dial}\n${report(pairs, pick)}\n`);
}
