import { useEffect, useErrorBoundary } from "preact/hooks";
import type { ComponentChildren } from "preact";
import { Button } from "../components/button.tsx";
import { ErrorPanel, PageLoadError } from "../components/states.tsx";

const LOOK_AGAIN_MS = 1500;
/** A page that fails again right after a reload is broken: endless reloads would not help. */
const RELOAD_AGAIN_MS = 30_000;
const RELOADED_KEY = "signalbox.page-reloaded-at";

function reloadUnlessTried(): void {
  const reloadedAtMs = Number(sessionStorage.getItem(RELOADED_KEY) ?? 0);
  if (Date.now() - reloadedAtMs > RELOAD_AGAIN_MS) void reloadIfReached();
}

/** Only once the service answers: a reload without a connection would leave the browser's own error page. */
async function reloadIfReached(): Promise<void> {
  try {
    await fetch("/", { method: "HEAD", cache: "no-store" });
  } catch {
    return;
  }
  sessionStorage.setItem(RELOADED_KEY, String(Date.now()));
  globalThis.location.reload();
}

function PageLoadPanel(): ComponentChildren {
  useEffect(() => {
    const timer = setInterval(reloadUnlessTried, LOOK_AGAIN_MS);
    return () => clearInterval(timer);
  }, []);
  return (
    <div className="banner" data-tone="caution" role="alert">
      <div>
        <strong>This page did not arrive.</strong> The connection broke, or a newer version was installed
        meanwhile. It is loaded as soon as the service answers; what you typed elsewhere is kept.
      </div>
      <Button size="small" onClick={() => void reloadIfReached()}>
        Load it now
      </Button>
    </div>
  );
}

interface Props {
  readonly children: ComponentChildren;
}

/** Keeps a fault of one page from taking the navigation with it. */
export function ErrorBoundary({ children }: Props): ComponentChildren {
  const [error, retry] = useErrorBoundary();
  if (error === undefined) return children;
  if (error instanceof PageLoadError) return <PageLoadPanel />;
  return <ErrorPanel error={error} onRetry={retry} />;
}
