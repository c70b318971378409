import { useQuery } from "@tanstack/react-query";
import type { UseQueryResult } from "@tanstack/react-query";
import type { AuthOptions } from "@signalbox/sdk";

import { signalbox } from "../../api/client.ts";

/** Which ways in this installation offers. */
export function useAuthOptions(): UseQueryResult<AuthOptions> {
  return useQuery({
    queryKey: ["auth-options"],
    queryFn: ({ signal }) => signalbox.auth.options({ signal }),
    staleTime: 60_000,
  });
}
