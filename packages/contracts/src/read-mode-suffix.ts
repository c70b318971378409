// The mode at the end of a name ("gpt-5.5-high", "claude-sonnet-4.6:thinking", "claude-opus-4.8-no-thinking", "...-thinking-16k").
import type { ModelCatalog, ModelFacts } from "./model-facts.ts";
import type { Mode } from "./model-modes.ts";
import { modeOfBudget } from "./model-modes.ts";

const SUFFIX =
  /[-_:. ](?:(none|(?:non?|without)[-_ ]?(?:thinking|think|reasoning))|(?:thinking|think|reasoning)[-_]?(\d{1,3})k|(thinking|thinker|think|reasoning|max)|(x-?high|high|medium|low|minimal)(?:[-_](?:effort|thinking|reasoning))?)$/i;

export interface NamedMode {
  /** The name without the suffix. */
  readonly name: string;
  /** The suffix as it is written. */
  readonly words: string;
  readonly mode: Mode;
  /** The most that may be thought, where the name says it. @unit tokens */
  readonly budgetTokens?: number;
  /** Vendors sell models of their own under such words ("kimi-k2-thinking", "qwen3-max"), so they may belong to the name. */
  readonly isVendorWord: boolean;
}

const TOKENS_OF_A_K = 1_024;

export function readModeSuffix(name: string): NamedMode | undefined {
  const match = SUFFIX.exec(name);
  if (match === null || match.index < 2) return undefined;
  const [all, none, budget, word, effort] = match;
  const found = { name: name.slice(0, match.index), words: all.slice(1), isVendorWord: word !== undefined };
  if (none !== undefined) return { ...found, mode: "none" };
  if (word !== undefined) return { ...found, mode: word.toLowerCase() === "max" ? "xhigh" : "thinking" };
  if (effort !== undefined) return { ...found, mode: effort.toLowerCase().replace("-", "") as Mode };
  const budgetTokens = Number(budget) * TOKENS_OF_A_K;
  return { ...found, mode: modeOfBudget(budgetTokens), budgetTokens };
}

export interface ModelInMode {
  /** Facts of the model named before the suffix. */
  readonly facts: ModelFacts;
  readonly named: NamedMode;
}

/** Reads a spelling that names no known model as a known one with a mode at its end. */
export function findModelInMode(
  catalog: Pick<ModelCatalog, "resolve">,
  { provider, model }: Parameters<ModelCatalog["resolve"]>[0],
): ModelInMode | undefined {
  const named = readModeSuffix(model);
  const facts = named && catalog.resolve({ provider, model: named.name });
  return facts && named && { facts, named };
}
