// What stands in the playground, and the request that it makes.
import type { PlaygroundRequest, Preference, PreferencePolicy } from "@signalbox/sdk";

import { DEFAULT_TOLERANCE } from "../../lib/default-tolerance.ts";
import type { SnippetRequest } from "../../lib/snippets.ts";

export type Objective = NonNullable<PreferencePolicy["objective"]>;

export interface Turn {
  readonly id: number;
  readonly role: "system" | "user" | "assistant";
  readonly content: string;
}

export interface PlaygroundState {
  readonly turns: readonly Turn[];
  readonly labels: readonly string[];
  readonly objective: Objective;
  /** When set, this preference decides and the objective is not sent. */
  readonly preferenceId: string;
  readonly depth: string;
}

export const START: PlaygroundState = {
  turns: [{ id: 1, role: "user", content: "" }],
  labels: [],
  objective: { kind: "weights", usd_weight: 10, seconds_weight: 0 },
  preferenceId: "",
  depth: "",
};

/** `openai/gpt-4o` as provider and model; a label without a slash is a model alone. */
export function providerOf(label: string): { provider?: string; model: string } {
  const slash = label.indexOf("/");
  return slash <= 0 ? { model: label } : { provider: label.slice(0, slash), model: label.slice(slash + 1) };
}

function shared(state: PlaygroundState) {
  const { depth } = state;
  return {
    messages: state.turns
      .filter(({ content }) => content !== "")
      .map(({ role, content }) => ({ role, content })),
    llm_providers: state.labels.map(providerOf),
    ...(depth !== "" && { max_model_depth: Number(depth) }),
  };
}

/** Undefined while there is nothing to decide. */
export function requestOf(state: PlaygroundState): PlaygroundRequest | undefined {
  const base = shared(state);
  if (base.messages.length === 0 || base.llm_providers.length === 0) return undefined;
  const { preferenceId, objective } = state;
  return preferenceId === "" ? { ...base, policy: { objective } } : { ...base, preference_id: preferenceId };
}

/** Whether a plain request can say this objective, or only a saved preference can. */
export function needsPreference(state: PlaygroundState): boolean {
  const { objective, preferenceId } = state;
  if (preferenceId !== "") return false;
  if (objective.kind === "weights") return true;
  const isThreshold = objective.kind === "cost" || objective.kind === "latency";
  return isThreshold && (objective.tolerance ?? DEFAULT_TOLERANCE) !== DEFAULT_TOLERANCE;
}

/** The saved preference that says just this objective. */
export function savedFor(
  { objective }: Pick<PlaygroundState, "objective">,
  preferences: readonly Pick<Preference, "id" | "policy">[],
): string | undefined {
  const wanted = sorted({ objective });
  return preferences.find(({ policy }) => sorted(policy) === wanted)?.id;
}

const sorted = (value: object): string =>
  JSON.stringify(value, (_, member: unknown) =>
    typeof member === "object" && member !== null && !Array.isArray(member)
      ? Object.fromEntries(Object.entries(member).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : member,
  );

/** The request as a program would send it; undefined while only a preference that is not saved yet could say it. */
export function snippetOf(state: PlaygroundState): SnippetRequest | undefined {
  const { objective, preferenceId } = state;
  const base = shared(state);
  if (preferenceId !== "") return { ...base, preference_id: preferenceId };
  if (needsPreference(state)) return undefined;
  if (objective.kind === "cost" || objective.kind === "latency") return { ...base, tradeoff: objective.kind };
  if (objective.kind === "dial") return { ...base, cost_quality_tradeoff: objective.cost_quality_tradeoff };
  return base;
}
