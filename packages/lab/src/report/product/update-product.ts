// Writes the product's part of the published page again, from evaluations kept as JSON; the rest of the page stays. With --only, the
// section of one protocol.
// Command: npm run ts -- packages/lab/src/report/product/update-product.ts --reports DIR [--before DIR] [--only NAME] --date YYYY-MM-DD
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { SignalboxError } from "@signalbox/contracts";
import { PROTOCOLS } from "../../protocols/index.ts";
import type { EvaluationResult } from "../../protocols/evaluate.ts";
import { renderProduct, renderSection } from "./render-product.ts";
import { replaceProduct, replaceSection } from "./replace-product.ts";
import { wrapProse } from "../wrap-prose.ts";

const COMMAND = "npm run lab -- evaluate --data DIR --protocol NAME [--leave-out] --json > REPORTS/NAME.json";

async function readResults(dir: string | undefined): Promise<readonly EvaluationResult[]> {
  if (dir === undefined) return [];
  const names = PROTOCOLS.filter(({ judgesProduct }) => judgesProduct === true).map(({ name }) => name);
  const texts = await Promise.all(
    names.map((name) => readFile(join(dir, `${name}.json`), "utf8").catch(() => undefined)),
  );
  return texts.flatMap((text) => (text === undefined ? [] : [JSON.parse(text) as EvaluationResult]));
}

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      reports: { type: "string" },
      before: { type: "string" },
      only: { type: "string" },
      date: { type: "string", default: new Date().toISOString().slice(0, 10) },
      page: { type: "string", default: "docs/benchmark-tables.md" },
    },
  });
  const results = await readResults(values.reports);
  if (results.length === 0)
    throw new SignalboxError("bad_request", "--reports DIR must hold NAME.json of a product protocol.");
  const before = await readResults(values.before);
  if (values.only !== undefined) {
    const result = results.find(({ protocol }) => protocol === values.only);
    if (result === undefined)
      throw new SignalboxError("bad_request", `--reports DIR holds no ${values.only}.json.`);
    const section = renderSection(result, before, values.date);
    await writeFile(values.page, wrapProse(replaceSection(await readFile(values.page, "utf8"), section)));
    return;
  }
  const part = renderProduct({ results, before, command: COMMAND, date: values.date });
  await writeFile(values.page, wrapProse(replaceProduct(await readFile(values.page, "utf8"), part)));
}

await main();
