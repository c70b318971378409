// Members, attributes and models of candidates that look misspelt.
import type { FieldError, ModelCatalog } from "@signalbox/contracts";
import {
  IGNORED_CANDIDATE_FIELDS,
  isRecord,
  READ_CANDIDATE_FIELDS,
  UNDERSTOOD_ATTRIBUTES,
  unknownMember,
} from "@signalbox/contracts";

import type { CandidateInput } from "../candidates/candidate-input.ts";
import { withoutMode } from "./mode-in-name.ts";
import type { Names, Wire } from "./near-names.ts";
import { NAME_CHARS_SHOWN, namesOf, WARNINGS_MAX, warnOfNearMisses, warnOfWord } from "./near-names.ts";
import { nearestModel } from "./nearest-model.ts";
import { warnOfEffort } from "./warn-of-effort.ts";

const KNOWN_FIELDS: ReadonlySet<string> = new Set([...READ_CANDIDATE_FIELDS, ...IGNORED_CANDIDATE_FIELDS]);
const ATTRIBUTES = namesOf(UNDERSTOOD_ATTRIBUTES);
const MODALITIES = namesOf(["text", "image", "audio", "video", "file"]);

export function warnOfCandidates(
  { llm_providers: own, models }: Wire,
  catalog: ModelCatalog,
  warnings: FieldError[],
): void {
  const field = (own ?? null) === null ? "models" : "llm_providers";
  const list = field === "models" ? models : own;
  if (!Array.isArray(list)) return;
  for (let i = 0; i < list.length && warnings.length < WARNINGS_MAX; i += 1) {
    const wire: unknown = list[i];
    if (!isRecord(wire)) continue;
    for (const name of Object.keys(wire))
      if (!KNOWN_FIELDS.has(name))
        warnings.push(unknownMember(`${field}[${i}]`, name, READ_CANDIDATE_FIELDS));
    const { attributes } = wire;
    warnOfEffort(wire, () => `${field}[${i}]`, warnings);
    if (isRecord(attributes))
      warnOfAttributes(attributes, { location: () => `${field}[${i}].attributes`, catalog, warnings });
  }
}

interface Stated {
  readonly location: () => string;
  readonly catalog: ModelCatalog;
  readonly warnings: FieldError[];
}

function warnOfAttributes(attributes: Wire, { location, catalog, warnings }: Stated): void {
  warnOfNearMisses(attributes, { location, names: ATTRIBUTES, warnings });
  warnOfEffort(attributes, location, warnings);
  const { modalities, benchmarks } = attributes;
  if (Array.isArray(modalities))
    for (const [index, word] of (modalities as readonly unknown[]).entries())
      warnOfWord(word, { location: () => `${location()}.modalities[${index}]`, names: MODALITIES, warnings });
  if (isRecord(benchmarks))
    warnOfNearMisses(benchmarks, {
      location: () => `${location()}.benchmarks`,
      names: benchmarksOf(catalog),
      warnings,
    });
}

const benchmarkNames = new WeakMap<ModelCatalog, Names>();

/** A score under a name that no board has moves nothing. */
function benchmarksOf(catalog: ModelCatalog): Names {
  const known = benchmarkNames.get(catalog);
  if (known !== undefined) return known;
  const all = catalog.list().flatMap(({ scores }) => scores.map(({ benchmark }) => benchmark));
  const names = namesOf([...new Set(all)]);
  benchmarkNames.set(catalog, names);
  return names;
}

function spellingOf({
  provider,
  model,
  label,
}: Pick<CandidateInput, "provider" | "model" | "label">): string {
  const named = model ?? label;
  return provider === undefined || named.includes("/") ? named : `${provider}/${named}`;
}

function nearName(spelling: string, catalog: ModelCatalog): string | undefined {
  const near = nearestModel(spelling, catalog);
  return near === undefined ? undefined : `Did you mean ${near}?`;
}

/** Of candidates that no catalogue knows, as many as are shown at most. */
export function warningsOfModels(
  candidates: readonly CandidateInput[],
  catalog: ModelCatalog,
): readonly FieldError[] {
  const warnings: FieldError[] = [];
  for (const { facts, provider, model, label } of candidates) {
    if (facts !== undefined || warnings.length >= WARNINGS_MAX) continue;
    const spelling = spellingOf({ provider, model, label });
    const lacking = withoutMode(spelling, catalog);
    const fix =
      lacking === undefined
        ? nearName(spelling, catalog)
        : `Did you mean ${lacking.facts.id}? It has no mode "${lacking.mode}".`;
    if (fix === undefined) continue;
    warnings.push({
      location: `llm_providers: ${label.slice(0, NAME_CHARS_SHOWN)}`,
      message: "No such model is known, so it is rated as a stranger.",
      fix,
    });
  }
  return warnings;
}
