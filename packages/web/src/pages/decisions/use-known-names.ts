// What the list can be filtered by: labels picked in the span, preferences and keys by name.
import type { ApiKey, Preference } from "@signalbox/sdk";
import { keepPreviousData, useQuery } from "@tanstack/react-query";

import { signalbox } from "../../api/client.ts";
import { API_KEY_KEYS } from "../../api/queries/keys.ts";
import { overviewKey } from "../../api/queries/overview.ts";
import { PREFERENCE_KEYS } from "../../api/queries/preferences.ts";
import { timesOf } from "../../lib/range.ts";
import type { Range } from "../../lib/range.ts";

export interface KnownNames {
  /** Picked in the span, the busiest first. */
  readonly labels: readonly string[];
  readonly preferences: readonly Preference[];
  readonly keys: readonly ApiKey[];
  /** Decisions in the span; undefined while unknown. */
  readonly total: number | undefined;
}

/** The overview spans a year at most; all of time is named by its last year. */
const YEAR_MS = 365 * 86_400_000;

export function useKnownNames(range: Range): KnownNames {
  const overview = useQuery({
    queryKey: overviewKey({ range }),
    queryFn: ({ signal }) =>
      signalbox.overview(
        { from: new Date(Date.now() - YEAR_MS).toISOString(), ...timesOf(range, Date.now()) },
        { signal },
      ),
    placeholderData: keepPreviousData,
  });
  const preferences = useQuery({
    queryKey: PREFERENCE_KEYS.choices,
    queryFn: ({ signal }) => signalbox.preferences.list({ limit: 200 }, { signal }),
  });
  const keys = useQuery({
    queryKey: API_KEY_KEYS.choices,
    queryFn: ({ signal }) => signalbox.keys.list({ limit: 200, include_revoked: true }, { signal }),
  });
  // Hours are counted whole, so only a span of whole hours has an exact total.
  const isWhole = range.span === "";
  return {
    labels: overview.data?.models.map(({ label }) => label) ?? [],
    preferences: preferences.data?.data ?? [],
    keys: keys.data?.data ?? [],
    total: isWhole ? overview.data?.totals.decisions : undefined,
  };
}
