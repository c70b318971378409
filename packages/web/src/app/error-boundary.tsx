import { useEffect, Component } from "react";
import type { ReactNode } from "react";
import { Button } from "../components/button.tsx";
import { ErrorPanel, PageLoadError } from "../components/states.tsx";

const LOOK_AGAIN_MS = 1500;
/** A page that fails again right after a reload is broken: reloading by itself for ever would help nobody. */
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

function PageLoadPanel(): ReactNode {
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
  readonly children: ReactNode;
}

interface State {
  readonly error: unknown;
}

/** Keeps a fault of one page from taking the navigation with it. React offers this to classes only. */
export class ErrorBoundary extends Component<Props, State> {
  override state: State = { error: undefined };

  static getDerivedStateFromError(error: unknown): State {
    return { error };
  }

  override render(): ReactNode {
    if (this.state.error === undefined) return this.props.children;
    if (this.state.error instanceof PageLoadError) return <PageLoadPanel />;
    return <ErrorPanel error={this.state.error} onRetry={() => this.setState({ error: undefined })} />;
  }
}
