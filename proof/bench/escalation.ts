// The gain of one class up where a cheap model failed, by outcomes of agents: `node proof/bench/escalation.ts DATA SOURCE...`. The
// gateway goes up on evidence of failure alone; this says how often the model above then solves what the one below did not.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";

import { createCatalog } from "@signalbox/catalog";

/** Candidates of one class cost within this factor of each other, as in the gateway. */
const CLASS_FACTOR = 2;
/** A mean of several runs counts as solved from here on. */
const SOLVED = 0.5;
const INPUT_SHARE = 0.75;

const [folder = "", ...sources] = process.argv.slice(2);
const catalog = createCatalog();

function priceOf(model: string): number | undefined {
  const { inputUsdPerMTok: input, outputUsdPerMTok: output } = catalog.resolve({ model })?.prices ?? {};
  return input === undefined || output === undefined
    ? undefined
    : INPUT_SHARE * input + (1 - INPUT_SHARE) * output;
}

interface Outcomes {
  readonly model: string;
  readonly price: number;
  /** By task. */
  readonly scores: ReadonlyMap<string, number>;
}

function readOutcomes(source: string): readonly Outcomes[] {
  const text = gunzipSync(readFileSync(join(folder, `${source}.outcomes.csv.gz`))).toString();
  const [head = "", ...lines] = text.trim().split("\n");
  const columns = head.split(",");
  const [id, model, score] = ["id", "model", "score"].map((name) => columns.indexOf(name));
  const byModel = new Map<string, Map<string, number>>();
  for (const line of lines) {
    const cells = line.split(",");
    const name = cells[model ?? -1] ?? "";
    const scores = byModel.get(name) ?? new Map<string, number>();
    byModel.set(name, scores.set(cells[id ?? -1] ?? "", Number(cells[score ?? -1])));
  }
  return [...byModel].flatMap(([name, scores]) => {
    const price = priceOf(name);
    return price === undefined ? [] : [{ model: name, price, scores }];
  });
}

/** The models of the next class above, as the gateway finds them. */
function classAbove(all: readonly Outcomes[], { price }: Outcomes): readonly Outcomes[] {
  const above = all.filter((other) => other.price > price).toSorted((a, b) => a.price - b.price);
  return above.filter((other) => other.price <= (above[0]?.price ?? 0) * CLASS_FACTOR);
}

function report(source: string): void {
  const all = readOutcomes(source);
  let [failed, lifted, again, solved, kept] = [0, 0, 0, 0, 0];
  for (const low of all) {
    const above = classAbove(all, low);
    for (const high of above)
      for (const [task, score] of low.scores) {
        const other = high.scores.get(task);
        if (other === undefined) continue;
        if (score < SOLVED) {
          failed += 1;
          lifted += other;
          again += score;
        } else {
          solved += 1;
          kept += other;
        }
      }
  }
  process.stdout.write(
    `${source}: ${all.length} priced models; failed below ${failed}: another run of the same solves ${(again / failed).toFixed(2)}, ` +
      `one class up ${(lifted / failed).toFixed(2)}; solved below ${solved}: one class up ${(kept / solved).toFixed(2)}\n`,
  );
}

for (const source of sources) report(source);
