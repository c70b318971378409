// A mode at the end of a model's name that the model does not have, and the words that say so.
import { settleMode } from "@signalbox/contracts";
import type { FieldError, ModelCatalog, ModelFacts, ModelModes } from "@signalbox/contracts";

const MODE_IN_NAME = /[-:](no-?thinking|thinking|minimal|low|medium|high|xhigh|max)$/i;

interface WithoutMode {
  /** Of the name without its end. */
  readonly facts: ModelFacts;
  /** As it is written in the name. */
  readonly mode: string;
}

/** The name of a model that has no modes with one at its end: another model, as far as anybody knows. */
export function withoutMode(spelling: string, catalog: ModelCatalog): WithoutMode | undefined {
  const [suffix, mode] = MODE_IN_NAME.exec(spelling) ?? [];
  const plain = suffix === undefined ? undefined : spelling.slice(0, -suffix.length);
  const facts = plain === undefined ? undefined : catalog.resolve({ model: plain });
  return facts === undefined || mode === undefined ? undefined : { facts, mode };
}

function listWords({ default: plain, modes }: ModelModes): string {
  return `Its modes are ${modes.map(({ mode }) => mode).join(", ")}; without one it answers in ${plain}.`;
}

export type ModeFault = Pick<FieldError, "message" | "fix">;

export function noSuchMode(label: string, facts: ModelFacts | undefined, mode: string): ModeFault {
  return {
    message: `"${label}" has no mode "${mode}".`,
    fix: facts?.modes === undefined ? "It does not think; leave the effort out." : listWords(facts.modes),
  };
}

/** What is wrong with the mode that a name ends in; undefined where the model has it, or the name ends in none. */
export function faultOfNamedMode(label: string, catalog: ModelCatalog): ModeFault | undefined {
  const facts = catalog.resolve({ model: label });
  if (facts?.namedMode !== undefined && facts.modes !== undefined)
    return settleMode(facts.modes, facts.namedMode) === undefined
      ? noSuchMode(label, facts, facts.namedMode)
      : undefined;
  const lacking = facts === undefined ? withoutMode(label, catalog) : undefined;
  return lacking && noSuchMode(label, lacking.facts, lacking.mode);
}
