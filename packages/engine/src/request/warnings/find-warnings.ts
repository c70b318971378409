// Warnings of unknown members and words, or misspelt ones. Never an error by itself: clients speak many dialects.
import type { FieldError, ModelCatalog, SelectRequestWire, ToolWire } from "@signalbox/contracts";
import { isRecord, READ_FIELDS, unknownMember } from "@signalbox/contracts";

import type { CandidateInput } from "../../candidates/candidate.ts";
import { BODY, candidatePlace, MESSAGES, SYSTEM, TOOLS, warnOfMisspellings } from "./misspellings.ts";
import { warnOfRequest } from "./warn-of-request.ts";
import { warnOfModels } from "./warn-of-models.ts";
import { isVendorTool } from "../read-tools.ts";
import { createWarnings, type Warnings } from "./warnings.ts";

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
  const warnings = createWarnings();
  const field = (body.llm_providers ?? null) === null ? "models" : "llm_providers";
  warnOfMisspellings(candidatePlace(catalog), { value: body[field], location: () => field }, warnings);
  warnOfModels({ candidates, wires: body[field] ?? [] }, catalog, warnings);
  if (Object.isFrozen(candidates)) ofKeptList.set(candidates, warnings.found);
  return warnings.found;
}

export function findWarnings(
  body: SelectRequestWire,
  candidates: readonly CandidateInput[],
  catalog: ModelCatalog,
): readonly FieldError[] {
  const warnings = createWarnings();
  warnOfMisspellings(BODY, { value: body, location: () => "body" }, warnings);
  warnOfModelList(body, warnings);
  warnOfFormat(body.response_format, warnings);
  warnings.add(...warningsOfList(body, candidates, catalog));
  warnOfRequest(body, candidates, warnings);
  warnOfMisspellings(MESSAGES, { value: body.messages, location: () => "messages" }, warnings);
  warnOfMisspellings(MESSAGES, { value: body.input, location: () => "input" }, warnings);
  warnOfMisspellings(SYSTEM, { value: body.system, location: () => "system" }, warnings);
  warnOfMisspellings(TOOLS, { value: body.tools, location: () => "tools" }, warnings);
  warnOfVendorTools(body.tools ?? [], warnings);
  return warnings.found;
}

/** In the dialect of providers `model` is a name and says nothing here; a list under it was meant for the candidates. */
function warnOfModelList(body: object, warnings: Warnings): void {
  if ("model" in body && Array.isArray(body.model)) warnings.add(unknownMember("body", "model", READ_FIELDS));
}

/** A `custom` tool is the caller's own function, with or without a schema. */
function warnOfVendorTools(tools: readonly ToolWire[], warnings: Warnings): void {
  for (const [index, tool] of tools.entries())
    if (isVendorTool(tool) && tool.type !== "custom")
      warnings.add({
        location: `tools[${index}].type`,
        message:
          "It is a vendor's own tool. It counts as a tool; other vendors' models cannot call it. What the vendor asks for its calls is not in the bill.",
        fix: "Send the candidates that offer it.",
      });
}

const FORMATS: readonly unknown[] = ["json_object", "json_schema", "text"];

function warnOfFormat(value: unknown, warnings: Warnings): void {
  const type = isRecord(value) ? value["type"] : undefined;
  if (value === undefined || value === null || FORMATS.includes(type)) return;
  warnings.add({
    location: "body.response_format.type",
    message: "It is not known, so every answer would do.",
    fix: `Send ${FORMATS.join(", ")}.`,
  });
}
