// The contents of the playground, and the request that it makes.
import type { PlaygroundRequest, Preference, PreferencePolicy } from "@signalbox/sdk";

import { DEFAULT_TOLERANCE, isRecord } from "../../lib/values.ts";
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
  /** JSON as it is typed; empty: none. */
  readonly tools: string;
}

interface Example {
  readonly name: string;
  readonly content: string;
}

/** The first is decided already when the page opens. */
export const EXAMPLES: readonly [Example, ...Example[]] = [
  {
    name: "A bug",
    content:
      "This Python function should merge overlapping intervals but loses the last one. Find the bug and fix it.\n\ndef merge(intervals):\n    intervals.sort()\n    merged = []\n    current = intervals[0]\n    for start, end in intervals[1:]:\n        if start <= current[1]:\n            current = (current[0], max(current[1], end))\n        else:\n            merged.append(current)\n            current = (start, end)\n    return merged",
  },
  { name: "A proof", content: "Prove that every group of order p squared, p prime, is abelian." },
  {
    name: "A mail",
    content:
      "Write a short, friendly reply to a customer whose parcel arrived two days late. Offer free shipping next time.",
  },
  {
    name: "A translation",
    content: "Translate into Portuguese: The signal must be at danger before the points are moved.",
  },
];

export const START: PlaygroundState = {
  turns: [{ id: 1, role: "user", content: EXAMPLES[0].content }],
  labels: [],
  objective: { kind: "dial", cost_quality_tradeoff: 5 },
  preferenceId: "",
  depth: "",
  tools: "",
};

/** The tools of typed JSON: a list of them, or one alone; undefined for text that is neither. */
export function readTools(text: string): readonly object[] | undefined {
  if (text.trim() === "") return [];
  try {
    const read: unknown = JSON.parse(text);
    const list: readonly unknown[] = Array.isArray(read) ? read : [read];
    return list.every((one) => isRecord(one) && !Array.isArray(one))
      ? (list as readonly object[])
      : undefined;
  } catch {
    return undefined;
  }
}

/** `openai/gpt-6.2-sol` as provider and model; a label without a slash is a model alone. */
export function providerOf(label: string): { provider?: string; model: string } {
  const slash = label.indexOf("/");
  return slash <= 0 ? { model: label } : { provider: label.slice(0, slash), model: label.slice(slash + 1) };
}

function shared(state: PlaygroundState) {
  const { depth } = state;
  const tools = readTools(state.tools) ?? [];
  return {
    messages: state.turns
      .filter(({ content }) => content !== "")
      .map(({ role, content }) => ({ role, content })),
    llm_providers: state.labels.map(providerOf),
    ...(tools.length > 0 && { tools: [...tools] }),
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
