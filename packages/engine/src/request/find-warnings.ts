// What a caller wrote that nobody reads, or that looks misspelt. Never an error by itself: clients speak many dialects.
// On the path of every decision: one look into a set for each member, and the work of comparing spellings only for strangers.
import type { FieldError, ModelCatalog, SelectRequestWire } from "@signalbox/contracts";
import { IGNORED_FIELDS, INCLUDES, isRecord, READ_FIELDS, unknownMember } from "@signalbox/contracts";

import type { CandidateInput } from "../candidates/candidate-input.ts";
import { WARNINGS_MAX } from "./near-names.ts";
import { warningsOfModels, warnOfCandidates } from "./warn-of-candidates.ts";
import { warnOfEffort } from "./warn-of-effort.ts";
import { warnOfMessages, warnOfTools } from "./warn-of-messages.ts";

const KNOWN_FIELDS: ReadonlySet<string> = new Set([...READ_FIELDS, ...IGNORED_FIELDS]);

/** In the dialect of providers `model` is a name and says nothing here; a list under it was meant for the candidates. */
const isMeantAsList = (body: object): boolean => "model" in body && Array.isArray(body.model);

/** By list that the reader keeps, so that it is looked through a single time. */
const ofKeptList = new WeakMap<readonly CandidateInput[], readonly FieldError[]>();

/** A list that the reader keeps is frozen; its entries, their members and the member that holds it were always the same. */
function warningsOfList(
  body: SelectRequestWire,
  candidates: readonly CandidateInput[],
  catalog: ModelCatalog,
): readonly FieldError[] {
  const known = ofKeptList.get(candidates);
  if (known !== undefined) return known;
  const found: FieldError[] = [];
  warnOfCandidates(body, catalog, found);
  found.push(...warningsOfModels(candidates, catalog));
  if (Object.isFrozen(candidates)) ofKeptList.set(candidates, found);
  return found;
}

export function findWarnings(
  body: SelectRequestWire,
  candidates: readonly CandidateInput[],
  catalog: ModelCatalog,
): FieldError[] {
  const warnings: FieldError[] = [];
  for (const name of Object.keys(body))
    if (!KNOWN_FIELDS.has(name) || (name === "model" && isMeantAsList(body)))
      warnings.push(unknownMember("body", name, READ_FIELDS));
  warnOfIncludes(body.include, warnings);
  warnOfFormat(body.response_format, warnings);
  warnOfEffort(body, () => "body", warnings);
  warnings.push(...warningsOfList(body, candidates, catalog));
  warnOfMessages(body.messages, warnings);
  warnOfTools(body.tools, warnings);
  return warnings.length > WARNINGS_MAX ? warnings.slice(0, WARNINGS_MAX) : warnings;
}

function warnOfIncludes(value: SelectRequestWire["include"], warnings: FieldError[]): void {
  if (value === undefined || value === null) return;
  const fix = `Send a list of ${INCLUDES.join(", ")}.`;
  for (const [index, name] of value.entries())
    if (!(INCLUDES as readonly unknown[]).includes(name))
      warnings.push({ location: `body.include[${index}]`, message: "It is not known.", fix });
}

const FORMATS: readonly unknown[] = ["json_object", "json_schema", "text"];

function warnOfFormat(value: unknown, warnings: FieldError[]): void {
  const type = isRecord(value) ? value["type"] : undefined;
  if (value === undefined || value === null || FORMATS.includes(type)) return;
  warnings.push({
    location: "body.response_format.type",
    message: "It is not known, so every answer would do.",
    fix: `Send ${FORMATS.join(", ")}.`,
  });
}
