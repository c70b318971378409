// Models of candidates that no catalogue knows, and which were probably meant.
import type { ModelCatalog } from "@signalbox/contracts";
import { findModelInMode } from "@signalbox/contracts";

import type { CandidateInput } from "../../candidates/candidate-input.ts";
import { NAME_CHARS_SHOWN } from "./near-names.ts";
import { nearestModel } from "./nearest-model.ts";
import type { Warnings } from "./warnings.ts";

function spellingOf({
  provider,
  model,
  label,
}: Pick<CandidateInput, "provider" | "model" | "label">): string {
  const named = model ?? label;
  return provider === undefined || named.includes("/") ? named : `${provider}/${named}`;
}

/** The name of a model with a mode at its end that is not its own, or of which that is unknown: perhaps another model. */
function withoutMode(spelling: string, catalog: ModelCatalog): string | undefined {
  const found = findModelInMode(catalog, { model: spelling });
  if (found === undefined) return undefined;
  const { facts, named } = found;
  return facts.isReasoning === false
    ? `Did you mean ${facts.id}? It has no mode "${named.words}".`
    : `Did you mean ${facts.id}? Name it so, and state the mode in \`reasoning_effort\`.`;
}

function nearName(spelling: string, catalog: ModelCatalog): string | undefined {
  const near = nearestModel(spelling, catalog);
  return near === undefined ? undefined : `Did you mean ${near}?`;
}

/** Of candidates that no catalogue knows, as many as are shown at most. */
export function warnOfModels(
  candidates: readonly CandidateInput[],
  catalog: ModelCatalog,
  warnings: Warnings,
): void {
  for (const { facts, provider, model, label } of candidates) {
    if (warnings.isFull) return;
    if (facts !== undefined) continue;
    const spelling = spellingOf({ provider, model, label });
    const fix = withoutMode(spelling, catalog) ?? nearName(spelling, catalog);
    if (fix === undefined) continue;
    warnings.add({
      location: `llm_providers: ${label.slice(0, NAME_CHARS_SHOWN)}`,
      message: "No such model is known, so it is rated as a stranger.",
      fix,
    });
  }
}
