// A page's script that did not arrive: the line broke, or a newer version was installed meanwhile. Browsers may keep the
// failure for as long as the document lives, so the way out is to load it anew; drafts outlive that.
import { onlineManager } from "@tanstack/react-query";
import { useEffect } from "react";
import type { ReactNode } from "react";

import { Button } from "../components/button.tsx";

export class PageLoadError extends Error {
  constructor(cause: unknown) {
    super("the page's script did not arrive", { cause });
    this.name = "PageLoadError";
  }
}

const reload = (): void => globalThis.location.reload();

export function PageLoadPanel(): ReactNode {
  useEffect(
    () =>
      onlineManager.subscribe((isOnline) => {
        if (isOnline) reload();
      }),
    [],
  );
  return (
    <div className="banner" data-tone="caution" role="alert">
      <div>
        <strong>This page did not arrive.</strong> The connection broke, or a newer version was installed
        meanwhile. It is loaded again as soon as the line is back; what you typed elsewhere is kept.
      </div>
      <Button size="small" onClick={reload}>
        Load again
      </Button>
    </div>
  );
}
