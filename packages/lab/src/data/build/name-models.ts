// models.csv of a folder: which names of its sources mean one model. The catalogue settles the rest when a folder is read.
import { existsSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";

import { forEachCsvRow } from "../csv-rows.ts";
import { readTextFile } from "../read-text.ts";
import { quote } from "./write-source.ts";

const COLUMNS = { required: ["source", "model", "canonical"], optional: ["vendor", "kind"] };

/** The name without who published it: `mistralai/Mixtral-8x7B-Instruct-v0.1` is `mixtral-8x7b-instruct-v0.1` everywhere. */
const canonicalOf = (model: string): string => (model.split("/").at(-1) ?? model).toLowerCase();

async function readOthers(path: string, source: string): Promise<readonly string[]> {
  if (!existsSync(path)) return [];
  const lines: string[] = [];
  forEachCsvRow(await readTextFile(path), COLUMNS, (fields) => {
    if (fields[0] !== source) lines.push(fields.map(quote).join(","));
  });
  return lines;
}

/** Replaces the rows of the source and leaves those of the others. */
export async function nameModels(folder: string, source: string, models: readonly string[]): Promise<void> {
  const path = join(folder, "models.csv");
  const own = models.map((model) => [source, model, canonicalOf(model), "", ""].map(quote).join(","));
  const lines = [...own, ...(await readOthers(path, source))].toSorted();
  const header = [...COLUMNS.required, ...COLUMNS.optional].join(",");
  await writeFile(path, `${header}\n${lines.join("\n")}\n`);
}
