// A copy of a data folder in which some models have no outcome: what an artefact is trained on that must not know them.
import { mkdir, readdir, writeFile, copyFile } from "node:fs/promises";
import { join } from "node:path";
import { forEachCsvRow } from "./csv-rows.ts";
import { readTextFile } from "./read-text.ts";

export interface HiddenModels {
  /** True for a model whose outcomes are left out. */
  readonly isHidden: (source: string, name: string) => boolean;
}

const OUTCOMES = /^(.+)\.outcomes\.csv(?:\.gz)?$/;
const HEADER = ["id", "model", "score", "cost_usd", "input_tokens", "output_tokens"];

/** Files beside the outcomes are copied as they are. */
export async function copyWithoutModels(
  fromDir: string,
  toDir: string,
  { isHidden }: HiddenModels,
): Promise<void> {
  await mkdir(toDir, { recursive: true });
  for (const name of await readdir(fromDir)) {
    const source = OUTCOMES.exec(name)?.[1];
    if (source === undefined) {
      if (/\.prompts\.jsonl|^models\.csv|^splits\.csv/.test(name))
        await copyFile(join(fromDir, name), join(toDir, name));
      continue;
    }
    const lines = [HEADER.join(",")];
    const columns = { required: HEADER.slice(0, 3), optional: HEADER.slice(3) };
    forEachCsvRow(await readTextFile(join(fromDir, name)), columns, (fields) => {
      if (!isHidden(source, fields[1] ?? "")) lines.push(fields.map(quote).join(","));
    });
    await writeFile(join(toDir, `${source}.outcomes.csv`), `${lines.join("\n")}\n`);
  }
}

function quote(field: string): string {
  return /[",\n]/.test(field) ? `"${field.replaceAll('"', '""')}"` : field;
}
