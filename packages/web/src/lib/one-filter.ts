import type { Filters } from "./explore.ts";
import type { GroupedBy } from "./grouping.ts";

export interface OneFilter {
  readonly by: GroupedBy;
  readonly value: string;
}

/**
 * The group that the filters choose, where sums are kept for it: of one filter, or of a preference and its version. Undefined for
 * several filters and for those without sums: what they leave can only be counted row by row.
 */
export function oneFilter(filters: Filters): OneFilter | "none" | undefined {
  const set = Object.entries(filters).filter(([, value]) => value !== "");
  if (set.length === 0) return "none";
  const { label, field, language, key_id: key, preference_id: id, preference_version: version } = filters;
  if (set.length === 2 && id !== "" && version !== "") return { by: "version", value: `${id}@${version}` };
  if (set.length !== 1) return undefined;
  if (label !== "") return { by: "label", value: label };
  if (field !== "") return { by: "field", value: field };
  if (language !== "") return { by: "language", value: language };
  if (key !== "") return { by: "key", value: key };
  return id === "" ? undefined : { by: "preference", value: id };
}
