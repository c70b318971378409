// The table of misspellings: every place of a request whose members or words are compared with those that are read.
import {
  IGNORED_CANDIDATE_FIELDS,
  IGNORED_FIELDS,
  INCLUDES,
  READ_CANDIDATE_FIELDS,
  READ_FIELDS,
  READ_MESSAGE_FIELDS,
  READ_PART_FIELDS,
  READ_TOOL_FIELDS,
  UNDERSTOOD_ATTRIBUTES,
  type ModelCatalog,
  isRecord,
  unknownMember,
} from "@signalbox/contracts";
import { ITEM_TYPES_WITHOUT_ROLE, MESSAGE_ROLES, READ_PART_TYPES } from "../read-messages.ts";
import { namesOf, type Names, nearMiss } from "./near-names.ts";
import type { Warnings } from "./warnings.ts";

interface Place {
  /** Members of an object. A member that resembles one of them is warned of. */
  readonly members?: Names;
  /** Words of a text. A word that resembles one of them is warned of. */
  readonly words?: Names;
  /** True: whatever is not among them is warned of, near or not. */
  readonly isClosed?: true;
  /** Items of a list. */
  readonly items?: Place;
  /** By member of an object. */
  readonly inside?: Readonly<Record<string, Place>>;
}

const EFFORT: Readonly<Record<string, Place>> = {
  thinking: { members: namesOf(["type", "budget_tokens"]) },
  reasoning: { members: namesOf(["effort", "max_tokens"]) },
};

export const BODY: Place = {
  members: namesOf(READ_FIELDS, IGNORED_FIELDS),
  isClosed: true,
  inside: { include: { items: { words: namesOf(INCLUDES), isClosed: true } }, ...EFFORT },
};

const PART: Place = {
  members: namesOf(READ_PART_FIELDS),
  inside: { type: { words: namesOf(READ_PART_TYPES) } },
};

export const MESSAGES: Place = {
  items: {
    members: namesOf(READ_MESSAGE_FIELDS),
    inside: {
      role: { words: namesOf(MESSAGE_ROLES) },
      type: { words: namesOf(["message", ...ITEM_TYPES_WITHOUT_ROLE]) },
      content: { items: PART },
    },
  },
};

/** Blocks of text beside the messages, as the Messages API has them. */
export const SYSTEM: Place = { items: PART };

export const TOOLS: Place = {
  items: {
    members: namesOf(READ_TOOL_FIELDS),
    inside: { function: { members: namesOf(["name", "description", "parameters"]) } },
  },
};

const CANDIDATE = namesOf(READ_CANDIDATE_FIELDS, IGNORED_CANDIDATE_FIELDS);
const ATTRIBUTES = namesOf(UNDERSTOOD_ATTRIBUTES);
const MODALITIES = namesOf(["text", "image", "audio", "video", "file"]);

const candidatesOf = new WeakMap<ModelCatalog, Place>();

/** A score under a name that no board of the catalogue has moves nothing. */
export function candidatePlace(catalog: ModelCatalog): Place {
  const known = candidatesOf.get(catalog);
  if (known !== undefined) return known;
  const boards = catalog.list().flatMap(({ scores }) => scores.map(({ benchmark }) => benchmark));
  const attributes: Place = {
    members: ATTRIBUTES,
    inside: {
      ...EFFORT,
      modalities: { items: { words: MODALITIES } },
      benchmarks: { members: namesOf([...new Set(boards)]) },
    },
  };
  const place: Place = { items: { members: CANDIDATE, isClosed: true, inside: { ...EFFORT, attributes } } };
  candidatesOf.set(catalog, place);
  return place;
}

// Walks a value along the table of misspellings. On the path of every decision: one look into a set for each member, and nothing
// made before there is something to warn of.
interface Found {
  readonly value: unknown;
  /** Written only where there is something to say. */
  readonly location: () => string;
}

export function warnOfMisspellings(place: Place, found: Found, warnings: Warnings): void {
  if (!warnings.isFull && !isKnown(place, found.value)) walk(place, found, warnings);
}

/** Whether every name and every word of a value is a known one. */
function isKnown(place: Place, value: unknown): boolean {
  if (typeof value === "string") return place.words === undefined || place.words.known.has(value);
  if (Array.isArray(value)) {
    const { items } = place;
    if (items !== undefined) for (const item of value) if (!isKnown(items, item)) return false;
    return true;
  }
  if (!isRecord(value)) return true;
  const { members, inside } = place;
  if (members !== undefined) for (const name in value) if (!members.known.has(name)) return false;
  for (const name in inside) {
    const inner = inside[name];
    if (inner !== undefined && !isKnown(inner, value[name])) return false;
  }
  return true;
}

function walk(place: Place, { value, location }: Found, warnings: Warnings): void {
  if (warnings.isFull) return;
  if (typeof value === "string") warnOfWord(place, { value, location }, warnings);
  else if (Array.isArray(value)) {
    if (place.items === undefined) return;
    for (let i = 0; i < value.length && !warnings.isFull; i += 1)
      walk(place.items, { value: value[i] as unknown, location: () => `${location()}[${i}]` }, warnings);
  } else if (isRecord(value)) {
    warnOfMembers(place, { value, location }, warnings);
    for (const name in place.inside) {
      const inner = place.inside[name];
      const member = value[name];
      if (inner === undefined || member === undefined || member === null) continue;
      walk(inner, { value: member, location: () => `${location()}.${name}` }, warnings);
    }
  }
}

interface Holder extends Found {
  readonly value: Readonly<Record<string, unknown>>;
}

function warnOfMembers({ members, isClosed }: Place, { value, location }: Holder, warnings: Warnings): void {
  if (members === undefined) return;
  for (const name of Object.keys(value)) {
    if (members.known.has(name)) continue;
    if (warnings.isFull) return;
    const near = isClosed === true ? undefined : nearMiss(name, members, warnings);
    if (isClosed === true || (near !== undefined && value[near] === undefined))
      warnings.add(unknownMember(location(), name, members.all));
  }
}

interface Word extends Found {
  readonly value: string;
}

/** Words that descriptions enumerate; where others are allowed beside them, only what resembles one is worth a word. */
function warnOfWord({ words, isClosed }: Place, { value, location }: Word, warnings: Warnings): void {
  if (words === undefined || words.known.has(value)) return;
  if (isClosed === true) {
    const fix = `Send a list of ${words.all.join(", ")}.`;
    warnings.add({ location: location(), message: "It is not known.", fix });
    return;
  }
  const near = nearMiss(value, words, warnings);
  if (near === undefined) return;
  const message = "It is not known, and is read as nothing in particular.";
  warnings.add({ location: location(), message, fix: `Did you mean \`${near}\`?` });
}
