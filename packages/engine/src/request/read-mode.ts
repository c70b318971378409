// How much a candidate is to think, as callers write it: `reasoning_effort`, `thinking` with its budget, `reasoning.effort`.
// A mode that a model does not have becomes its nearest; where it was stated for one candidate, the caller is warned.
import { modeOfBudget, nearestMode, readName, settleMode } from "@signalbox/contracts";
import type {
  EffortWire,
  FieldError,
  Mode,
  ModelCatalog,
  ModelFacts,
  ModelModes,
  NamedMode,
  Spelling,
} from "@signalbox/contracts";

import { modeFactsOf } from "../candidates/candidate-mode.ts";
import type { CandidateMode, ModeSource } from "../candidates/candidate-mode.ts";

export interface Thought {
  readonly mode: Mode;
  /** @unit tokens */
  readonly budgetTokens?: number | undefined;
}

/** The schema has checked every value. An effort beside a budget says the mode; the budget still bounds it. */
export function readThought({
  reasoning_effort: effort,
  thinking,
  reasoning,
}: EffortWire): Thought | undefined {
  const word = effort ?? reasoning?.effort ?? undefined;
  const thought = readThinking(thinking) ?? readThinking({ budget_tokens: reasoning?.max_tokens ?? null });
  if (word === undefined) return thought;
  return { ...(thought?.budgetTokens === undefined ? {} : thought), mode: word === "max" ? "xhigh" : word };
}

function readThinking(thinking: EffortWire["thinking"]): Thought | undefined {
  if (thinking === undefined || thinking === null) return undefined;
  if (typeof thinking === "boolean") return { mode: thinking ? "thinking" : "none" };
  const budgetTokens = thinking.budget_tokens ?? undefined;
  if (thinking.type === "disabled") return { mode: "none" };
  if (budgetTokens !== undefined) return { mode: modeOfBudget(budgetTokens), budgetTokens };
  return (thinking.type ?? undefined) === undefined ? undefined : { mode: "thinking" };
}

interface Wanted {
  readonly facts: ModelFacts | undefined;
  /** Thought stated for this candidate. */
  readonly stated: Thought | undefined;
  /** Thought stated for all candidates. */
  readonly shared: Thought | undefined;
}

/** @returns undefined where nothing is stated, so that the name or the provider's default decides */
export function modeFor({ facts, stated, shared }: Wanted): CandidateMode | undefined {
  const named = namedThought(facts);
  const [thought, source]: readonly [Thought | undefined, ModeSource] =
    stated !== undefined ? [stated, "request"] : named !== undefined ? [named, "name"] : [shared, "request"];
  if (thought === undefined) return undefined;
  const { mode: wanted, budgetTokens } = thought;
  // A model of the account's own that thinks has no list of modes, but a budget bounds it as any other.
  if (facts?.modes === undefined) {
    const mayThink = stated === undefined ? facts?.isReasoning === true : facts?.isReasoning !== false;
    return mayThink ? { ...thought, source } : undefined;
  }
  const mode = modeNear(facts.modes, thought) ?? wanted;
  return { mode, source, budgetTokens, facts: modeFactsOf(facts, mode) };
}

function namedThought(facts: ModelFacts | undefined): Thought | undefined {
  if (facts?.modes === undefined || facts.namedMode === undefined) return undefined;
  return { mode: facts.namedMode, budgetTokens: facts.namedBudgetTokens };
}

/** A budget is one of thought in whatever amount, where the model has not the effort that it amounts to. */
function settledMode(modes: ModelModes, { mode, budgetTokens }: Thought): Mode | undefined {
  return settleMode(modes, mode) ?? (budgetTokens === undefined ? undefined : settleMode(modes, "thinking"));
}

const modeNear = (modes: ModelModes, thought: Thought): Mode =>
  settledMode(modes, thought) ?? nearestMode(modes, thought.mode);

/** The mode that is asked for one candidate and its model does not have; what is asked of all is brought to each model silently. */
export function modeDoubtOf(label: string, { facts, stated }: Wanted): ModeFault | undefined {
  const thought = stated ?? namedThought(facts);
  if (thought === undefined || facts === undefined) return undefined;
  if (facts.modes !== undefined)
    return settledMode(facts.modes, thought) === undefined
      ? lackingMode(label, { facts, mode: thought.mode, taken: nearestMode(facts.modes, thought.mode) })
      : undefined;
  return facts.isReasoning === false && thought.mode !== "none"
    ? lackingMode(label, { facts, mode: thought.mode })
    : undefined;
}

// A mode at the end of a name that the model does not have, and the words that say so.

interface ModelInMode {
  /** Facts of the model named before the mode. */
  readonly facts: ModelFacts;
  readonly named: NamedMode;
}

/** Reads a spelling that names no known model as a known one with a mode at its end. */
export function findModelInMode(
  catalog: Pick<ModelCatalog, "resolve">,
  { provider, model }: Spelling,
): ModelInMode | undefined {
  const name = readName(model);
  const named = name?.effort;
  if (name === undefined || named === undefined) return undefined;
  const facts = catalog.resolve({ provider, model: [...name.path, named.name].join("/") });
  return facts && { facts, named };
}

/**
 * A model that is known, in an effort that it is known not to have ("gpt-4o-high"). Words that vendors sell models under, and names
 * of models that may think, are left to be warned of.
 */
function refusedModeIn(catalog: ModelCatalog, spelling: Spelling): ModelInMode | undefined {
  const found = findModelInMode(catalog, spelling);
  if (found === undefined || found.named.isVendorWord || found.facts.isReasoning !== false) return undefined;
  return found;
}

function listWords({ default: plain, modes }: ModelModes): string {
  return `Its modes are ${modes.map(({ mode }) => mode).join(", ")}; without one it answers in ${plain}.`;
}

type ModeFault = Pick<FieldError, "message" | "fix">;

function noSuchMode(label: string, facts: ModelFacts | undefined, mode: string): ModeFault {
  return {
    message: `"${label}" has no mode "${mode}".`,
    fix: facts?.modes === undefined ? "It does not think; leave the effort out." : listWords(facts.modes),
  };
}

interface LackingMode {
  readonly facts: ModelFacts;
  readonly mode: string;
  /** In its place; absent where the model does not think. */
  readonly taken?: string;
}

/** Decides about a mode that a model does not have. */
function lackingMode(label: string, { facts, mode, taken }: LackingMode): ModeFault {
  const { message, fix } = noSuchMode(label, facts, mode);
  const instead = taken === undefined ? "It is taken as it answers anyway." : `It is taken in "${taken}".`;
  return { message: `${message} ${instead}`, fix };
}

/** The fault of the mode that a name ends in; undefined where the model has it, or the name ends in none. */
export function faultOfNamedMode(label: string, catalog: ModelCatalog): ModeFault | undefined {
  const facts = catalog.resolve({ model: label });
  if (facts?.namedMode !== undefined && facts.modes !== undefined)
    return settleMode(facts.modes, facts.namedMode) === undefined
      ? noSuchMode(label, facts, facts.namedMode)
      : undefined;
  const lacking = facts === undefined ? refusedModeIn(catalog, { model: label }) : undefined;
  return lacking && noSuchMode(label, lacking.facts, lacking.named.words);
}
