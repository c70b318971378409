// A mode at the end of a model's name that the model does not have, and the words that say so.
import { findModelInMode, settleMode } from "@signalbox/contracts";
import type { FieldError, ModelCatalog, ModelFacts, ModelInMode, ModelModes } from "@signalbox/contracts";

/**
 * A model that is known, in an effort that it is known not to have ("gpt-4o-high"). Words that vendors sell models under, and names
 * of models that may think, are left to be warned of.
 */
function refusedModeIn(
  catalog: ModelCatalog,
  spelling: Parameters<ModelCatalog["resolve"]>[0],
): ModelInMode | undefined {
  const found = findModelInMode(catalog, spelling);
  if (found === undefined || found.named.isVendorWord || found.facts.isReasoning !== false) return undefined;
  return found;
}

function listWords({ default: plain, modes }: ModelModes): string {
  return `Its modes are ${modes.map(({ mode }) => mode).join(", ")}; without one it answers in ${plain}.`;
}

export type ModeFault = Pick<FieldError, "message" | "fix">;

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
export function lackingMode(label: string, { facts, mode, taken }: LackingMode): ModeFault {
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
