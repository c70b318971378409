import type { Drift } from "@signalbox/sdk";
import { useQuery } from "@tanstack/preact-query";
import type { UseQueryResult } from "@tanstack/preact-query";

import { signalbox } from "../client.ts";

export const DRIFT_KEY = ["drift"] as const;
const REFRESH_MS = 60_000;

/** Alerts and calibration. Every page shows the open alerts, so they are asked for again and again. */
export function useDrift(): UseQueryResult<Drift> {
  return useQuery({
    queryKey: DRIFT_KEY,
    queryFn: ({ signal }) => signalbox.replay.drift({ signal }),
    refetchInterval: REFRESH_MS,
    staleTime: REFRESH_MS / 2,
  });
}

export type Alert = Drift["alerts"][number];

/** Somebody looks after it, or wants to hear nothing of it for now. */
export const isHandled = ({ acknowledged_at: seenAt, muted_until: until }: Alert): boolean =>
  seenAt !== null || (until !== null && Date.parse(until) > Date.now());

export const openAlerts = (drift: Drift | undefined): readonly Alert[] =>
  drift?.alerts.filter(({ resolved_at: resolvedAt }) => resolvedAt === null) ?? [];

/** Open alerts without a handler. */
export const loudAlerts = (drift: Drift | undefined): readonly Alert[] =>
  openAlerts(drift).filter((alert) => !isHandled(alert));
