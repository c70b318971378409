// The state that another page hands to the playground with the navigation. History outlives releases, so nothing of it is trusted.
import { isRecord } from "../../lib/values.ts";
import { START } from "./playground-state.ts";
import type { PlaygroundState, Turn } from "./playground-state.ts";

const ROLES = ["system", "user", "assistant"] as const;

/** The words of a message, also where they come in parts. */
function wordsOf(content: unknown): string | undefined {
  if (!Array.isArray(content)) return typeof content === "string" ? content : undefined;
  return content.flatMap((part) => (isRecord(part) ? (wordsOf(part["text"]) ?? []) : [])).join("\n");
}

function readTurn(value: unknown, index: number): Turn[] {
  const content = isRecord(value) ? wordsOf(value["content"]) : undefined;
  if (!isRecord(value) || content === undefined) return [];
  const role = ROLES.find((known) => known === value["role"]) ?? "user";
  return [{ id: index + 1, role, content }];
}

function labelOf(candidate: unknown): string[] {
  if (!isRecord(candidate)) return [];
  const parts = [candidate["provider"], candidate["model"] ?? candidate["name"]];
  const label = parts.filter((part) => typeof part === "string").join("/");
  return label === "" ? [] : [label];
}

/** The turns and candidates of a request, or of its messages alone, as it would be sent; undefined for other text. */
export function readRequest(text: string): Partial<PlaygroundState> | undefined {
  if (!/^\s*[[{]/.test(text)) return undefined;
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch {
    return undefined;
  }
  const messages: unknown = isRecord(body) && !Array.isArray(body) ? body["messages"] : body;
  if (!Array.isArray(messages)) return undefined;
  const turns = messages.flatMap(readTurn);
  const providers = isRecord(body) ? body["llm_providers"] : undefined;
  const labels = Array.isArray(providers) ? providers.flatMap(labelOf) : [];
  const tools = isRecord(body) ? body["tools"] : undefined;
  if (turns.length === 0) return undefined;
  return {
    turns,
    ...(labels.length > 0 && { labels }),
    ...(Array.isArray(tools) && tools.length > 0 && { tools: JSON.stringify(tools, null, 2) }),
  };
}

/** The playground as an address. What was written stays behind the hash, which no server gets to see. */
export function linkTo({ labels, turns, preferenceId, tools }: PlaygroundState): string {
  const state = { labels, turns, preferenceId, ...(tools !== "" && { tools }) };
  return `/start#${encodeURIComponent(JSON.stringify(state))}`;
}

export function readLink(hash: string): PlaygroundState | undefined {
  try {
    return readHandover(JSON.parse(decodeURIComponent(hash.slice(1))));
  } catch {
    return undefined;
  }
}

export function readHandover(state: unknown): PlaygroundState | undefined {
  if (!isRecord(state) || !Array.isArray(state["labels"])) return undefined;
  const labels = state["labels"].filter((label) => typeof label === "string");
  const turns = Array.isArray(state["turns"]) ? state["turns"].flatMap(readTurn) : [];
  const { preferenceId, tools } = state;
  return {
    ...START,
    labels,
    turns: turns.length === 0 ? START.turns : turns,
    preferenceId: typeof preferenceId === "string" ? preferenceId : "",
    tools: typeof tools === "string" ? tools : "",
  };
}
