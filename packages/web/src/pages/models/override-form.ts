// The override form as plain text fields, and back. Empty means "as shipped": it is left out of the body.
import type { Model, ModelOverride } from "@signalbox/sdk";

const NUMBERS = [
  ["input_usd_per_mtok", "Input, USD per million tokens"],
  ["output_usd_per_mtok", "Output, USD per million tokens"],
  ["cached_input_usd_per_mtok", "Cached input, USD per million tokens"],
  ["context_tokens", "Context, tokens"],
  ["max_output_tokens", "Longest answer, tokens"],
  ["output_tokens_per_second", "Speed, tokens a second"],
  ["time_to_first_token_s", "First token after, seconds"],
] as const;

type NumberMember = (typeof NUMBERS)[number][0];
export const NUMBER_MEMBERS = NUMBERS;

export interface OverrideFields {
  readonly name: string;
  readonly numbers: Readonly<Partial<Record<NumberMember, string>>>;
  readonly tools: "" | "yes" | "no";
  /** One `benchmark score` pair a line, scores of 0..1. */
  readonly scores: string;
}

export const EMPTY_OVERRIDE: OverrideFields = { name: "", numbers: {}, tools: "", scores: "" };

export function readScores(text: string): Record<string, number> {
  const scores: Record<string, number> = {};
  for (const line of text.split("\n")) {
    const match = /^\s*(\S.*?)\s*[:=,\s]\s*(-?[\d.]+)\s*$/.exec(line);
    const [name, value] = [match?.[1], Number(match?.[2])];
    if (name !== undefined && Number.isFinite(value)) scores[name] = value;
  }
  return scores;
}

export function toOverride(fields: OverrideFields): ModelOverride {
  const numbers = Object.fromEntries(
    Object.entries(fields.numbers)
      .filter(([, typed]) => typed.trim() !== "")
      .map(([name, typed]) => [name, Number(typed)]),
  );
  const scores = readScores(fields.scores);
  return {
    ...numbers,
    ...(fields.name.trim() !== "" && { name: fields.name.trim() }),
    ...(fields.tools !== "" && { supports_tools: fields.tools === "yes" }),
    ...(Object.keys(scores).length > 0 && { scores }),
  };
}

export function toFields(override: ModelOverride): OverrideFields {
  const numbers: Partial<Record<NumberMember, string>> = {};
  for (const [name] of NUMBERS) {
    const value = override[name];
    if (value !== undefined) numbers[name] = String(value);
  }
  const { supports_tools: tools } = override;
  return {
    name: override.name ?? "",
    numbers,
    tools: tools === undefined ? "" : tools ? "yes" : "no",
    scores: Object.entries(override.scores ?? {})
      .map(([name, score]) => `${name} ${score}`)
      .join("\n"),
  };
}

export const shippedNumber = (model: Model | undefined, member: NumberMember): string =>
  model?.[member]?.toString() ?? "unknown";
