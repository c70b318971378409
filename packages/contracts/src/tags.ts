// Tags of a request: a few names with short values, by which its decision is found, grouped, paid for and ruled. Beside the body
// they come as a list, in the header and in filters: `region=eu,team=support`, with %XX for signs of the list itself.
import { SELECT_LIMITS } from "./select/limits.ts";
import { Type } from "typebox";
import type { FieldError } from "./errors.ts";
import { isRecord } from "./values.ts";

const { tagsMax, tagNameCharsMax, tagValueCharsMax } = SELECT_LIMITS;

const TAG_NAME_PATTERN = `^[A-Za-z0-9][A-Za-z0-9_.-]{0,${tagNameCharsMax - 1}}$`;
// Control characters, and marks that change the direction of text.
const TAG_VALUE_PATTERN = "^[^\\u0000-\\u001f\\u007f-\\u009f\\u200e\\u200f\\u202a-\\u202e\\u2066-\\u2069]+$";

const TagNameSchema = Type.String({ pattern: TAG_NAME_PATTERN, maxLength: tagNameCharsMax });
const TagValueSchema = Type.String({
  minLength: 1,
  maxLength: tagValueCharsMax,
  pattern: TAG_VALUE_PATTERN,
});

export const TagsSchema = Type.Record(TagNameSchema, TagValueSchema, {
  maxProperties: tagsMax,
  additionalProperties: false,
  description:
    `At most ${tagsMax} tags: names of 1 to ${tagNameCharsMax} ASCII letters, digits, \`_\`, \`.\` and \`-\`, with values of 1 to ` +
    `${tagValueCharsMax} characters. Decisions are filtered and grouped by them, and rules go by them. Never put ` +
    "what a person wrote into a tag: tags are kept with every decision.",
});

export type Tags = Readonly<Record<string, string>>;

const NAMES_FIX = `Use 1 to ${tagNameCharsMax} ASCII letters, digits, "_", "." and "-", starting with a letter or digit.`;
const VALUES_FIX = `Send 1 to ${tagValueCharsMax} characters without line breaks or other control characters.`;

/** Words for the faults of tags that are not of their schema. */
export const TAG_WORDS = {
  tags: {
    message: `Tags are an object of at most ${tagsMax} names with texts.`,
    fix: `Send {"region": "eu"}. ${NAMES_FIX}`,
  },
  "tags.*": { message: "The value of a tag is a short text.", fix: VALUES_FIX },
} as const;

const isTagName = (name: string): boolean => new RegExp(TAG_NAME_PATTERN).test(name);
const isTagValue = (value: string): boolean =>
  value.length <= tagValueCharsMax && new RegExp(TAG_VALUE_PATTERN).test(value);

/** Characters of a list that may hold as many tags as there can be, each of them escaped. */
export const TAG_LIST_CHARS_MAX = 8192;

function readText(text: string): string | undefined {
  try {
    return decodeURIComponent(text.trim());
  } catch {
    return undefined;
  }
}

function readTag(part: string): readonly [name: string, value: string] | "name" | "value" {
  const at = part.indexOf("=");
  const name = at < 0 ? "" : part.slice(0, at).trim();
  if (!isTagName(name)) return "name";
  const value = readText(part.slice(at + 1));
  return value === undefined || !isTagValue(value) ? "value" : [name, value];
}

/**
 * Tags of a list; an empty one has none. The last of a repeated name counts.
 * @param location what the list is called in the faults
 */
export function readTagList(text: string, location: string): Tags | readonly FieldError[] {
  if (text.length > TAG_LIST_CHARS_MAX)
    return [
      {
        location,
        message: "The list of tags is too long.",
        fix: `Send at most ${TAG_LIST_CHARS_MAX} characters in all.`,
      },
    ];
  const parts = text.split(",").filter((part) => part.trim() !== "");
  if (parts.length > tagsMax)
    return [{ location, message: `There are more than ${tagsMax} tags.`, fix: `Send at most ${tagsMax}.` }];
  const tags: Record<string, string> = {};
  for (const [index, part] of parts.entries()) {
    const tag = readTag(part);
    if (tag === "name")
      return [
        {
          location,
          message: `Tag ${index + 1} has no name that a tag can have.`,
          fix: `Send \`region=eu,team=support\`. ${NAMES_FIX}`,
        },
      ];
    if (tag === "value")
      return [{ location, message: `Tag ${index + 1} has no value that a tag can have.`, fix: VALUES_FIX }];
    tags[tag[0]] = tag[1];
  }
  return tags;
}

export const areTags = (read: Tags | readonly FieldError[]): read is Tags => !Array.isArray(read);

/** Whether a request has every one of the tags that a condition names. */
export function hasTags(tags: Tags | undefined, asked: Tags): boolean {
  return Object.entries(asked).every(
    ([name, value]) => tags !== undefined && Object.hasOwn(tags, name) && tags[name] === value,
  );
}

/** Tags as they came from where they were kept; undefined where there are none. */
export function readKeptTags(value: unknown): Tags | undefined {
  return isRecord(value) && Object.keys(value).length > 0 ? (value as Tags) : undefined;
}
