// Unknown names of candidates, and modes that their models lack, with the interpretation of each.
import { isRecord } from "@signalbox/contracts";
import type { FieldError, ModelCatalog, ProviderWire } from "@signalbox/contracts";

import { shutdownWords } from "../../wording/shutdown-words.ts";
import type { CandidateInput } from "../../candidates/candidate.ts";
import { lookUpModel, nearestIds, nearestModel } from "../look-up-model.ts";
import { labelOfEntry } from "../read-candidates.ts";
import { modeDoubtOf, readThought } from "../read-mode.ts";
import { NAME_CHARS_SHOWN } from "./near-names.ts";
import type { Warnings } from "./warnings.ts";

const at = (label: string): string => `llm_providers: ${label.slice(0, NAME_CHARS_SHOWN)}`;

/** Words about a name that no model has; who brings a model of their own means it. */
const STRANGER_WORDS = "No such model is known, so it is rated as a stranger, by the size in its name.";

function warningOfStranger({ model, label }: CandidateInput, catalog: ModelCatalog): FieldError {
  const spelling = model ?? label;
  const slip = nearestModel(spelling, catalog);
  const near = [...new Set([...(slip === undefined ? [] : [slip]), ...nearestIds(spelling, catalog)])];
  return {
    location: at(label),
    message: slip === undefined ? STRANGER_WORDS : `${STRANGER_WORDS} It resembles ${slip}.`,
    fix:
      near.length === 0
        ? "Check the name, or state `quality` or `benchmarks` in its attributes."
        : `Did you mean ${near.join(", ")}? Else state \`quality\` or \`benchmarks\` in its attributes.`,
  };
}

/** No warning when the caller rates the model: they know it is not in the catalogue. */
const isStated = ({ attributes }: CandidateInput): boolean =>
  attributes["quality"] !== undefined || attributes["benchmarks"] !== undefined;

function warningOfName(candidate: CandidateInput, catalog: ModelCatalog): FieldError | undefined {
  const { facts, provider, model, label } = candidate;
  if (facts === undefined) return isStated(candidate) ? undefined : warningOfStranger(candidate, catalog);
  if (facts.movedFrom !== undefined)
    return {
      location: at(label),
      message: `"${facts.movedFrom}" moves from model to model; it means ${facts.id} at the time of this decision.`,
      fix: `Name ${facts.id} to keep it.`,
    };
  if (model === undefined) return undefined;
  const { takenFor: taken, inheritsFrom } = lookUpModel(catalog, { provider, model });
  if (inheritsFrom !== undefined)
    return {
      location: at(label),
      message: `No facts of this version are known; ability, price, limits and modes are assumed from ${inheritsFrom}, with a wider spread.`,
      fix: `Name it ${inheritsFrom} if that is meant; else refresh the catalogue, or state its facts in the operator's catalogue file.`,
    };
  if (taken === undefined) return undefined;
  return {
    location: at(label),
    message: `No model is known under this name; it is taken for ${taken}.`,
    fix: `Name it ${taken}, and state a mode in \`reasoning_effort\`; another model needs an entry in the operator's catalogue file.`,
  };
}

/** Warns of a model that its host has shut down or shuts down within 60 days. */
function warningOfEnd({ label, facts }: CandidateInput): FieldError | undefined {
  const shutdown = facts?.shutdown;
  if (shutdown?.state !== "past" && shutdown?.state !== "near") return undefined;
  const { successor } = shutdown;
  return {
    location: at(label),
    message: shutdownWords(shutdown),
    fix: successor === undefined ? "Name a newer model." : `Name ${successor} in its place.`,
  };
}

/** Warns of the mode of one candidate, stated in its entry or its attributes. */
function warningOfMode({ label, facts }: CandidateInput, wire: unknown): FieldError | undefined {
  const entry = isRecord(wire) ? (wire as ProviderWire) : undefined;
  const stated = entry && (readThought(entry) ?? readThought(entry.attributes ?? {}));
  const doubt = modeDoubtOf(label, { facts, stated, shared: undefined });
  return doubt && { location: at(label), ...doubt };
}

/** @param wires the entries as they were sent; of several efforts of one entry the first speaks for all */
export function warnOfModels(
  { candidates, wires }: { candidates: readonly CandidateInput[]; wires: readonly unknown[] },
  catalog: ModelCatalog,
  warnings: Warnings,
): void {
  const wireOf = new Map<string | undefined, unknown>();
  for (const wire of wires)
    wireOf.set(typeof wire === "string" ? wire : isRecord(wire) ? labelOfEntry(wire) : undefined, wire);
  const seen = new Set<string>();
  for (const candidate of candidates) {
    if (warnings.isFull) return;
    const label = candidate.callLabel ?? candidate.label;
    if (seen.has(label)) continue;
    seen.add(label);
    const own = { ...candidate, label };
    const found = [warningOfName(own, catalog), warningOfEnd(own), warningOfMode(own, wireOf.get(label))];
    warnings.add(...found.filter((warning) => warning !== undefined));
  }
}
