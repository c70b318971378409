import type { Replay } from "@signalbox/sdk";
import { useQuery } from "@tanstack/preact-query";
import { useLocation, useSearch } from "wouter-preact";

import { signalbox } from "../../api/client.ts";
import { PREFERENCE_KEYS } from "../../api/queries/lists.ts";

const POLL_MS = 800;

/** The replay that is shown stands in the address: a reload and a link bring it back. */
export function useReplayId(): readonly [id: string | undefined, set: (id: string | undefined) => void] {
  const [path, navigate] = useLocation();
  const search = useSearch();
  const set = (id: string | undefined): void => {
    const parameters = new URLSearchParams(search);
    if (id === undefined) parameters.delete("replay");
    else parameters.set("replay", id);
    navigate(parameters.size === 0 ? path : `${path}?${parameters.toString()}`, { replace: true });
  };
  return [new URLSearchParams(search).get("replay") ?? undefined, set];
}

export const isRunning = (replay: Replay | undefined): boolean =>
  replay?.status === "queued" || replay?.status === "running";

export function useReplay(id: string | undefined) {
  return useQuery({
    queryKey: PREFERENCE_KEYS.replay(id),
    queryFn: ({ signal }) => signalbox.replay.get(id ?? "", { signal }),
    enabled: id !== undefined,
    refetchInterval: (query) => (isRunning(query.state.data) ? POLL_MS : false),
  });
}
