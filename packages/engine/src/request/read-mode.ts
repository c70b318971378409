// How much a candidate is to think, as callers write it: `reasoning_effort`, `thinking` with its budget, `reasoning.effort`.
// What is stated for one candidate must be a mode of its model; what is stated for all is brought to each model's nearest mode.
import { modeOfBudget, nearestMode, settleMode } from "@signalbox/contracts";
import type { EffortWire, Mode, ModelCatalog, ModelFacts } from "@signalbox/contracts";

import { modeFactsOf } from "../candidates/candidate-mode.ts";
import type { CandidateMode, ModeSource } from "../candidates/candidate-mode.ts";
import { noSuchMode, refusedModeIn } from "./mode-in-name.ts";
import type { Faults } from "./validation.ts";
import { addFault } from "./validation.ts";

export interface Thought {
  readonly mode: Mode;
  /** @unit tokens */
  readonly budgetTokens?: number | undefined;
}

export interface CandidatePlace {
  readonly location: string;
  readonly faults: Faults;
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
  readonly label: string;
  readonly facts: ModelFacts | undefined;
  /** Of this candidate. */
  readonly stated: Thought | undefined;
  /** Of all candidates. */
  readonly shared: Thought | undefined;
}

/** @returns undefined where nothing is stated, so that the name or the provider's default decides */
export function modeFor(wanted: Wanted, at: CandidatePlace): CandidateMode | undefined {
  const { facts, stated, shared } = wanted;
  const modes = facts?.modes;
  if (stated !== undefined) return statedMode(wanted, stated, at);
  if (modes !== undefined && facts?.namedMode !== undefined) {
    const { id: label, namedMode: mode, namedBudgetTokens: budgetTokens } = facts;
    return settledMode({ label, facts }, { thought: { mode, budgetTokens }, source: "name" }, at);
  }
  if (shared === undefined) return undefined;
  // A model of the account's own that thinks has no list of modes, but a budget bounds it as any other.
  if (modes === undefined) return facts?.isReasoning === true ? { ...shared, source: "request" } : undefined;
  const mode = nearestMode(modes, shared.mode);
  return { mode, source: "request", budgetTokens: shared.budgetTokens, facts: modeFactsOf(facts, mode) };
}

function statedMode(wanted: Wanted, stated: Thought, at: CandidatePlace): CandidateMode | undefined {
  const { facts } = wanted;
  if (facts?.modes !== undefined) return settledMode(wanted, { thought: stated, source: "request" }, at);
  if (facts?.isReasoning !== false) return { ...stated, source: "request" };
  if (stated.mode !== "none") refuse(wanted, stated.mode, at);
  return undefined;
}

interface Asked {
  readonly thought: Thought;
  readonly source: ModeSource;
}

/** A budget is one of thought in whatever amount, where the model has not the effort that it amounts to. */
function settledMode(
  { label, facts }: Refused,
  { thought: { mode, budgetTokens }, source }: Asked,
  at: CandidatePlace,
): CandidateMode | undefined {
  const settle = (wanted: Mode): Mode | undefined => facts?.modes && settleMode(facts.modes, wanted);
  const settled = settle(mode) ?? (budgetTokens === undefined ? undefined : settle("thinking"));
  if (settled === undefined) {
    refuse({ label, facts }, mode, at);
    return undefined;
  }
  return { mode: settled, source, budgetTokens, facts: modeFactsOf(facts, settled) };
}

/** Refuses "gpt-4o-high". */
export function refuseModeInName(
  catalog: ModelCatalog,
  spelling: Parameters<ModelCatalog["resolve"]>[0],
  at: CandidatePlace,
): void {
  const found = refusedModeIn(catalog, spelling);
  if (found !== undefined) refuse({ label: found.facts.id, facts: found.facts }, found.named.words, at);
}

type Refused = Pick<Wanted, "label" | "facts">;

function refuse({ label, facts }: Refused, mode: string, { location, faults }: CandidatePlace): void {
  addFault(faults, { location, ...noSuchMode(label, facts, mode) });
}
