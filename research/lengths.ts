// How near the expected length of an answer comes to the real one: `node research/lengths.ts [--set held|tuned] [--artefact DIR] [--misses]`.
import { parseArgs } from "node:util";

import { readArtefactFiles, SHIPPED_ARTEFACT_DIR } from "@signalbox/catalog";
import { loadRoutingModel } from "@signalbox/engine";

import { HELD_CASES } from "./lengths/held-cases.data.ts";
import { factorOf, figuresByKind, figuresOf, measureLengths } from "./lengths/measure-lengths.ts";
import type { LengthFigures } from "./lengths/measure-lengths.ts";
import { TUNED_CASES } from "./lengths/tuned-cases.data.ts";

const { values } = parseArgs({
  options: {
    set: { type: "string", default: "held" },
    artefact: { type: "string", default: SHIPPED_ARTEFACT_DIR },
    misses: { type: "boolean", default: false },
  },
});

const percent = (share: number): string => `${(100 * share).toFixed(0)} %`;
const row = (name: string, { cases, withinTwo, held, medianFactor }: LengthFigures): string =>
  `| ${name} | ${cases} | ${percent(withinTwo)} | ${percent(held)} | ${medianFactor.toFixed(2)} |\n`;

const model = loadRoutingModel(await readArtefactFiles(values.artefact));
const measured = measureLengths(model, values.set === "tuned" ? TUNED_CASES : HELD_CASES);
process.stdout.write("| what is asked | cases | within a factor 2 | 80 % interval holds | median factor |\n");
process.stdout.write("| --- | --: | --: | --: | --: |\n");
for (const [kind, figures] of figuresByKind(measured)) process.stdout.write(row(kind, figures));
process.stdout.write(row("**all**", figuresOf(measured)));
if (values.misses)
  for (const one of measured.filter((each) => factorOf(each) > 2)) {
    const asked = JSON.stringify(one.given.messages.at(-1)?.content.slice(0, 70));
    const { low, median, high } = one.expected;
    process.stdout.write(
      `${one.given.kind}: ${one.operation} ${one.tokens} expected ${median.toFixed(0)} (${low.toFixed(0)}-${high.toFixed(0)}) ${asked}\n`,
    );
  }
