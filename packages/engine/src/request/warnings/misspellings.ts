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
} from "@signalbox/contracts";

import { ITEM_TYPES_WITHOUT_ROLE, MESSAGE_ROLES } from "../read-messages.ts";
import { READ_PART_TYPES } from "../read-parts.ts";
import { namesOf, type Names } from "./near-names.ts";

export interface Place {
  /** Of an object. A member that resembles one of them is warned of. */
  readonly members?: Names;
  /** Of a text. A word that resembles one of them is warned of. */
  readonly words?: Names;
  /** True: whatever is not among them is warned of, near or not. */
  readonly isClosed?: true;
  /** Of a list. */
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
