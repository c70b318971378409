// How near the expected length of an answer comes to the real one: lengths.ts [--set held|six] [--artefact DIR] [--misses].
import { parseArgs } from "node:util";

import { readArtefactFiles, SHIPPED_ARTEFACT_DIR } from "@signalbox/catalog";
import { loadRoutingModel } from "@signalbox/engine";

import { HELD_CASES } from "./held-cases.data.ts";
import {
  answerTokens,
  factorOf,
  figuresByKind,
  figuresOf,
  lengthCase,
  measureLengths,
} from "./measure-lengths.ts";
import type { LengthFigures } from "./measure-lengths.ts";
import { SIX_LANGUAGES } from "./six-languages.data.ts";

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

/** Each request with its number of words and without, judged by so many words of the language's own prose. */
function judgeSixLanguages(): void {
  process.stdout.write(
    "| language | number | cases | within a factor 2 | 80 % interval holds | median factor |\n",
  );
  process.stdout.write("| --- | --- | --: | --: | --: | --: |\n");
  for (const [language, { prose, asked }] of Object.entries(SIX_LANGUAGES))
    for (const [name, isStated] of [
      ["stated", true],
      ["left out", false],
    ] as const) {
      const cases = asked.map(([words, text, without]) =>
        lengthCase("so many", isStated ? text : without, answerTokens(prose, language, words)),
      );
      process.stdout.write(row(`${language} | ${name}`, figuresOf(measureLengths(model, cases))));
    }
}

function judgeKinds(): void {
  const measured = measureLengths(model, HELD_CASES);
  process.stdout.write(
    "| what is asked | cases | within a factor 2 | 80 % interval holds | median factor |\n",
  );
  process.stdout.write("| --- | --: | --: | --: | --: |\n");
  for (const [kind, figures] of figuresByKind(measured)) process.stdout.write(row(kind, figures));
  process.stdout.write(row("**all**", figuresOf(measured)));
  if (!values.misses) return;
  for (const one of measured.filter((each) => factorOf(each) > 2)) {
    const asked = JSON.stringify(one.given.messages.at(-1)?.content.slice(0, 70));
    const { low, median, high } = one.expected;
    process.stdout.write(
      `${one.given.kind}: ${one.operation} ${one.tokens} expected ${median.toFixed(0)} (${low.toFixed(0)}-${high.toFixed(0)}) ${asked}\n`,
    );
  }
}

if (values.set === "six") judgeSixLanguages();
else judgeKinds();
