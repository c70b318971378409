// The mode that a candidate answers in, and who said so. Ability, tokens and seconds of another mode say nothing about it.
import type { Mode, ModeFacts, ModelFacts } from "@signalbox/contracts";

import { DEFAULT_MODE } from "../abilities/ability-table.ts";

export type ModeSource = "request" | "name" | "default" | "guessed" | "observed" | "agents";

export interface CandidateMode {
  readonly mode: Mode;
  readonly source: ModeSource;
  /** The most that may be thought, where the request bounds it. @unit tokens */
  readonly budgetTokens?: number | undefined;
  /** Absent where nothing is known of the mode. */
  readonly facts?: ModeFacts | undefined;
}

export function modeFactsOf(facts: ModelFacts | undefined, mode: Mode): ModeFacts | undefined {
  return facts?.modes?.modes.find((each) => each.mode === mode);
}

const plainModes = new WeakMap<ModelFacts, CandidateMode>();

/** The mode of a call that states none: that of the name, else the provider's default; undefined where modes are unknown. */
export function plainModeOf(facts: ModelFacts | undefined): CandidateMode | undefined {
  if (facts?.modes === undefined) return undefined;
  const known = plainModes.get(facts);
  if (known !== undefined) return known;
  const mode = facts.namedMode ?? facts.modes.default;
  const { isGuessed, isObserved } = facts.modes;
  const standard = isObserved === true ? "observed" : isGuessed === true ? "guessed" : "default";
  const source = facts.namedMode === undefined ? standard : "name";
  const budgetTokens = facts.namedBudgetTokens;
  const plain: CandidateMode = { mode, source, budgetTokens, facts: modeFactsOf(facts, mode) };
  plainModes.set(facts, plain);
  return plain;
}

/** The thought of agents where a call without a stated mode would not think at all. */
const AGENT_MODES: readonly Mode[] = ["medium", "thinking", "high", "low"];
const agentModes = new WeakMap<ModelFacts, CandidateMode>();

/**
 * The mode of a call by a coding agent that states none: the provider's default where that thinks, else the first of those in which
 * agents run the model; what is named stays.
 */
export function agentModeOf(facts: ModelFacts | undefined): CandidateMode | undefined {
  const plain = plainModeOf(facts);
  const isStandard = plain?.source === "default" || plain?.source === "guessed";
  if (facts === undefined || !isStandard || plain.mode !== "none") return plain;
  const known = agentModes.get(facts);
  if (known !== undefined) return known;
  const mode = AGENT_MODES.find((each) => modeFactsOf(facts, each) !== undefined);
  if (mode === undefined) return plain;
  const used: CandidateMode = { mode, source: "agents", facts: modeFactsOf(facts, mode) };
  agentModes.set(facts, used);
  return used;
}

/** The modes that requests may ask of a model, and that of a call which states none. */
export function answerModes(facts: ModelFacts): {
  readonly plain: string;
  readonly modes: readonly string[];
} {
  const plain = facts.modes?.default ?? DEFAULT_MODE;
  return { plain, modes: facts.modes?.modes.map(({ mode }) => mode) ?? [plain] };
}
