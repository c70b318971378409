// A task of a coding agent as one of the harnesses sends it.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { messagesOf, toolsOf } from "../judged-line.ts";
import type { WireMessage, WireTool } from "../judged-line.ts";
import { COMMON_TOOLS } from "./harnesses.data.ts";
import type { Harness } from "./harnesses.data.ts";

export interface AgentRequest {
  readonly messages: readonly WireMessage[];
  readonly tools: readonly WireTool[];
}

function partOf(dir: string, part: string): { readonly type: "text"; readonly text: string } {
  return { type: "text", text: part.endsWith(".txt") ? readFileSync(join(dir, part), "utf8") : part };
}

/** Several of our tools may be one of theirs. */
function listTools({ names, others }: Harness): WireTool[] {
  const described = new Map(
    Object.entries(names).map(([tool, name]) => [name, COMMON_TOOLS[tool] ?? ""] as const),
  );
  return toolsOf([...described, ...others]);
}

/** @param dir folder of the texts */
export function renderTask(dir: string, harness: Harness, steps: readonly string[]): AgentRequest {
  const { shape, names, opening, reminders } = harness;
  const said = messagesOf(steps, { shape, nameOf: (tool) => names[tool] ?? tool });
  const messages = said.map((message, index) => {
    if (message.role !== "user" || typeof message.content !== "string") return message;
    const before = index === 0 ? reminders.map((part) => partOf(dir, part)) : [];
    return { role: "user", content: [...before, { type: "text", text: message.content }] };
  });
  const frame = opening.map(({ role, parts }) => ({ role, content: parts.map((part) => partOf(dir, part)) }));
  return { messages: [...frame, ...messages], tools: listTools(harness) };
}

/** The same without the frame: the person's words, the tools under our names. */
export function renderPlain(steps: readonly string[]): AgentRequest {
  return { messages: messagesOf(steps), tools: toolsOf(Object.entries(COMMON_TOOLS)) };
}
