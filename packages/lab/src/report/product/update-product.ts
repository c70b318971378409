// Writes sections of the published page again, from evaluations kept as JSON; the rest of the page stays.
// Command: npm run ts -- packages/lab/src/report/product/update-product.ts [--date YYYY-MM-DD] [--page FILE] REPORT.json...
import { readFile, writeFile } from "node:fs/promises";
import { parseArgs } from "node:util";
import type { EvaluationResult } from "../../protocols/evaluate.ts";
import { wrapProse } from "../wrap-prose.ts";
import { renderSection, replaceSection } from "./render-sections.ts";

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    date: { type: "string", default: new Date().toISOString().slice(0, 10) },
    page: { type: "string", default: "docs/benchmark-tables.md" },
  },
});
let page = await readFile(values.page, "utf8");
for (const path of positionals) {
  const result = JSON.parse(await readFile(path, "utf8")) as EvaluationResult;
  page = replaceSection(page, renderSection(result, values.date));
}
await writeFile(values.page, wrapProse(page));
