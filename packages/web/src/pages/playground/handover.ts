// What another page hands to the playground with the navigation. History outlives releases, so nothing of it is trusted.
import { isRecord } from "../../lib/is-record.ts";
import { START } from "./playground-state.ts";
import type { PlaygroundState, Turn } from "./playground-state.ts";

const ROLES = ["system", "user", "assistant"] as const;

function readTurn(value: unknown, index: number): Turn[] {
  if (!isRecord(value) || typeof value["content"] !== "string") return [];
  const role = ROLES.find((known) => known === value["role"]) ?? "user";
  return [{ id: index + 1, role, content: value["content"] }];
}

export function readHandover(state: unknown): PlaygroundState | undefined {
  if (!isRecord(state) || !Array.isArray(state["labels"])) return undefined;
  const labels = state["labels"].filter((label) => typeof label === "string");
  const turns = Array.isArray(state["turns"]) ? state["turns"].flatMap(readTurn) : [];
  const { preferenceId } = state;
  return {
    ...START,
    labels,
    turns: turns.length === 0 ? START.turns : turns,
    preferenceId: typeof preferenceId === "string" ? preferenceId : "",
  };
}
