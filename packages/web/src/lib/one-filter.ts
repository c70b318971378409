import type { Filters } from "./explore.ts";
import { COSTS } from "./grouping.ts";
import type { GroupedBy } from "./grouping.ts";
import { readTags } from "./tags.ts";

/** The filters by one of which groups are counted. */
const BY: Readonly<Record<string, GroupedBy>> = {
  label: "label",
  field: "field",
  language: "language",
  operation: "operation",
  cost: "cost",
  feedback: "feedback",
  key_id: "key",
  preference_id: "preference",
};

export interface OneFilter {
  readonly by: GroupedBy;
  readonly value: string;
}

function oneTag(list: string): OneFilter | undefined {
  const [tag, ...others] = Object.entries(readTags(list));
  if (tag === undefined || others.length > 0) return undefined;
  return { by: `tag:${tag[0]}`, value: tag[1] };
}

/**
 * The group that the filters choose, where sums are kept for it: of one filter, or of a preference and its version. Undefined for
 * several filters and for those without sums: what they leave can only be counted row by row.
 */
export function oneFilter(filters: Filters): OneFilter | "none" | undefined {
  const set = Object.entries(filters).filter(([, value]) => value !== "");
  if (set.length === 0) return "none";
  const { preference_id: id, preference_version: version } = filters;
  if (set.length === 2 && id !== "" && version !== "") return { by: "version", value: `${id}@${version}` };
  const [name, value] = set[0] ?? [];
  if (set.length !== 1 || name === undefined || value === undefined) return undefined;
  if (value === "any" || (name === "cost" && !COSTS.some((band) => band === value))) return undefined;
  if (name === "tags") return oneTag(value);
  if ((name === "refused" || name === "degraded") && value === "true") return { by: "outcome", value: name };
  const by = BY[name];
  return by && { by, value: value === "none" && name !== "feedback" ? "" : value };
}
