import { onlineManager } from "@tanstack/react-query";
import { useSyncExternalStore } from "react";
import type { ReactNode } from "react";

export function OfflineBanner(): ReactNode {
  const isOnline = useSyncExternalStore(
    (listener) => onlineManager.subscribe(listener),
    () => onlineManager.isOnline(),
    () => true,
  );
  if (isOnline) return null;
  return (
    <div className="banner offline" data-tone="caution" role="status">
      <strong>No connection.</strong> What you typed stays here; figures may be old until the line is back.
    </div>
  );
}
