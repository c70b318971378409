// public_scores.csv as observations: which rows count, who published them, which mode and which skill they speak of.
import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { textFile } from "../../data/made-dataset.suite.ts";
import { skillOfBenchmark, skillOfSource } from "./benchmark-skills.ts";
import { type Observation, MODES } from "./board-score.ts";
import { modeOfSetting } from "./outcome-observations.ts";
import { readBoardScores } from "./read-board-scores.ts";

const HEADER = "model,benchmark,score,elo,setting,source,source_model_name,date,reliability";

interface Line {
  readonly benchmark?: string;
  readonly score?: string;
  readonly elo?: string;
  readonly setting?: string;
  readonly source?: string;
  readonly name?: string;
  readonly date?: string;
  readonly reliability?: string;
}

function read(...lines: readonly Line[]): readonly Observation[] {
  const rows = lines.map(
    ({ benchmark = "gpqa", score = "0.5", elo = "", setting = "", source = "epoch/hub", ...more }) =>
      [
        "v/m",
        benchmark,
        score,
        elo,
        setting,
        source,
        more.name ?? "",
        more.date ?? "",
        more.reliability ?? "",
      ].join(","),
  );
  return readBoardScores(textFile("public_scores.csv", [HEADER, ...rows].join("\n")));
}

test("a score becomes its logit, kept one point away from none and all", () => {
  const values = read({ score: "0.5" }, { score: "0.8" }, { score: "0" }, { score: "1" }).map(
    ({ value }) => value,
  );
  const expected = [0, Math.log(4), Math.log(0.01 / 0.99), Math.log(0.99 / 0.01)];
  values.forEach((value, at) => assert.ok(Math.abs(value - (expected[at] ?? 9)) < 1e-12, `${value}`));
});

test("400 points of Elo are a factor of ten in the odds, and Elo goes before a score beside it", () => {
  const [low, high] = read({ elo: "1000", score: "0.2" }, { elo: "1400", score: "0.2" });
  assert.ok(Math.abs((high?.value ?? 0) - (low?.value ?? 0) - Math.log(10)) < 1e-12);
});

test("rows without a usable figure, and boards of pictures, are passed over", () => {
  const unusable = ["", "n/a", "-0.1", "1.2", "57"].map((score) => ({ score }));
  assert.deepEqual(read(...unusable, { elo: "unrated" }), []);
  assert.deepEqual(read({ benchmark: "mmmu" }, { benchmark: "arena_vision" }, { benchmark: "docvqa" }), []);
  assert.equal(read({ benchmark: "mmmlu" }).length, 1, "a board of texts with a similar name counts");
});

test("rows of one publisher share an item, those of two do not", () => {
  const [a, b, c] = read(
    { source: "epoch/hub:x.csv" },
    { source: "epoch/hub other" },
    { source: "someone/else" },
  );
  assert.equal(a?.item, "gpqa|epoch/hub|");
  assert.equal(b?.item, a?.item);
  assert.equal(c?.item, "gpqa|someone/else|");
});

test("an aggregate's board is named by its file, and both arenas are one family of two items", () => {
  const [file, old, recent] = read(
    { source: "ons96/llm-leaderboard-aggregate:a/b/simple.json" },
    { benchmark: "arena_elo", elo: "1200", source: "lmarena/leaderboard" },
    { benchmark: "arena_elo", elo: "1200", source: "someone/arena-ai-leaderboards" },
  );
  assert.equal(file?.item, "gpqa|simple.json|");
  assert.deepEqual([old?.item, recent?.item], ["arena_elo|arena|", "arena_elo|arena-2026|"]);
  assert.deepEqual([old?.family, recent?.family], ["arena", "arena"]);
});

test("what vendors report of their own models counts a fifth, from whichever collection it was copied", () => {
  const rows = read(
    { reliability: "self-reported" },
    { source: "models.dev" },
    { source: "AchilleasDrakou/LLMStats:data.json" },
    { source: "epoch/hub" },
  );
  assert.deepEqual(
    rows.map(({ trust }) => trust),
    [0.2, 0.2, 0.2, 1],
  );
  assert.deepEqual(new Set(rows.slice(0, 3).map(({ item }) => item)), new Set(["gpqa|self-reported|"]));
});

