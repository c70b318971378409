import type { OverviewSavings } from "@signalbox/sdk";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import type { UseQueryResult } from "@tanstack/react-query";

import { signalbox } from "../../api/client.ts";
import { boundedTimes, overviewKey } from "../../api/queries/overview.ts";
import type { Range } from "../../lib/range.ts";
import { baselineQuery } from "./baseline.ts";

/** @param chosen the baseline as it stands in the address */
export function useSavings(range: Range, chosen: string): UseQueryResult<OverviewSavings> {
  const asked = baselineQuery(chosen);
  return useQuery({
    queryKey: overviewKey({ range, savings: asked }),
    queryFn: ({ signal }) => signalbox.overviewSavings({ ...asked, ...boundedTimes(range) }, { signal }),
    placeholderData: keepPreviousData,
  });
}
