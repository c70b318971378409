import { useQuery } from "@tanstack/react-query";
import type { UseQueryResult } from "@tanstack/react-query";
import type { AuthOptions } from "@signalbox/sdk";

import { signalbox } from "../client.ts";

/** Which ways in this installation offers. */
const AUTH_OPTIONS_KEY = ["auth-options"] as const;

export function useAuthOptions(): UseQueryResult<AuthOptions> {
  return useQuery({
    queryKey: AUTH_OPTIONS_KEY,
    queryFn: ({ signal }) => signalbox.auth.options({ signal }),
    staleTime: 60_000,
  });
}
