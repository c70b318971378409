// The skill that a board or a source of outcomes is evidence of. The first pattern that matches decides.
import type { Skill } from "./board-score.ts";

const ARENA: readonly (readonly [RegExp, Skill])[] = [
  [/coding|software|webdev/, "code"],
  [/math/, "stem"],
  [/instruction/, "instructions"],
  [/./, "chat"],
];

const BOARDS: readonly (readonly [RegExp, Skill])[] = [
  [/sql|bird_/, "sql"],
  [
    /agentic_coding|coding_agent|swe_|terminal|aider|^gso$|apex|gdpval|agentic_index|the_agent_company|cybench|osworld|programbench|automationbench|finance_agent/,
    "agents",
  ],
  [/tau|bfcl|browsecomp|balrog|hle_tools/, "tools"],
  [/code|coding|humaneval|mbpp|bigcode|cruxeval|ojbench|multipl_e|webdev|weirdml/, "code"],
  [/math|aime|hmmt|gsm8k|cnmo|critpt|mgsm|gpqa|hle/, "stem"],
  [/mmlu|simpleqa|triviaqa|arc_c|omniscience|openbook|boolq|truthful|piqa|winogrande|hellaswag/, "knowledge"],
  [/bbh|drop|natural|c_?eval|cmmlu|csimple/, "knowledge"],
  [/ifeval|ifbench|_if$|multi_if|multichallenge/, "instructions"],
  [/lcr|fictionlive|longbench|ruler|mrcr/, "longContext"],
  [/reasoning|zebra|connections|arc_agi|simplebench|livebench_data|livebench_language/, "stem"],
];

/** Sources of outcomes whose name says nothing. */
const SOURCES: Readonly<Record<string, Skill>> = {
  zeroeval: "stem",
  reasoning_gym: "stem",
  kor_bench: "stem",
  thematic_gen: "stem",
  livecodebench: "code",
  scale_sql: "sql",
  bfcl: "tools",
  mifeval: "instructions",
  alpaca_eval: "chat",
  ko_arena_hard: "chat",
  shaberi_ja: "chat",
  logickor: "chat",
  creative_writing: "chat",
  pfgen: "chat",
  pfmt_fin_ja: "chat",
  llmeval2_zh: "chat",
  mmlu_pro: "knowledge",
  helm_mmlu: "knowledge",
  llmrouter_ulab: "knowledge",
  zelling_cascades: "knowledge",
  routerbench_sub: "knowledge",
  routellm: "knowledge",
  routerdc: "knowledge",
  thaiexam: "knowledge",
  click_ko: "knowledge",
  wmt24_esa: "knowledge",
};

const find = (rules: typeof BOARDS, text: string): Skill | undefined =>
  rules.find(([pattern]) => pattern.test(text))?.[1];

export function skillOfBenchmark(benchmark: string): Skill {
  if (benchmark.startsWith("arena_")) return find(ARENA, benchmark.slice("arena_".length)) ?? "general";
  return find(BOARDS, benchmark) ?? "general";
}

export function skillOfSource(source: string): Skill {
  return SOURCES[source] ?? find(BOARDS, source) ?? "general";
}

/** Languages that boards show many models to know badly: the median model loses a fifth and more of its English score. */
const LESSER = /^estonian_|^euroeval_(?:is|fo|et|lt|lv|sq|sl)$|_(?:yoruba|swahili|bengali|sw)$/;
const OTHERS =
  /^euroeval_(?!en$)|^swallow_(?:mtbench_)?ja$|^mmmlu_|^global_mmlu|^mgsm$|^arena_elo_(?:chinese|french|german|japanese|korean|polish|russian|spanish)(?:_style_control)?$|_ko$|_ja$|_zh$|^(?:ko_|logickor|pfgen|thaiexam|cmmlu|c_?eval|csimple)/;

/** The skill of a language other than English that a board or a source is written in. */
export function languageSkillOf(name: string): Skill | undefined {
  if (LESSER.test(name)) return "lesserLanguages";
  return OTHERS.test(name) ? "languages" : undefined;
}
