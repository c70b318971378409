// How able the classes of models are that the tiers of the task atlas speak of: the mean of models that its guide has in mind.
import type { AbilityRow } from "./build-ability-rows.ts";
import type { Mode } from "./board-score.ts";
import { floatAt, valueAt } from "../../arrays/value-at.ts";

type Exemplar = readonly [model: string, mode: Mode];

const EXEMPLARS: readonly (readonly Exemplar[])[] = [
  [
    ["qwen/qwen3-8b", "none"],
    ["qwen/qwen3-4b", "none"],
    ["meta/llama-3.1-8b-instruct", "default"],
    ["google/gemma-3-4b-it", "default"],
    ["google/gemma-3n-e4b-it", "default"],
    ["qwen/qwen2.5-7b-instruct", "default"],
  ],
  [
    ["anthropic/claude-haiku-4.5", "none"],
    ["google/gemini-2.5-flash", "none"],
    ["google/gemini-2.5-flash-lite", "default"],
    ["openai/gpt-4.1-mini", "default"],
    ["openai/gpt-5-mini", "low"],
    ["openai/gpt-oss-20b", "medium"],
    ["google/gemma-3-27b-it", "default"],
    ["mistral/mistral-small-2506", "default"],
    ["qwen/qwen3-32b", "thinking"],
  ],
  [
    ["openai/gpt-4o", "default"],
    ["openai/gpt-4.1", "default"],
    ["anthropic/claude-sonnet-4", "none"],
    ["anthropic/claude-sonnet-4.5", "none"],
    ["deepseek/deepseek-v3.2", "none"],
  ],
  [
    ["anthropic/claude-opus-4.8", "medium"],
    ["openai/gpt-5.5", "low"],
    ["openai/gpt-5.6-sol", "low"],
    ["google/gemini-3.1-pro-preview", "high"],
    ["anthropic/claude-sonnet-5", "medium"],
  ],
  [
    ["anthropic/claude-opus-4.8", "xhigh"],
    ["openai/gpt-5.5", "xhigh"],
    ["openai/gpt-5.6-sol", "xhigh"],
  ],
];

/** Classes that a folder's boards do not list: the scale of the shipped fit. */
const USUAL = [-0.8, 0.15, 0.6, 1.6, 1.9];

/** Ascending: a higher tier never needs less. */
export function tierAbilities(rows: readonly AbilityRow[]): readonly number[] {
  const general = new Map(rows.map(({ model, mode, mean }) => [`${model} ${mode}`, floatAt(mean, 0)]));
  let floor = -Infinity;
  return EXEMPLARS.map((exemplars, tier) => {
    const known = exemplars
      .map(([model, mode]) => general.get(`${model} ${mode}`))
      .filter((ability) => ability !== undefined);
    const mean =
      known.length === 0
        ? valueAt(USUAL, tier)
        : known.reduce((sum, ability) => sum + ability, 0) / known.length;
    floor = Math.max(floor, Math.round(mean * 1e4) / 1e4);
    return floor;
  });
}
