import { Component } from "react";
import type { ReactNode } from "react";

import { ErrorPanel } from "../components/states.tsx";
import { PageLoadError, PageLoadPanel } from "./page-load-error.tsx";

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
