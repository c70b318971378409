// The states that every page has besides its content: still loading, nothing there, and a fault with a way out.
import { SignalboxApiError } from "@signalbox/sdk";
import { useEffect, useState } from "preact/hooks";
import type { ComponentType, ComponentChildren } from "preact";

import { onPulse, pulseNow } from "../api/pulse.ts";
import { useFollowed } from "../lib/hooks.ts";

import { Button } from "./button.tsx";
import { Semaphore } from "./semaphore.tsx";

export function Skeleton(props: { readonly rows?: number; readonly label?: string }): ComponentChildren {
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

// A page's script that did not arrive: the line broke, or a newer version was installed meanwhile. Browsers may keep the
// failure for as long as the document lives, so the way out is to load it again; drafts outlive that.
export class PageLoadError extends Error {
  constructor(cause: unknown) {
    super("the page's script did not arrive", { cause });
    this.name = "PageLoadError";
  }
}

interface PageChunk {
  readonly component: () => ComponentChildren;
  readonly load: () => Promise<unknown>;
}

/** A page from its own chunk, by the name under which the module exports it. */
export function page<N extends string>(
  load: () => Promise<Readonly<Record<N, ComponentType>>>,
  name: N,
  waiting: ComponentChildren = <Skeleton />,
): PageChunk {
  let Loaded: ComponentType | undefined;
  const loadOnce = async (): Promise<void> => {
    Loaded ??= (await load())[name];
  };
  function Page(): ComponentChildren {
    const [, setHasArrived] = useState(false);
    const [fault, setFault] = useState<PageLoadError>();
    useEffect(() => {
      loadOnce().then(
        () => setHasArrived(true),
        (cause: unknown) => setFault(new PageLoadError(cause)),
      );
    }, []);
    // Thrown where the page is drawn, it reaches the boundary around it.
    if (fault !== undefined) throw fault;
    return Loaded === undefined ? waiting : <Loaded />;
  }
  return { component: Page, load: loadOnce };
}

interface EmptyProps {
  readonly title: string;
  readonly children: ComponentChildren;
  readonly action?: ComponentChildren;
}

export function EmptyState(props: EmptyProps): ComponentChildren {
  return (
    <div className="empty">
      <Semaphore state="stop" />
      <h2>{props.title}</h2>
      <p>{props.children}</p>
      {props.action}
    </div>
  );
}

/** Titles for people of faults that the interface for programs names by its own parts. */
const TITLES: Readonly<Record<string, string>> = {
  validation_failed: "This cannot be accepted as it is",
  malformed_json: "This cannot be accepted as it is",
  unauthenticated: "That did not sign you in",
  forbidden: "You may not do this",
  not_found: "This is not here",
  conflict: "This is not possible now",
  payload_too_large: "This is too large",
  rate_limited: "That was too often",
  internal: "The service failed",
};

/** Says what went wrong, and what to do. */
export function explain(error: unknown): { readonly title: string; readonly detail: string } {
  if (error instanceof SignalboxApiError)
    return { title: TITLES[error.code] ?? error.title, detail: error.detail };
  return { title: "The page failed", detail: error instanceof Error ? error.message : String(error) };
}

interface ErrorProps {
  readonly error: unknown;
  readonly onRetry?: (() => void) | undefined;
}

/** While the service does not answer, the banner above says so once for all panels, and each only waits. */
export function ErrorPanel(props: ErrorProps): ComponentChildren {
  const pulse = useFollowed(onPulse, pulseNow);
  if (pulse === "down") return <Skeleton rows={2} label="Waiting for the service" />;
  const { title, detail } = explain(props.error);
  const answered = props.error instanceof SignalboxApiError ? props.error : undefined;
  if (answered?.status === 404)
    return (
      <div className="panel" role="alert">
        <EmptyState title={title}>{detail}</EmptyState>
      </div>
    );
  return (
    <div className="banner" data-tone="stop" role="alert">
      <div>
        <strong>{title}.</strong> {detail}
        {answered?.requestId === undefined ? null : (
          <span className="small"> Request {answered.requestId}</span>
        )}
      </div>
      {props.onRetry === undefined || answered?.status === 403 ? null : (
        <Button size="small" onClick={props.onRetry}>
          Try again
        </Button>
      )}
    </div>
  );
}

interface AnsweredProps<T> {
  readonly query: {
    readonly data: T | undefined;
    readonly error: unknown;
    readonly isError: boolean;
    readonly refetch: () => unknown;
  };
  /** Lines of the page while it waits. */
  readonly rows?: number;
  readonly children: (data: T) => ComponentChildren;
}

/** A query in its states: waiting, failed with a way to ask again, answered. An older answer stays below the fault. */
export function Answered<T>({ query, rows = 6, children }: AnsweredProps<T>): ComponentChildren {
  const { data, error, isError } = query;
  return (
    <>
      {isError ? <ErrorPanel error={error} onRetry={() => void query.refetch()} /> : null}
      {data !== undefined ? children(data) : isError ? null : <Skeleton rows={rows} />}
    </>
  );
}
