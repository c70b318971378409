// Chooses one public score for each model and benchmark: by licence of the source, by how the run was made and by who made it.
// Nothing is averaged: a row is taken whole, with its setting, date and source, or not at all.
import type { PublicScore } from "@signalbox/contracts";
import type { ScoreRow } from "../catalog-record.ts";
import type { RawScore } from "./read-inputs.ts";

/** The benchmarks kept: broad, hard enough to part models, and measured on many of them. */
const KEPT_BENCHMARKS: readonly string[] = [
  ..."mmlu mmlu_pro mmlu_redux gpqa_diamond hle simpleqa bbh drop gsm8k mgsm math math_500 math_level5".split(
    " ",
  ),
  ..."aime_2024 aime_2025 otis_mock_aime zebralogic humaneval humaneval_plus livecodebench scicode".split(
    " ",
  ),
  ..."swe_bench_verified aider_polyglot ifeval ifbench bfcl tau2_bench_telecom aa_lcr mmmu".split(" "),
  ..."vectara_factual_consistency truthfulqa arc_c hellaswag".split(" "),
];

/** Source repository -> rank of its licence: 0 permissive, 1 CC-BY, 2 asks for attribution. Others are not used. */
const LICENCE_RANK: ReadonlyMap<string, number> = new Map([
  ["openai/simple-evals", 0],
  ["epoch-research/benchmark-stitching", 0],
  ["epoch-research/llm-benchmark-efficiency", 0],
  ["sierra-research/tau2-bench", 0],
  ["models.dev", 0],
  ["Aider-AI/aider", 0],
  ["WildEval/ZeroEval", 0],
  ["evalplus/evalplus.github.io", 0],
  ["vectara/hallucination-leaderboard", 0],
  ["JonathanChavezTamales/llm-leaderboard", 1],
  ["AchilleasDrakou/LLMStats", 1],
  ["oolong-tea-2026/artificial-analysis-leaderboards", 2],
]);
const RELIABILITY_RANK: Readonly<Record<string, number>> = {
  official: 0,
  "third-party": 1,
  "self-reported": 2,
};
/** Runs that spend more than one answer, or tools, on a question say nothing about a plain call. */
const INFLATED_SETTING =
  /cons(?:ensus|istency)?@|consistency at|majority|maj@|best[- ]of|with tools|\(tools|tool[- ]use\)|python|search|parallel|multiple attempts|pass@(?:[2-9]|\d{2,})|@64|@32|heavy|custom scaffold|ensemble/i;

interface ScoreWanted {
  readonly isReasoningByDefault: boolean;
}

function repositoryOf(source: string): string {
  const head = source.split(" <-")[0] ?? source;
  return head.split(/[:\s]/)[0] ?? head;
}

const PLAIN = /non-?reasoning|non-?thinking|w\/o (?:extended )?thinking|no-?thinking/;
/** A thinking budget is written as "_32K", an effort as a separate word. */
const THINKING = /reasoning|thinking|_\d+k\b|effort=enabled/;
const FAR_EFFORT = /(?<![a-z])(?:xhigh|max|minimal|low)(?![a-z])/;
const HIGH_EFFORT = /(?<![a-z])high(?![a-z])/;

/** How far a run's mode is from the model's default way of answering. */
function modeDistance(setting: string, wanted: ScoreWanted): number {
  const text = setting.toLowerCase();
  if (FAR_EFFORT.test(text)) return 3;
  if (wanted.isReasoningByDefault) return PLAIN.test(text) ? 4 : HIGH_EFFORT.test(text) ? 2 : 0;
  if (PLAIN.test(text)) return 0;
  return THINKING.test(text) ? 4 : HIGH_EFFORT.test(text) ? 2 : 0;
}

const MONTHS = "january february march april may june july august september october november december".split(
  " ",
);

/** "26 January 2025 7:00pm" and ISO dates alike become ISO days. */
function isoDate(date: string): string {
  const [, day = "", month = "", year = ""] = /^(\d{1,2}) ([A-Za-z]+) (\d{4})/.exec(date) ?? [];
  const index = MONTHS.indexOf(month.toLowerCase());
  return index < 0 ? date : `${year}-${String(index + 1).padStart(2, "0")}-${day.padStart(2, "0")}`;
}

function compareRows(a: RawScore, b: RawScore, wanted: ScoreWanted): number {
  const licence = (row: RawScore) => LICENCE_RANK.get(repositoryOf(row.source)) ?? 9;
  const reliability = (row: RawScore) => RELIABILITY_RANK[row.reliability] ?? 9;
  return (
    modeDistance(a.setting, wanted) - modeDistance(b.setting, wanted) ||
    licence(a) - licence(b) ||
    reliability(a) - reliability(b) ||
    isoDate(b.date).localeCompare(isoDate(a.date)) ||
    a.setting.localeCompare(b.setting) ||
    a.score - b.score
  );
}

function isUsable(row: RawScore): boolean {
  return (
    LICENCE_RANK.has(repositoryOf(row.source)) &&
    !INFLATED_SETTING.test(row.setting) &&
    row.reliability in RELIABILITY_RANK
  );
}

function toScoreRow(row: RawScore): ScoreRow {
  const reliability = row.reliability as PublicScore["reliability"];
  const source = repositoryOf(row.source);
  return [
    row.benchmark,
    Math.round(row.score * 1e4) / 1e4,
    reliability,
    source,
    row.setting.slice(0, 60),
    isoDate(row.date),
  ];
}

/** One row a benchmark, in the order of KEPT_BENCHMARKS. `rows` are all rows of one model. */
export function chooseScores(rows: readonly RawScore[], wanted: ScoreWanted): readonly ScoreRow[] {
  return KEPT_BENCHMARKS.flatMap((benchmark) => {
    const usable = rows.filter((row) => row.benchmark === benchmark && isUsable(row));
    const best = usable.toSorted((a, b) => compareRows(a, b, wanted))[0];
    return best === undefined ? [] : [toScoreRow(best)];
  });
}
