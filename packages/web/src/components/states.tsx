// The states that every page has besides its content: still loading, nothing there, and a fault with a way out.
import { SignalboxApiError } from "@signalbox/sdk";
import { useSyncExternalStore } from "react";
import type { ReactNode } from "react";

import { onPulse, pulseNow } from "../api/pulse.ts";

import { Button } from "./button.tsx";
import { Semaphore } from "./semaphore.tsx";
import { PasskeyFault } from "../lib/passkeys.ts";

export function Skeleton(props: { readonly rows?: number; readonly label?: string }): ReactNode {
  return (
    <div role="status" className="panel">
      <span className="visually-hidden">{props.label ?? "Loading"}</span>
      {Array.from({ length: props.rows ?? 6 }, (_, index) => (
        <div key={index} className="skeleton-row">
          <div className="skeleton" />
        </div>
      ))}
    </div>
  );
}

interface EmptyProps {
  readonly title: string;
  readonly children: ReactNode;
  readonly action?: ReactNode;
}

export function EmptyState(props: EmptyProps): ReactNode {
  return (
    <div className="empty">
      <Semaphore state="stop" />
      <h2>{props.title}</h2>
      <p>{props.children}</p>
      {props.action}
    </div>
  );
}

/** What went wrong, in the service's own words. */
export function explain(error: unknown): { readonly title: string; readonly detail: string } {
  if (error instanceof SignalboxApiError) return { title: error.title, detail: error.detail };
  if (error instanceof PasskeyFault) return { title: "No passkey", detail: error.message };
  return { title: "The page failed", detail: error instanceof Error ? error.message : String(error) };
}

interface ErrorProps {
  readonly error: unknown;
  readonly onRetry?: (() => void) | undefined;
}

/** While the service does not answer, the banner above says so once for all panels, and each only waits. */
export function ErrorPanel(props: ErrorProps): ReactNode {
  const pulse = useSyncExternalStore(onPulse, pulseNow, () => "up");
  if (pulse === "down") return <Skeleton rows={2} label="Waiting for the service" />;
  const { title, detail } = explain(props.error);
  const requestId = props.error instanceof SignalboxApiError ? props.error.requestId : undefined;
  return (
    <div className="banner" data-tone="stop" role="alert">
      <div>
        <strong>{title}.</strong> {detail}
        {requestId === undefined ? null : <span className="small"> Request {requestId}</span>}
      </div>
      {props.onRetry === undefined ? null : (
        <Button size="small" onClick={props.onRetry}>
          Try again
        </Button>
      )}
    </div>
  );
}
