import { useQuery } from "@tanstack/react-query";
import type { UseQueryResult } from "@tanstack/react-query";
import type { ModelsAnswer } from "@signalbox/sdk";

import { signalbox } from "../client.ts";

export const MODELS_KEY = ["models"] as const;

export function useModels(): UseQueryResult<ModelsAnswer> {
  return useQuery({
    queryKey: MODELS_KEY,
    queryFn: ({ signal }) => signalbox.models.list({ signal }),
    staleTime: 300_000,
  });
}
