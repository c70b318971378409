// What a caller wrote that nobody reads, or that looks misspelt. Never an error by itself: clients speak many dialects.
// On the path of every decision: one look into a set for each member, and the work of comparing spellings only for strangers.
import type { FieldError, ModelCatalog, SelectRequestWire } from "@signalbox/contracts";
import {
  IGNORED_CANDIDATE_FIELDS,
  IGNORED_FIELDS,
  INCLUDES,
  isRecord,
  nearestName,
  READ_CANDIDATE_FIELDS,
  READ_FIELDS,
  READ_MESSAGE_FIELDS,
  READ_PART_FIELDS,
  READ_TOOL_FIELDS,
  UNDERSTOOD_ATTRIBUTES,
  unknownMember,
} from "@signalbox/contracts";

import type { CandidateInput } from "../candidates/candidate-input.ts";
import { createBoundedMap, type BoundedMap } from "../session/bounded-map.ts";
import { nearestModel } from "./nearest-model.ts";

const WARNINGS_MAX = 20;
const NAME_CHARS_SHOWN = 60;

type Wire = Readonly<Record<string, unknown>>;

const KNOWN_FIELDS: ReadonlySet<string> = new Set([...READ_FIELDS, ...IGNORED_FIELDS]);
const KNOWN_CANDIDATE_FIELDS: ReadonlySet<string> = new Set([
  ...READ_CANDIDATE_FIELDS,
  ...IGNORED_CANDIDATE_FIELDS,
]);

interface Names {
  readonly all: readonly string[];
  readonly known: ReadonlySet<string>;
  /** What unknown names resemble; "" = nothing. */
  readonly remembered: BoundedMap<string>;
}

const SPELLINGS_MAX = 2000;
const namesOf = (all: readonly string[]): Names => ({
  all,
  known: new Set(all),
  remembered: createBoundedMap(SPELLINGS_MAX),
});
const ATTRIBUTES = namesOf(UNDERSTOOD_ATTRIBUTES);
const MESSAGE = namesOf(READ_MESSAGE_FIELDS);
const PART = namesOf(READ_PART_FIELDS);
const TOOL = namesOf(READ_TOOL_FIELDS);

export function findWarnings(
  body: SelectRequestWire,
  candidates: readonly CandidateInput[],
  catalog: ModelCatalog,
): FieldError[] {
  const warnings: FieldError[] = [];
  for (const name of Object.keys(body))
    if (!KNOWN_FIELDS.has(name)) warnings.push(unknownMember("body", name, READ_FIELDS));
  warnOfIncludes(body.include, warnings);
  warnOfFormat(body.response_format, warnings);
  warnOfCandidates(body, warnings);
  warnOfModels(candidates, catalog, warnings);
  warnOfMessages(body.messages, warnings);
  warnOfMembers(body.tools, { location: () => "tools", names: TOOL, warnings });
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

function warnOfCandidates({ llm_providers: own, models }: Wire, warnings: FieldError[]): void {
  const field = (own ?? null) === null ? "models" : "llm_providers";
  const list = field === "models" ? models : own;
  if (!Array.isArray(list)) return;
  for (let i = 0; i < list.length && warnings.length < WARNINGS_MAX; i += 1) {
    const wire: unknown = list[i];
    if (!isRecord(wire)) continue;
    for (const name of Object.keys(wire))
      if (!KNOWN_CANDIDATE_FIELDS.has(name))
        warnings.push(unknownMember(`${field}[${i}]`, name, READ_CANDIDATE_FIELDS));
    const { attributes } = wire;
    if (isRecord(attributes))
      warnOfNearMisses(attributes, {
        location: () => `${field}[${i}].attributes`,
        names: ATTRIBUTES,
        warnings,
      });
  }
}

function warnOfModels(
  candidates: readonly CandidateInput[],
  catalog: ModelCatalog,
  warnings: FieldError[],
): void {
  for (const { facts, model, label } of candidates) {
    if (facts !== undefined || warnings.length >= WARNINGS_MAX) continue;
    const near = nearestModel(model ?? label, catalog);
    if (near === undefined) continue;
    warnings.push({
      location: `llm_providers: ${label.slice(0, NAME_CHARS_SHOWN)}`,
      message: "No such model is known, so it is rated as a stranger.",
      fix: `Did you mean ${near}?`,
    });
  }
}

function warnOfMessages(messages: unknown, warnings: FieldError[]): void {
  if (!Array.isArray(messages)) return;
  for (let i = 0; i < messages.length; i += 1) {
    const message: unknown = messages[i];
    if (!isRecord(message)) continue;
    warnOfNearMisses(message, { location: () => `messages[${i}]`, names: MESSAGE, warnings });
    const { content } = message;
    if (Array.isArray(content))
      warnOfMembers(content, { location: () => `messages[${i}].content`, names: PART, warnings });
  }
}

interface Members {
  /** Written only where there is something to say. */
  readonly location: () => string;
  readonly names: Names;
  readonly warnings: FieldError[];
}

/** Messages and tools are written in many dialects: only what resembles a member that is read is worth a word. */
function warnOfMembers(list: unknown, { location, names, warnings }: Members): void {
  if (!Array.isArray(list)) return;
  for (let i = 0; i < list.length; i += 1) {
    const member: unknown = list[i];
    if (isRecord(member))
      warnOfNearMisses(member, { location: () => `${location()}[${i}]`, names, warnings });
  }
}

function warnOfNearMisses(wire: Wire, { location, names, warnings }: Members): void {
  for (const name of Object.keys(wire)) {
    if (names.known.has(name) || warnings.length >= WARNINGS_MAX) continue;
    const near = nearMiss(name, names);
    if (near !== undefined && wire[near] === undefined)
      warnings.push(unknownMember(location(), name, names.all));
  }
}

/** The same few names come with every message of every request, so each is compared once. */
function nearMiss(name: string, { all, remembered }: Names): string | undefined {
  const found = remembered.get(name);
  if (found !== undefined) return found === "" ? undefined : found;
  const near = nearestName(name, all, 1);
  if (name.length <= NAME_CHARS_SHOWN) remembered.set(name, near ?? "");
  return near;
}