test("releases of LiveBench are items of their own; other boards are one whatever the date", () => {
  const live = (date: string): Line => ({ benchmark: "livebench_math", source: "LiveBench/data", date });
  const items = read(live("2024-11"), live("2025-04"), { date: "2024-11" }, { date: "2025-04" }).map(
    ({ item }) => item,
  );
  assert.deepEqual(items, [
    "livebench_math|LiveBench/data|2024-11",
    "livebench_math|LiveBench/data|2025-04",
    "gpqa|epoch/hub|",
    "gpqa|epoch/hub|",
  ]);
});

test("variants of a benchmark are one family", () => {
  const families = read(
    { benchmark: "tau2_retail" },
    { benchmark: "tau2_airline" },
    { benchmark: "global_mmlu_de" },
    { benchmark: "mmmlu" },
    { benchmark: "aa_coding_index" },
  ).map(({ family }) => family);
  assert.deepEqual(families, ["tau2", "tau2", "multilingual knowledge", "multilingual knowledge", "index"]);
});

test("the mode is read from the setting and from the publisher's name of the model", () => {
  const [plain, effort, named] = read({}, { setting: "xhigh effort" }, { name: "m (low)" });
  assert.deepEqual([plain?.mode, effort?.mode, named?.mode], ["default", "xhigh", "low"]);
});

test("a missing column ends the run and is named", () => {
  assert.throws(() => readBoardScores(textFile("public_scores.csv", "model,benchmark,score\nv/m,gpqa,0.5")), {
    code: "invalid_data",
    detail: "public_scores.csv line 1: missing column elo, setting, source, source_model_name",
  });
});

test("a board speaks of one skill, the first that its name fits", () => {
  const expected = {
    arena_coding: "code",
    arena_math: "stem",
    arena_instruction_following: "instructions",
    arena_elo_style_control: "chat",
    swe_bench_verified: "agents",
    terminal_bench_hard: "agents",
    livebench_agentic_coding: "agents",
    tau2_telecom: "tools",
    hle_tools: "tools",
    humaneval: "code",
    gpqa_diamond: "stem",
    mmlu_pro: "knowledge",
    ifeval: "instructions",
    lcr: "longContext",
    arc_agi_2: "stem",
    something_new: "general",
  };
  for (const [board, skill] of Object.entries(expected)) assert.equal(skillOfBenchmark(board), skill, board);
});

test("a source whose name says nothing has its skill on a list; others are read like boards", () => {
  assert.equal(skillOfSource("alpaca_eval"), "chat");
  assert.equal(skillOfSource("bfcl"), "tools");
  assert.equal(skillOfSource("humaneval_plus"), "code");
  assert.equal(skillOfSource("nobody"), "general");
});

test("an effort says more than thinking, and a budget of tokens is an effort", () => {
  const modeOf = (setting: string): string => modeOfSetting(setting, "v/m");
  assert.equal(modeOf("thinking, high"), "high");
  assert.equal(modeOf("thinking"), "thinking");
  assert.equal(modeOf("no-think"), "none");
  assert.deepEqual(["1k", "8k", "16k", "64k"].map(modeOf), ["low", "medium", "high", "high"]);
  assert.equal(modeOf("highland"), "default", "part of a word is no setting");
});

test("whatever a setting says, the mode is one of the known ones, and case makes no difference", () => {
  fc.assert(
    fc.property(fc.string({ maxLength: 40 }), fc.constantFrom(...MODES), (noise, mode) => {
      assert.ok(MODES.some((known) => known === modeOfSetting(noise, "v/m")));
      const setting = `; ${mode} ;`;
      assert.equal(modeOfSetting(setting.toUpperCase(), "v/m"), modeOfSetting(setting, "v/m"));
    }),
  );
});

test("points of an index are a share, and boards of two dates or versions never mix", () => {
  const rows = read(
    { benchmark: "aa_intelligence_index_v4_3", score: "50" },
    { benchmark: "aa_intelligence_index_v5", score: "0.5" },
    {
      benchmark: "arena_elo_style_control",
      elo: "1400",
      source: "lmarena-ai/x via y/arena",
      date: "2026-08-19",
    },
    {
      benchmark: "arena_elo_style_control",
      elo: "1400",
      source: "arena.ai/leaderboard/text",
      date: "2026-10-02",
    },
    { benchmark: "llm2014_logic_median", score: "0.5", date: "2026-04" },
    { benchmark: "llm2014_logic_median", score: "0.5", date: "2026-05" },
  );
  assert.equal(rows[0]?.value, 0);
  assert.equal(new Set(rows.map(({ item }) => item)).size, rows.length);
});
