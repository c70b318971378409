// How much a candidate is to think, as callers write it: `reasoning_effort`, `thinking` with its budget, `reasoning.effort`.
// What is stated for one candidate must be a mode of its model; what is stated for all is brought to each model's nearest mode.
import { modeOfBudget, nearestMode, settleMode } from "@signalbox/contracts";
import type { EffortWire, Mode, ModelFacts } from "@signalbox/contracts";

import { modeFactsOf } from "../candidates/candidate-mode.ts";
import type { CandidateMode } from "../candidates/candidate-mode.ts";
import { noSuchMode } from "./mode-in-name.ts";
import type { Faults } from "./validation.ts";
import { addFault } from "./validation.ts";

export interface Thought {
  readonly mode: Mode;
  /** @unit tokens */
  readonly budgetTokens?: number;
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
  const named = facts?.namedMode;
  if (modes !== undefined && named !== undefined) {
    const settled = settleMode(modes, named);
    if (settled === undefined) refuse(wanted, named, at);
    return settled === undefined
      ? undefined
      : { mode: settled, source: "name", facts: modeFactsOf(facts, settled) };
  }
  if (shared === undefined || modes === undefined) return undefined;
  const mode = nearestMode(modes, shared.mode);
  return { mode, source: "request", budgetTokens: shared.budgetTokens, facts: modeFactsOf(facts, mode) };
}

function statedMode(
  wanted: Wanted,
  { mode, budgetTokens }: Thought,
  at: CandidatePlace,
): CandidateMode | undefined {
  const { facts } = wanted;
  const modes = facts?.modes;
  if (modes === undefined) {
    if (facts?.isReasoning !== false) return { mode, source: "request", budgetTokens };
    if (mode !== "none") refuse(wanted, mode, at);
    return undefined;
  }
  const settled =
    settleMode(modes, mode) ?? (budgetTokens === undefined ? undefined : settleMode(modes, "thinking"));
  if (settled === undefined) {
    refuse(wanted, mode, at);
    return undefined;
  }
  return { mode: settled, source: "request", budgetTokens, facts: modeFactsOf(facts, settled) };
}

function refuse({ label, facts }: Wanted, mode: Mode, { location, faults }: CandidatePlace): void {
  addFault(faults, { location, ...noSuchMode(label, facts, mode) });
}
