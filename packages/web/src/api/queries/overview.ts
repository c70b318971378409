import type { OverviewGroups, OverviewTags } from "@signalbox/sdk";
import { keepPreviousData, useQuery } from "@tanstack/preact-query";
import type { UseQueryResult } from "@tanstack/preact-query";

import { filterQuery, isFiltered, NO_FILTERS } from "../../lib/explore.ts";
import type { Filters } from "../../lib/explore.ts";
import type { GroupedBy } from "../../lib/grouping.ts";
import { timesOf } from "../../lib/range.ts";
import type { Range, Times } from "../../lib/range.ts";
import { signalbox } from "../client.ts";

const REFRESH_MS = 30_000;
/** The sums span a year at most; all of time is its last year. */
const YEAR_MS = 365 * 86_400_000;

export const overviewKey = (query: object) => ["overview", query] as const;

/** The times of a span, also of one that has no beginning. */
export function boundedTimes(range: Range, nowMs = Date.now()): Times {
  const times = timesOf(range, nowMs);
  const endMs = times.to === undefined ? nowMs : Date.parse(times.to);
  return { from: new Date(endMs - YEAR_MS).toISOString(), ...times };
}

/** Decisions of a span by what they have in common. */
export function useGroups(
  range: Range,
  by: GroupedBy,
  filters: Filters = NO_FILTERS,
): UseQueryResult<OverviewGroups> {
  const query = { by, ...filterQuery(filters) };
  return useQuery({
    queryKey: overviewKey({ range, query }),
    queryFn: ({ signal }) => signalbox.overviewGroups({ ...query, ...boundedTimes(range) }, { signal }),
    placeholderData: (before) => (before?.by === by && !isFiltered(filters) ? before : undefined),
    refetchInterval: REFRESH_MS,
  });
}

const NO_TAGS: OverviewTags["data"] = [];

/** Tags of the last 30 days; none while they are not known. */
export function useTags(): OverviewTags["data"] {
  const query = useQuery({
    queryKey: overviewKey({ tags: true }),
    queryFn: ({ signal }) => signalbox.tags({ signal }),
    staleTime: REFRESH_MS,
  });
  return query.data?.data ?? NO_TAGS;
}

/** The same for the times just before; nothing is asked for without them. */
export function useGroupsBefore(
  times: Times | undefined,
  by: GroupedBy,
  filters: Filters,
): OverviewGroups | undefined {
  const asked = { by, ...filterQuery(filters) };
  const query = useQuery({
    queryKey: overviewKey({ before: times, asked }),
    queryFn: ({ signal }) => signalbox.overviewGroups({ ...asked, ...times }, { signal }),
    enabled: times !== undefined,
    placeholderData: keepPreviousData,
  });
  return times === undefined ? undefined : query.data;
}
