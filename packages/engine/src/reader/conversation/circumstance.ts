// What no reading of the task alone tells: whether a coding agent works here, and whether anybody could give what is asked.
import type { Message, ToolDefinition } from "./message.ts";

/**
 * `coding_agent`: the answer is one step of work on a real code base. `open_problem`: a proof or number that nobody has found.
 * `unknowable`: a fact that nobody has stated, or that lies ahead.
 */
export const CIRCUMSTANCES = ["coding_agent", "open_problem", "unknowable"] as const;
export type Circumstance = (typeof CIRCUMSTANCES)[number];

/** Tools that run commands or edit files, by the words of their names. */
const WORKING_TOOL =
  /(?:^|[_\W])(?:bash|shell|terminal|exec|execute|edit|multiedit|patch|str_replace\w*)(?:$|[_\W])|(?:write|create|edit|replace)_?(?:in_?)?(?:to_?)?file|run_?(?:command|shell|terminal)|apply_?(?:patch|diff)/i;
const AGENT_PROMPT =
  /\b(?:(?:coding|software[- ]engineering|programming|terminal) (?:agent|assistant)|agentic cod|claude code|codex|cursor|aider|cline|openhands|swe-?agent|gemini cli|opencode|pair programm)/i;
/** Who the agent is stands at the beginning. */
const PROMPT_CHARS = 2_000;

const OPEN_PROBLEM =
  /riemann(?:sche|n's)?[- ](?:hypothesis|vermutung)|hypoth[èe]se de riemann|hip[óo]tesis de riemann|黎曼猜想|リーマン予想|\bp\s*(?:vs\.?|versus|≠|!=|\/=)\s*np\b|\bp\s*=\s*np\b(?!\.)|hodge conjecture|hodge classes?\b|birch[- ](?:and[- ])?swinnerton|navier[-–]stokes (?:existence|regularity|smoothness|equations? (?:always )?(?:have|has|admit))|yang[-–]mills .{0,40}mass gap|goldbach|collatz|哥德巴赫|twin prime|odd perfect number|erd[őo]s[-–]straus|\brsa-?(?:1024|2048|4096)\b|abc conjecture|graph isomorphism in polynomial time/i;
const SOLVING =
  /\b(?:(?:dis)?prov\w*|proof of|solv\w*|resolve\w*|settle\w*|factori?[sz]?\w*|beweis\w*|widerleg\w*|faktorisier\w*|d[ée]montr\w*|prouv\w*|demuestr\w*|dimostr\w*|find (?:a|an|the))\b|证明|証明|докаж/i;
/** About a problem, under it, or as it is for others: this can be answered. */
const ABOUT =
  /\b(?:explain|history|what is|why is|impl(?:y|ies)|assum\w+|equivalent|under the|summari[sz]e|overview|conditional|partial|program|script|function|code|python|up to|count|steps|erkl[äa]r\w*)\b/i;

const UNKNOWABLE =
  /\bwhat (?:did|have) i (?:just )?(?:eat|ate|eaten|have for|had for|dream\w*|wear|buy|bought|think)|\bwhat (?:am i (?:thinking|wearing|holding)|number (?:am|did) i)|\b(?:price|value|rate|quote|close|closing price)\b.{0,60}\b(?:tomorrow|next (?:week|month|year))\b|\btomorrow(?:'s)? .{0,40}\b(?:prices?|quote|lottery|stock|winning)|\b(?:next|tomorrow's|upcoming) .{0,20}(?:winning )?lott(?:ery|o) numbers|\bwas habe ich .{0,30}(?:gegessen|getr[äa]umt)|\bkurs .{0,40}\bmorgen\b|\bqu'ai-je (?:mang|r[êe]v)|\bqu[ée] (?:desayun|com[íi]|cen)[ée]?\b|我(?:今天|昨天)?(?:早餐|早饭|午饭|晚饭)?吃了什么|明天.{0,12}股价/i;
/** A longer turn, or one with a text beside it, brings the facts along. */
const BARE_CHARS = 400;

const isWorkingAgent = (tools: readonly Pick<ToolDefinition, "name">[], system: string): boolean =>
  tools.some(({ name }) => WORKING_TOOL.test(name)) || AGENT_PROMPT.test(system.slice(0, PROMPT_CHARS));

/** @param lead what is asked, without documents; empty where the turn does not stand on its own */
export function circumstanceOf(
  messages: readonly Message[],
  tools: readonly Pick<ToolDefinition, "name">[],
  lead: string,
): Circumstance | undefined {
  const system = messages.find(({ role }) => role === "system" || role === "developer")?.text ?? "";
  if (isWorkingAgent(tools, system)) return "coding_agent";
  if (lead === "" || lead.length > BARE_CHARS || tools.length > 0) return undefined;
  if (OPEN_PROBLEM.test(lead) && SOLVING.test(lead) && !ABOUT.test(lead)) return "open_problem";
  const isFirst = messages.filter(({ role }) => role === "user").length === 1;
  return isFirst && UNKNOWABLE.test(lead) ? "unknowable" : undefined;
}
