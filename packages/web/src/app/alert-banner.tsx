import type { ComponentChildren } from "preact";
import { Link, useLocation } from "wouter-preact";
import { onlineManager, useQueryClient } from "@tanstack/preact-query";
import { useEffect, useState } from "preact/hooks";

import { DRIFT_KEY, loudAlerts, useDrift } from "../api/queries/drift.ts";
import { signalbox } from "../api/client.ts";
import { useAction } from "../api/use-action.ts";
import { Button } from "../components/button.tsx";
import { FormError } from "../components/form-error.tsx";
import { useRights } from "../session/session.ts";
import { useFollowed } from "../lib/hooks.ts";
import { followPulse, onPulse, pulseNow } from "../api/pulse.ts";
import type { Pulse } from "../api/pulse.ts";
import { clockWords } from "../lib/phrases.ts";

/** The newest open alert, on every page but the one that lists them. */
export function AlertBanner(): ComponentChildren {
  const drift = useDrift();
  const [path] = useLocation();
  const { canWrite } = useRights();
  const alerts = loudAlerts(drift.data);
  const [newest] = alerts;
  const seen = useAction((id: string) => signalbox.alerts.update(id, { acknowledged: true }), {
    stale: [DRIFT_KEY],
  });
  if (newest === undefined || path === "/health") return null;
  return (
    <div className="banner alert-banner" data-tone="caution" role="status">
      <span>
        <strong>Alert.</strong> {newest.message}
      </span>
      <span className="row">
        <Link href="/health">{alerts.length === 1 ? "See Health" : `See all ${alerts.length}`}</Link>
        {canWrite ? (
          <Button size="small" isBusy={seen.isBusy} onClick={() => seen.run(newest.id)}>
            Acknowledge
          </Button>
        ) : null}
      </span>
      <FormError error={seen.error} />
    </div>
  );
}

/** Beside the name of the page in the navigation; nothing while all is well. */
export function AlertBadge(): ComponentChildren {
  const { length } = loudAlerts(useDrift().data);
  if (length === 0) return null;
  return (
    <span className="rail-badge">
      {length}
      <span className="visually-hidden">{length === 1 ? " open alert" : " open alerts"}</span>
    </span>
  );
}

/** One banner for all pages: no connection, a service that is late, or one that does not answer. It goes by itself. */
export function OfflineBanner(): ComponentChildren {
  const clocks = clockWords(usePulseFollowed());
  const pulse = usePulse();
  const isOnline = useFollowed(
    (listener) => onlineManager.subscribe(listener),
    () => onlineManager.isOnline(),
  );
  const isUp = isOnline && pulse === "up";
  if (isUp && clocks === "") return null;
  return (
    <div className="banner offline" data-tone="caution" role="status">
      {isUp ? clocks : isOnline ? <ServiceWords isSlow={pulse === "slow"} /> : <LineWords />}
    </div>
  );
}

function LineWords(): ComponentChildren {
  return (
    <span>
      <strong>No connection.</strong> What you typed stays here; figures may be old until the line is back.
    </span>
  );
}

function ServiceWords({ isSlow }: { readonly isSlow: boolean }): ComponentChildren {
  return isSlow ? (
    <span>
      <strong>The service is slow.</strong> No answer for three seconds; waiting for ten.
    </span>
  ) : (
    <span>
      <strong>The service does not answer.</strong> What you typed stays here. The page continues when the
      service is back.
    </span>
  );
}

const usePulse = (): Pulse => useFollowed(onPulse, pulseNow);

/** Listens for the service, and has everything on the page read again once it is back. @returns its clock less ours, in ms */
function usePulseFollowed(): number {
  const client = useQueryClient();
  const [skewMs, setSkewMs] = useState(0);
  useEffect(() => {
    // To the last byte: an answer that is not read keeps its line.
    const ask = async (signal: AbortSignal): Promise<unknown> => {
      const answer = await fetch("/livez", { signal, cache: "no-store" });
      const skew = Date.parse(answer.headers.get("date") ?? "") - Date.now();
      // Whole minutes: the page is drawn again only when they change.
      if (!Number.isNaN(skew)) setSkewMs(Math.round(skew / 60_000) * 60_000);
      return answer.text();
    };
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
  return skewMs;
}
