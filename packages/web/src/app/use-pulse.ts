import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useSyncExternalStore } from "react";

import { followPulse, onPulse, pulseNow } from "../api/pulse.ts";
import type { Pulse } from "../api/pulse.ts";

export const usePulse = (): Pulse => useSyncExternalStore(onPulse, pulseNow, () => "up");

/** To the last byte: an answer that is not read keeps its line. */
const ask = async (signal: AbortSignal): Promise<unknown> =>
  (await fetch("/livez", { signal, cache: "no-store" })).text();

/** Listens for the service, and has everything on the page read again once it is back. */
export function usePulseFollowed(): void {
  const client = useQueryClient();
  useEffect(() => {
    const controller = new AbortController();
    const isLookedAt = (): boolean => document.visibilityState === "visible";
    void followPulse({ ask, isLookedAt }, controller.signal);
    let before = pulseNow();
    const stop = onPulse(() => {
      const now = pulseNow();
      if (now === "up" && before === "down") void client.invalidateQueries();
      before = now;
    });
    return () => {
      controller.abort();
      stop();
    };
  }, [client]);
}
