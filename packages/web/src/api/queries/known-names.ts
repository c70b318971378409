// Names that the list can be filtered by: labels picked in the span, preferences and keys by name.
import type { OverviewTags } from "@signalbox/sdk";
import { keepPreviousData, useQuery } from "@tanstack/preact-query";

import { signalbox } from "../client.ts";
import { useNames } from "./names.ts";
import type { Names } from "./names.ts";
import { boundedTimes, overviewKey, useGroups, useTags } from "./overview.ts";
import type { Range } from "../../lib/range.ts";

export interface KnownNames extends Names {
  /** Picked in the span, the busiest first. */
  readonly labels: readonly string[];
  /** That conversations of the span were read as, the busiest first. */
  readonly fields: readonly string[];
  /** Tags in use, with their most frequent values. */
  readonly tags: OverviewTags["data"];
  /** Decisions in the span; undefined while unknown. */
  readonly total: number | undefined;
}

export function useKnownNames(range: Range): KnownNames {
  const overview = useQuery({
    queryKey: overviewKey({ range }),
    queryFn: ({ signal }) => signalbox.overview(boundedTimes(range), { signal }),
    placeholderData: keepPreviousData,
  });
  const fields = useGroups(range, "field");
  const tags = useTags();
  const names = useNames();
  // Hours are counted whole, so only a span of whole hours has an exact total.
  const isWhole = range.span === "";
  return {
    labels: overview.data?.models.map(({ label }) => label) ?? [],
    fields: fields.data?.groups.map(({ value }) => value) ?? [],
    tags,
    ...names,
    total: isWhole ? overview.data?.totals.decisions : undefined,
  };
}
