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

/** One JSON object a line. @throws SignalboxError invalid_data with file and line. */
export function readModelCards(dataDir: string): readonly ModelCard[] {
  const path = join(dataDir, "model_cards.jsonl");
  const lines = readFileSync(path, "utf8")
    .split("\n")
    .filter((line) => line.trim() !== "");
  return lines.map((line, index) => {
    try {
      return JSON.parse(line) as ModelCard;
    } catch (cause) {
      throw new SignalboxError("invalid_data", `${path}:${index + 1} is not valid JSON.`, { cause });
    }
  });
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
