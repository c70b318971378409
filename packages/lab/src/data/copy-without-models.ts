// A copy of a data folder that lacks some outcomes: what an artefact is trained on that must not know some models or
// sources. A source that loses every outcome is left out whole.
import { copyFile, mkdir, readdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { forEachCsvRow } from "./csv-rows.ts";
import { readTextFile } from "./read-text.ts";

interface HiddenModels {
  /** True for a model whose outcomes are left out. */
  readonly isHidden: (source: string, name: string) => boolean;
}

const OUTCOMES = /^(.+)\.outcomes\.csv(?:\.gz)?$/;
const SIDE_FILE = /^(?:models|splits)\.csv(?:\.gz)?$/;
const HEADER = ["id", "model", "score", "cost_usd", "input_tokens", "output_tokens"];

function quote(field: string): string {
  return /[",\n]/.test(field) ? `"${field.replaceAll('"', '""')}"` : field;
}

async function listKeptRows(path: string, isKept: (name: string) => boolean): Promise<readonly string[]> {
  const lines: string[] = [];
  const columns = { required: HEADER.slice(0, 3), optional: HEADER.slice(3) };
  forEachCsvRow(await readTextFile(path), columns, (fields) => {
    if (isKept(fields[1] ?? "")) lines.push(fields.map(quote).join(","));
  });
  return lines;
}

/** Latencies are not copied: nothing is trained on them. */
export async function copyWithoutModels(
  fromDir: string,
  toDir: string,
  { isHidden }: HiddenModels,
): Promise<void> {
  await mkdir(toDir, { recursive: true });
  const names = await readdir(fromDir);
  for (const name of names) {
    if (SIDE_FILE.test(name)) await copyFile(join(fromDir, name), join(toDir, name));
    const source = OUTCOMES.exec(name)?.[1];
    if (source === undefined) continue;
    const rows = await listKeptRows(join(fromDir, name), (model) => !isHidden(source, model));
    if (rows.length === 0) continue;
    await writeFile(join(toDir, `${source}.outcomes.csv`), `${HEADER.join(",")}\n${rows.join("\n")}\n`);
    for (const prompts of names.filter((other) => other.startsWith(`${source}.prompts.jsonl`)))
      await copyFile(join(fromDir, prompts), join(toDir, prompts));
  }
}
