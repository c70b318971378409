import type { Advice, AdviceRequest } from "@signalbox/sdk";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import type { UseQueryResult } from "@tanstack/react-query";

import { signalbox } from "../client.ts";

/** Working it out takes seconds, and traffic does not change its shape in minutes. */
const FRESH_MS = 300_000;

export function useAdvice(request: AdviceRequest): UseQueryResult<Advice> {
  return useQuery({
    queryKey: ["advice", request],
    queryFn: ({ signal }) => signalbox.advice(request, { signal }),
    placeholderData: keepPreviousData,
    staleTime: FRESH_MS,
    retry: false,
  });
}
