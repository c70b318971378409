import { onlineManager } from "@tanstack/react-query";
import { useSyncExternalStore } from "react";
import type { ReactNode } from "react";

import { usePulse, usePulseFollowed } from "./use-pulse.ts";

/** One banner for all pages: no connection, a service that is late, or one that does not answer. It goes by itself. */
export function OfflineBanner(): ReactNode {
  usePulseFollowed();
  const pulse = usePulse();
  const isOnline = useSyncExternalStore(
    (listener) => onlineManager.subscribe(listener),
    () => onlineManager.isOnline(),
    () => true,
  );
  if (isOnline && pulse === "up") return null;
  return (
    <div className="banner offline" data-tone="caution" role="status">
      {isOnline ? <ServiceWords isSlow={pulse === "slow"} /> : <LineWords />}
    </div>
  );
}

function LineWords(): ReactNode {
  return (
    <span>
      <strong>No connection.</strong> What you typed stays here; figures may be old until the line is back.
    </span>
  );
}

function ServiceWords({ isSlow }: { readonly isSlow: boolean }): ReactNode {
  return isSlow ? (
    <span>
      <strong>The service is slow.</strong> Nothing was heard of it for three seconds; it is given ten.
    </span>
  ) : (
    <span>
      <strong>The service does not answer.</strong> What you typed stays here. This page goes on by itself
      once it is back.
    </span>
  );
}
