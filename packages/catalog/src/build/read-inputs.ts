// Reads the research files that the committed data is made from: model cards (JSON lines) and public scores (gzipped CSV).
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { SignalboxError } from "@signalbox/contracts";

export interface ModelCard {
  readonly id: string;
  readonly aliases: readonly string[];
  readonly vendor: string;
  readonly name: string;
  readonly family: string | null;
  readonly released: string | null;
  readonly deprecated: boolean | null;
  readonly deprecation_date: string | null;
  readonly context_tokens: number | null;
  readonly max_output_tokens: number | null;
  readonly input_modalities: readonly string[] | null;
  readonly output_modalities: readonly string[] | null;
  readonly tools: boolean | null;
  readonly structured_output: boolean | null;
  readonly reasoning: boolean | null;
  readonly open_weights: boolean | null;
  readonly params_b: number | null;
  readonly active_params_b: number | null;
  readonly price_usd_per_mtok: {
    readonly input: number | null;
    readonly cached_input: number | null;
    readonly output: number | null;
  } | null;
  readonly price_source: string | null;
  readonly speed: {
    readonly ttft_s: number | null;
    readonly tokens_per_s: number | null;
    readonly setting: string | null;
    readonly date: string | null;
    readonly source: string;
  } | null;
  readonly sources: readonly string[];
  readonly source_repos: readonly string[];
  readonly single_source: boolean;
}

export interface RawScore {
  readonly model: string;
  readonly benchmark: string;
  /** @range 0..1 */
  readonly score: number;
  readonly setting: string;
  readonly date: string;
  readonly source: string;
  readonly reliability: string;
}

interface StatedUsd {
  readonly input?: number | null;
  readonly cached_input?: number | null;
  readonly cache_write_5m?: number | null;
  readonly cache_write_1h?: number | null;
  readonly output?: number | null;
}

type Known = Readonly<Record<string, boolean | null>>;

/** Facts of one model on the day of the newest sources; null is unknown. */
export interface StatedFacts {
  readonly id: string;
  readonly name: string;
  readonly names: readonly string[];
  readonly vendor: string;
  readonly line: string | null;
  readonly version: string | null;
  readonly predecessor: string | null;
  readonly successor: string | null;
  readonly released: string | null;
  readonly prices:
    | (StatedUsd & {
        readonly tiers: readonly (StatedUsd & { readonly above_input_tokens: number })[];
        readonly batch_factor: number | null;
        readonly flex_factor: number | null;
        readonly priority_factor: number | null;
        readonly regional_factor: number | null;
        readonly peak_factor: number | null;
        readonly valid_from: string | null;
        readonly basis: string | null;
      })
    | null;
  readonly prices_next?: (StatedUsd & { readonly valid_from: string }) | null;
  readonly context: {
    readonly window: number | null;
    readonly input_max: number | null;
    readonly output_max: number | null;
  } | null;
  readonly modalities: { readonly in: Known } | null;
  readonly tools: boolean | null;
  readonly structured_output: boolean | null;
  readonly thinking: {
    readonly modes: readonly string[] | null;
    readonly default: string | null;
    readonly can_be_off: boolean | null;
    readonly effort_default?: string | null;
    readonly note?: string;
  } | null;
  readonly tokenizer: string | null;
  readonly open_weights: boolean | null;
  readonly params_b: number | null;
  readonly active_params_b: number | null;
  readonly sources: readonly string[];
  readonly confidence: "high" | "medium" | "low";
  readonly as_of: string;
}

/** A name that means another model from time to time. */
export interface StatedAlias {
  readonly alias: string;
  readonly means: string | null;
  readonly host: string;
  readonly as_of: string;
}

export interface StatedShutdown {
  readonly id: string;
  readonly host: string;
  readonly state: string;
  readonly shuts_down_on: string;
  readonly successor: string;
  readonly source: string;
  readonly note: string;
}

/** One JSON object a line. @throws SignalboxError invalid_data with file and line. */
function readJsonLines(path: string): readonly unknown[] {
  const lines = readFileSync(path, "utf8")
    .split("\n")
    .filter((line) => line.trim() !== "");
  return lines.map((line, index) => {
    try {
      return JSON.parse(line) as unknown;
    } catch (cause) {
      throw new SignalboxError("invalid_data", `${path}:${index + 1} is not valid JSON.`, { cause });
    }
  });
}

/** @throws SignalboxError invalid_data with file and line. */
export const readModelCards = (dataDir: string): readonly ModelCard[] =>
  readJsonLines(join(dataDir, "model_cards.jsonl")) as readonly ModelCard[];

/** @throws SignalboxError invalid_data with file and line. */
export function readStatedFacts(dataDir: string): {
  readonly facts: readonly StatedFacts[];
  readonly aliases: readonly StatedAlias[];
} {
  const rows = readJsonLines(join(dataDir, "model_facts.jsonl")) as readonly (StatedFacts | StatedAlias)[];
  return {
    facts: rows.filter((row): row is StatedFacts => "id" in row),
    aliases: rows.filter((row): row is StatedAlias => "alias" in row),
  };
}

/** Rows with the day on which a host ends a model, and rows of a model that its host serves on. */
export function readShutdowns(dataDir: string): readonly StatedShutdown[] {
  const [head = "", ...lines] = readFileSync(join(dataDir, "model_lifecycle.csv"), "utf8")
    .trim()
    .split(/\r?\n/);
  const names = splitCsvLine(head);
  return lines
    .map((line) => {
      const fields = splitCsvLine(line);
      return Object.fromEntries(
        names.map((name, at) => [name, fields[at] ?? ""]),
      ) as unknown as StatedShutdown;
    })
    .filter(({ state, shuts_down_on: on }) => state === "active" || /^20\d\d-\d\d-\d\d$/.test(on));
}

/** Splits one CSV line; quoted fields may hold commas and doubled quotes, never line breaks. */
function splitCsvLine(line: string): string[] {
  const fields = line.match(/(?:"(?:[^"]|"")*"|[^,"]*)(?:,|$)/g) ?? [];
  return fields.map((field) => field.replace(/,$/, "").replace(/^"|"$/g, "").replaceAll('""', '"'));
}

/** Rows with a score in 0..1; Elo-only rows are left out. */
export function readRawScores(dataDir: string): readonly RawScore[] {
  const path = join(dataDir, "public_scores.csv.gz");
  const [header = "", ...lines] = gunzipSync(readFileSync(path)).toString("utf8").split(/\r?\n/);
  if (!header.startsWith("model,benchmark,score,elo,setting,date,source,reliability")) {
    throw new SignalboxError("invalid_data", `${path}:1 does not have the expected columns.`);
  }
  return lines.flatMap((line) => {
    const [
      model = "",
      benchmark = "",
      scoreText = "",
      ,
      setting = "",
      date = "",
      source = "",
      reliability = "",
    ] = splitCsvLine(line);
    const score = scoreText === "" ? Number.NaN : Number(scoreText);
    return score >= 0 && score <= 1 ? [{ model, benchmark, score, setting, date, source, reliability }] : [];
  });
}
