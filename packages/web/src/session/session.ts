// The signed-in person. `null`: the gate then shows the sign-in.
import { useQuery, useQueryClient } from "@tanstack/preact-query";
import type { UseQueryResult } from "@tanstack/preact-query";
import { SignalboxApiError } from "@signalbox/sdk";
import type { Me } from "@signalbox/sdk";
import { createContext } from "preact";
import { useContext, useEffect } from "preact/hooks";

import { signalbox } from "../api/client.ts";
import { ME_KEY } from "../api/queries/lists.ts";

const SIGNED_IN_KEY = "signalbox.signed-in";

/** Whether a session here ended without a sign-out. */
export const hasSessionEnded = (): boolean => sessionStorage.getItem(SIGNED_IN_KEY) !== null;

async function loadMe(signal: AbortSignal): Promise<Me | null> {
  try {
    const me = await signalbox.auth.me({ signal });
    sessionStorage.setItem(SIGNED_IN_KEY, "true");
    return me;
  } catch (error) {
    if (error instanceof SignalboxApiError && error.status === 401) return null;
    throw error;
  }
}

export function useMeQuery(): UseQueryResult<Me | null> {
  return useQuery({ queryKey: ME_KEY, queryFn: ({ signal }) => loadMe(signal), staleTime: 60_000 });
}

export const MeContext = createContext<Me | undefined>(undefined);

/** The signed-in person; only below the gate. */
export function useMe(): Me {
  const me = useContext(MeContext);
  if (me === undefined) throw new Error("useMe needs a signed-in person");
  return me;
}

interface Rights {
  readonly isOwner: boolean;
  readonly canWrite: boolean;
}

/** The rights of the role. The service decides again; this only hides what it would refuse. */
export function useRights(): Rights {
  const { role } = useMe();
  return { isOwner: role === "owner", canWrite: role !== "read_only" };
}

const CHANGED_KEY = "signalbox.session-changed";

/** Puts the new session in place here, drops what the old one had read, and tells the other tabs. */
export function useSessionChange(): (me: Me | null) => void {
  const client = useQueryClient();
  return (me) => {
    if (me === null) sessionStorage.removeItem(SIGNED_IN_KEY);
    else sessionStorage.setItem(SIGNED_IN_KEY, "true");
    client.setQueryData(ME_KEY, me);
    client.removeQueries({ predicate: (query) => query.queryKey[0] !== ME_KEY[0] });
    localStorage.setItem(CHANGED_KEY, String(Date.now()));
  };
}

/** Follows sign-in and sign-out in other tabs: writing to the storage reaches every tab but the writer's. */
export function useSessionOfOtherTabs(): void {
  const client = useQueryClient();
  useEffect(() => {
    const follow = (event: StorageEvent): void => {
      if (event.key !== CHANGED_KEY) return;
      // Removed, not reset: a read that the new session cuts off would bring the old data back.
      client.removeQueries({ predicate: (query) => query.queryKey[0] !== ME_KEY[0] });
      void client.resetQueries({ queryKey: ME_KEY });
    };
    globalThis.addEventListener("storage", follow);
    return () => globalThis.removeEventListener("storage", follow);
  }, [client]);
}
