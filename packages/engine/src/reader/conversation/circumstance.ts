// Facts that no reading of the task alone tells: whether a coding agent works here, and whether anybody could give what is asked.
import { isOpenProblem, isUnknowable } from "./beyond-anyone.ts";
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
  if (lead === "" || lead.length > BARE_CHARS) return undefined;
  if (isOpenProblem(lead)) return "open_problem";
  const isFirst = messages.filter(({ role }) => role === "user").length === 1;
  const isTold = tools.length > 0 || system.length > BARE_CHARS;
  return isFirst && !isTold && isUnknowable(lead) ? "unknowable" : undefined;
}
