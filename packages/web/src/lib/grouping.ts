// The ways in which decisions can be grouped, how each group is called, and which decisions are behind it.
import type { OverviewGroups } from "@signalbox/sdk";

import type { Filters } from "./explore.ts";
import { shortTime, words } from "./format.ts";
import { isTagName, writeTags } from "./tags.ts";

export type GroupedBy = OverviewGroups["by"];

export const GROUPINGS = [
  { value: "label", label: "Model" },
  { value: "key", label: "Key" },
  { value: "preference", label: "Preference" },
  { value: "version", label: "Preference version" },
  { value: "field", label: "Field" },
  { value: "language", label: "Language" },
  { value: "operation", label: "Task" },
  { value: "feedback", label: "Feedback" },
  { value: "outcome", label: "Outcome" },
  { value: "cost", label: "Cost" },
] as const satisfies readonly { readonly value: GroupedBy; readonly label: string }[];

/** Bands of expected cost in dollars, as the service counts them. */
export const COSTS = [
  "0-0.0001",
  "0.0001-0.001",
  "0.001-0.01",
  "0.01-0.1",
  "0.1-1",
  "1-",
  "unknown",
] as const;

const FEEDBACK: Readonly<Record<string, string>> = {
  none: "no feedback",
  any: "any feedback",
  bad: "bad feedback",
  good: "good feedback",
};

/** "$0.01 to $0.1", "under $0.0001", "$1 and more". */
export function costWords(band: string): string {
  if (band === "unknown") return "price not known";
  const [from = "", to = ""] = band.split("-");
  if (to === "") return Number(from) === 0 ? "price known" : `$${from} and more`;
  return from === "0" ? `under $${to}` : `$${from} to $${to}`;
}

/** The purposes for which an agent makes a call, as the service names it. */
export const CALL_ROLES = ["main", "sub_agent", "title", "summary", "check"] as const;

const ROLE_WORDS: Readonly<Record<string, string>> = {
  main: "main turn",
  sub_agent: "sub-agent",
  check: "check or classifier",
};

export const roleWords = (role: string): string => ROLE_WORDS[role] ?? role;

export const feedbackName = (kind: string): string => FEEDBACK[kind] ?? kind;

const TAG = "tag:";

/** The tag whose values are grouped by; undefined for any other grouping. */
const tagOf = (by: GroupedBy): string | undefined => (by.startsWith(TAG) ? by.slice(TAG.length) : undefined);

const isTagGrouping = (text: string): text is `tag:${string}` =>
  text.startsWith(TAG) && isTagName(text.slice(TAG.length));

export function readGrouping(text: string | null): GroupedBy {
  if (text !== null && isTagGrouping(text)) return text;
  return GROUPINGS.find(({ value }) => value === text)?.value ?? "label";
}

export const groupingName = (by: GroupedBy): string =>
  tagOf(by) ?? GROUPINGS.find(({ value }) => value === by)?.label.toLowerCase() ?? by;

const BY_OPTIONS = GROUPINGS.map(({ value, label }): { value: GroupedBy; label: string } => ({
  value,
  label: `By ${label.toLowerCase()}`,
}));

/** Options to group by: the ways that there always are, the tags in use, and the one that is chosen. */
export function byOptions(tags: readonly string[], chosen: GroupedBy): typeof BY_OPTIONS {
  const own = tagOf(chosen);
  const names = own === undefined || tags.includes(own) ? tags : [...tags, own];
  return [
    ...BY_OPTIONS,
    ...names.map((name) => ({ value: `${TAG}${name}` as const, label: `By tag ${name}` })),
  ];
}

/** Says so where not all decisions of the span were counted. */
export const countedWords = ({ counted_from: from }: Pick<OverviewGroups, "counted_from">): string =>
  from === null ? "" : ` Only those since ${shortTime(from)} were counted.`;

interface Named {
  readonly id: string;
  readonly name: string;
}

export interface GroupNames {
  readonly preferences: readonly Named[];
  readonly keys: readonly Named[];
}

const NONE: Readonly<Partial<Record<GroupedBy, string>>> = {
  label: "refused: no pick",
  key: "dashboard",
  preference: "no preference",
  version: "no preference",
};

/** An id of a version is that of the preference, an at sign and a number. */
function splitVersion(value: string): readonly [id: string, version: string] {
  const at = value.lastIndexOf("@");
  return [value.slice(0, at), value.slice(at + 1)];
}

/** Names that a page reads; of more, one that is not among them may still be there. */
export const NAMES_MAX = 200;

function nameIn(list: readonly Named[], id: string): string {
  const short = id.slice(0, 8);
  const isWhole = list.length > 0 && list.length < NAMES_MAX;
  return list.find((one) => one.id === id)?.name ?? (isWhole ? `deleted (${short})` : short);
}

export function groupName(by: GroupedBy, value: string, names: GroupNames): string {
  if (value === "") return NONE[by] ?? "not known";
  if (by === "key") return nameIn(names.keys, value);
  if (by === "preference") return nameIn(names.preferences, value);
  if (by === "cost") return costWords(value);
  if (by === "feedback") return feedbackName(value);
  if (by !== "version") return by === "label" || tagOf(by) !== undefined ? value : words(value);
  const [id, version] = splitVersion(value);
  return `${nameIn(names.preferences, id)}, version ${version}`;
}

const OUTCOMES: Readonly<Record<string, Partial<Filters>>> = {
  refused: { refused: "true" },
  degraded: { degraded: "true" },
  picked: { refused: "false", degraded: "false" },
};

/** The filter of the decisions of a group; undefined where the list has none. */
export function groupFilter(by: GroupedBy, value: string): Partial<Filters> | undefined {
  if (by === "key") return { key_id: value === "" ? "none" : value };
  if (by === "preference" || (by === "version" && value === ""))
    return { preference_id: value === "" ? "none" : value };
  if (by === "outcome") return OUTCOMES[value];
  if (by === "label" && value === "") return { refused: "true" };
  if (value === "") return undefined;
  const tag = tagOf(by);
  if (tag !== undefined) return { tags: writeTags({ [tag]: value }) };
  if (by !== "version") return { [by]: value };
  const [id, version] = splitVersion(value);
  return { preference_id: id, preference_version: version };
}
