// The tables of public boards in a data folder: scores and Elo ratings of models on public boards, each in its mode.
import { createCatalog } from "@signalbox/catalog";
import { forEachCsvRow, type TextFile } from "../../data/csv-rows.ts";
import { languageSkillOf, skillOfBenchmark } from "./benchmark-skills.ts";
import { createModeReader } from "./outcome-observations.ts";
import type { Observation } from "./board-score.ts";

const COLUMNS = {
  required: ["model", "benchmark", "score", "elo", "setting", "source", "source_model_name"],
  optional: ["date", "reliability"],
};
const SCORE_MARGIN = 0.01;
const ELO_LOGITS = Math.log(10) / 400;
/** Boards of pictures say little of text. */
const PICTURES = /^(?:vpct|mmmu|mmmu_pro|mathvista|docvqa|chartqa|ai2d|textvqa)$|vision|image_to/;
/**
 * Trust in what vendors say of their own models: one voice, not many. Leave-one-source-out, .1 to 1 make no difference to the
 * pick.
 */
const SELF_REPORTED_TRUST = 0.2;
const INDEX = /^aa_\w*index/;
/** Boards whose questions or raters change from one date to the next: their dates do not mix. */
const BY_DATE = /^llm2014_/;
/** Releases of the arena from here on are boards of their own. */
const ARENA_RELEASES_SINCE = "2026-08";
const SELF_REPORTED = "self-reported";
const COLLECTIONS = new Set([
  "JonathanChavezTamales/llm-leaderboard",
  "AchilleasDrakou/LLMStats",
  "models.dev",
]);

/** Who ran the board: rows of one publisher are comparable, those of two need not be. */
function publisherOf(source: string, reliability: string): string {
  const path = source.split(" ")[0] ?? "";
  const repository = path.split(":")[0] ?? path;
  if (reliability === SELF_REPORTED || COLLECTIONS.has(repository)) return SELF_REPORTED;
  if (/^(?:lmarena-ai|arena\.ai)\//.test(repository)) return "arena-2026";
  if (repository.startsWith("lmarena/")) return "arena";
  if (repository.endsWith("/arena-ai-leaderboards")) return "arena-2026";
  if (repository === "ons96/llm-leaderboard-aggregate") return path.split("/").at(-1) ?? path;
  return repository;
}

function familyOf(benchmark: string, publisher: string): string {
  if (publisher.startsWith("arena")) return "arena";
  if (publisher.startsWith("LiveBench/")) return "livebench";
  if (INDEX.test(benchmark)) return "index";
  if (/^(?:global_mmlu|mmmlu)/.test(benchmark)) return "multilingual knowledge";
  if (benchmark.startsWith("euroeval_")) return "euroeval";
  if (benchmark.startsWith("swallow_")) return "swallow";
  return benchmark.replace(
    /_(?:hard|cell|level5|500|full|instruct|complete|extended|newest100|other|plus|retail|airline|telecom|banking).*/,
    "",
  );
}

/** Indexes are published in points of a hundred. */
function valueOf(benchmark: string, score: string, elo: string): number | undefined {
  if (elo !== "") return Number(elo) * ELO_LOGITS;
  const stated = score === "" ? Number.NaN : Number(score);
  const share = INDEX.test(benchmark) && stated > 1 ? stated / 100 : stated;
  if (!(share >= 0 && share <= 1)) return undefined;
  const held = Math.min(1 - SCORE_MARGIN, Math.max(SCORE_MARGIN, share));
  return Math.log(held / (1 - held));
}

/** The date of a board whose dates do not compare; empty for one that is measured alike every time. */
function releaseOf(benchmark: string, publisher: string, date: string): string {
  if (publisher.startsWith("LiveBench/") || BY_DATE.test(benchmark)) return date;
  return publisher === "arena-2026" && date >= ARENA_RELEASES_SINCE ? date : "";
}

/** Rows that carry no usable figure are passed over; a missing column ends the run. */
export function readBoardScores(file: TextFile): readonly Observation[] {
  const observations: Observation[] = [];
  const modeOf = createModeReader(createCatalog());
  forEachCsvRow(file, COLUMNS, (fields) => {
    const [model = "", benchmark = "", score = "", elo = "", setting = "", source = ""] = fields;
    const [, , , , , , name = "", date = "", reliability = ""] = fields;
    const value = valueOf(benchmark, score, elo);
    if (value === undefined || !Number.isFinite(value) || PICTURES.test(benchmark)) return;
    const publisher = publisherOf(source, reliability);
    const release = releaseOf(benchmark, publisher, date);
    observations.push({
      model,
      mode: modeOf(`${setting} ; ${name}`, model),
      item: `${benchmark}|${publisher}|${release}`,
      benchmark,
      skill: skillOfBenchmark(benchmark),
      languageSkill: languageSkillOf(benchmark),
      family: familyOf(benchmark, publisher),
      value,
      variance: 0,
      trust: publisher === SELF_REPORTED ? SELF_REPORTED_TRUST : 1,
    });
  });
  return observations;
}
