// Reads a folder of sources into one columnar data set. Any folder of the format will do: splits, canonical
// names, latencies and costs are optional; nothing is guessed silently, every fault names its file and line.
import { createHash } from "node:crypto";
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { splitmix32 } from "@signalbox/engine/numerics";
import { SignalboxError } from "@signalbox/contracts";
import { SPLIT, type Dataset, type SplitName } from "./dataset.ts";
import {
  assembleDataset,
  type LoadedSource,
  applyLatencyFile,
  parseOutcomesFile,
} from "./assemble-dataset.ts";
import { parsePromptsFile, parseModelsFile, parseSplitsFile } from "./prompts-file.ts";
import { invalidData, readTextFile, type TextFile } from "./csv-rows.ts";

// Which prompts may be learned from, tuned on and judged.
const TEST_SHARE = 0.3;
const DEV_SHARE = 0.1;

/** A group split by seed: about 60 % train, 10 % dev, 30 % test; all prompts of a group fall on one side. @shape groups.length */
export function splitByGroup(groups: Int32Array, seed: number): Uint8Array {
  const order = [...new Set(groups)].toSorted((a, b) => a - b);
  const random = splitmix32(seed);
  const code = new Map<number, number>();
  for (const group of order) {
    const draw = random();
    code.set(group, draw < TEST_SHARE ? SPLIT.test : draw < TEST_SHARE + DEV_SHARE ? SPLIT.dev : SPLIT.train);
  }
  return Uint8Array.from(groups, (group) => code.get(group) ?? SPLIT.train);
}

/**
 * Split codes of all prompts: those of splits.csv, or a group split by seed where the folder has none.
 * @shape prompts.count
 */
export function chooseSplit(dataset: Dataset, name: SplitName, seed: number): Uint8Array {
  return dataset.splits?.[name] ?? splitByGroup(dataset.prompts.group, seed);
}

interface LoadOptions {
  /** Only these sources; all when left out. */
  readonly sources?: readonly string[];
  readonly onProgress?: (message: string) => void;
}

/** Sources in one folder at most. */
const SOURCES_MAX = 1_000;
const PROMPTS_FILE = /^(.+)\.prompts\.jsonl(?:\.gz)?$/;

async function listFolder(dir: string): Promise<ReadonlySet<string>> {
  try {
    return new Set(await readdir(dir));
  } catch (cause) {
    throw new SignalboxError("invalid_data", "The data folder cannot be read.", { cause });
  }
}

/** The gzipped or the plain file of that name; undefined when neither is there, an error when both are. */
function chooseFile(names: ReadonlySet<string>, plain: string): string | undefined {
  const found = [plain, `${plain}.gz`].filter((name) => names.has(name));
  if (found.length > 1) throw invalidData(plain, undefined, "stands plain and gzipped; keep one of them");
  return found[0];
}

class Folder {
  readonly #dir: string;
  readonly #names: ReadonlySet<string>;
  readonly #digests: string[] = [];

  constructor(dir: string, names: ReadonlySet<string>) {
    this.#dir = dir;
    this.#names = names;
  }

  async find(plain: string): Promise<TextFile | undefined> {
    const name = chooseFile(this.#names, plain);
    if (name === undefined) return undefined;
    const file = await readTextFile(join(this.#dir, name));
    this.#digests.push(`${plain} ${file.sha256}`);
    return file;
  }

  async get(plain: string): Promise<TextFile> {
    const file = await this.find(plain);
    if (file === undefined) throw invalidData(plain, undefined, "is missing (plain or .gz)");
    return file;
  }

  fingerprint(): string {
    return createHash("sha256").update(this.#digests.toSorted().join("\n")).digest("hex");
  }
}

async function loadSource(folder: Folder, source: string): Promise<LoadedSource> {
  const prompts = parsePromptsFile(await folder.get(`${source}.prompts.jsonl`), source);
  const promptRow = new Map(prompts.map((prompt, row) => [prompt.id, row]));
  const outcomes = parseOutcomesFile(await folder.get(`${source}.outcomes.csv`), promptRow);
  const latency = await folder.find(`${source}.latency.csv`);
  if (latency !== undefined) applyLatencyFile(latency, promptRow, outcomes);
  outcomes.rowByKey.clear();
  return { source, prompts, outcomes };
}

function chooseSources(names: ReadonlySet<string>, wanted: readonly string[] | undefined): readonly string[] {
  const present = [...new Set([...names].flatMap((name) => PROMPTS_FILE.exec(name)?.[1] ?? []))].toSorted();
  const unknown = (wanted ?? []).filter((source) => !present.includes(source));
  if (unknown.length > 0)
    throw new SignalboxError("invalid_data", `The data folder has no source ${unknown.join(", ")}.`);
  const chosen = wanted === undefined ? present : present.filter((source) => wanted.includes(source));
  if (chosen.length === 0)
    throw new SignalboxError(
      "invalid_data",
      "The data folder has no SOURCE.prompts.jsonl or SOURCE.prompts.jsonl.gz.",
    );
  if (chosen.length > SOURCES_MAX)
    throw new SignalboxError("invalid_data", `The data folder has more than ${SOURCES_MAX} sources.`);
  return chosen;
}

/**
 * Loads every source of a folder.
 * @throws SignalboxError `invalid_data` with file and line for anything that is not of the format.
 */
export async function loadDataset(dir: string, options: LoadOptions = {}): Promise<Dataset> {
  const names = await listFolder(dir);
  const folder = new Folder(dir, names);
  const loaded: LoadedSource[] = [];
  for (const source of chooseSources(names, options.sources)) {
    options.onProgress?.(`reading ${source}`);
    loaded.push(await loadSource(folder, source));
  }
  const models = await folder.find("models.csv");
  const splits = await folder.find("splits.csv");
  return assembleDataset({
    sources: loaded,
    modelNames: models === undefined ? new Map() : parseModelsFile(models),
    splits: splits === undefined ? undefined : parseSplitsFile(splits),
    fingerprint: folder.fingerprint(),
  });
}
