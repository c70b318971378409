// Facts that no reading of the task alone tells: whether a coding agent works here, and whether anybody could give what is asked.
import { isOpenProblem, isUnknowable } from "./beyond-anyone.ts";
import type { Message, ToolDefinition } from "./message.ts";

/**
 * `coding_agent`: the answer is one step of work on a real code base. `wide_change`: all of a code base is to be changed, which no
 * single answer does easily. `open_problem`: a proof or number that nobody has found.
 * `unknowable`: a fact that nobody has stated, or that lies ahead.
 */
export const CIRCUMSTANCES = ["coding_agent", "wide_change", "open_problem", "unknowable"] as const;
export type Circumstance = (typeof CIRCUMSTANCES)[number];

/** Tools that run commands or edit files, by the words of their names. */
const WORKING_TOOL =
  /(?:^|[_\W])(?:bash|shell|terminal|exec|execute|edit|multiedit|patch|str_replace\w*)(?:$|[_\W])|(?:write|create|edit|replace)_?(?:in_?)?(?:to_?)?file|run_?(?:command|shell|terminal)|apply_?(?:patch|diff)/i;
const AGENT_PROMPT =
  /\b(?:(?:coding|software[- ]engineering|programming|terminal) (?:agent|assistant)|agentic cod|claude code|codex|cursor|aider|cline|openhands|swe-?agent|gemini cli|opencode|pair programm)/i;
/** Changes, and what they would go through: ten files and more, or all that there is. */
const CHANGING =
  /(?<!\p{L})(?:refactor|migrat|port\b|convert|rewrit|upgrad|mov(?:e|ing)\b|renam|replac|split|restructur|modulari[sz]|überarbeit|migrier|umstell|umzieh|portier|refaktor|refactori|reécri|réécri|convert|reescrib|reescrev|riscriv|przepisz|herschrijf|перепиш|перенес|рефактор)|重构|迁移|改写|リファクタ|移行|書き換え|리팩터|리팩토|마이그레이션/iu;
const PARTS =
  "(?:source )?(?:files|modules|services|components|endpoints|packages|dateien|module|dienste|komponenten|fichiers|modules|archivos|ficheros|arquivos|file|bestanden|plik[óo]w|файл\\p{L}{0,3}|модул\\p{L}{0,3})";
const WIDE = new RegExp(
  `(?<![\\p{L}\\d.])[1-9]\\d{1,4}(?: ${PARTS}|-(?:file|module|service|component|package|endpoint))(?!\\p{L})|` +
    "[1-9]\\d{1,4} ?(?:个文件|個檔案|ファイル|개(?:의)? 파일)|" +
    "(?<!\\p{L})(?:whole|entire|complete|ganze[sn]?|gesamte[sn]?|tout(?:e)? (?:le|la)|todo el|toda (?:la|a)|todo o|tutt[oa] (?:il|la)|hele|cały|весь|всю) (?:code ?base|code|repo(?:sitory)?|monorepo|projekt|projet|proyecto|projeto|progetto|project|проект|кодовую базу)(?!\\p{L})|整个(?:代码库|仓库|项目)|(?:コードベース|リポジトリ)全体|전체 (?:코드베이스|저장소|프로젝트)",
  "iu",
);
/** Who the agent is stands at the beginning. */
const PROMPT_CHARS = 2_000;

/** A longer turn, or one with a text beside it, brings the facts along. */
const BARE_CHARS = 400;

/** Whether a system prompt makes the model a coding agent. */
export const isAgentPrompt = (system: string): boolean => AGENT_PROMPT.test(system.slice(0, PROMPT_CHARS));

const isWorkingAgent = (tools: readonly Pick<ToolDefinition, "name">[], system: string): boolean =>
  tools.some(({ name }) => WORKING_TOOL.test(name)) || isAgentPrompt(system);

/** @param lead what is asked, without documents; empty where the turn does not stand on its own */
export function circumstanceOf(
  messages: readonly Message[],
  tools: readonly Pick<ToolDefinition, "name">[],
  lead: string,
): Circumstance | undefined {
  const system = messages.find(({ role }) => role === "system" || role === "developer")?.text ?? "";
  if (isWorkingAgent(tools, system)) return "coding_agent";
  if (lead === "" || lead.length > BARE_CHARS) return undefined;
  if (CHANGING.test(lead) && WIDE.test(lead)) return "wide_change";
  if (isOpenProblem(lead)) return "open_problem";
  const isFirst = messages.filter(({ role }) => role === "user").length === 1;
  const isTold = tools.length > 0 || system.length > BARE_CHARS;
  return isFirst && !isTold && isUnknowable(lead) ? "unknowable" : undefined;
}
