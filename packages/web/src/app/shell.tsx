// The frame around every page: rail, top bar on phones, palette, and the main region that takes the focus on navigation.
import { useLayoutEffect, useRef } from "preact/hooks";
import type { ComponentChildren } from "preact";
import { useLocation } from "wouter-preact";

import { AlertBanner } from "./alert-banner.tsx";
import { ErrorBoundary } from "./error-boundary.tsx";
import { Palette } from "./palette.tsx";
import { Rail } from "./rail.tsx";
import { Pages } from "./pages.tsx";
import { TopBar } from "./top-bar.tsx";
import { Section } from "./section.tsx";
import { useShortcuts } from "./use-shortcuts.ts";

export function Shell(): ComponentChildren {
  const [location] = useLocation();
  const main = useRef<HTMLElement>(null);
  const isFirst = useRef(true);
  const palette = useShortcuts();
  useLayoutEffect(() => {
    if (isFirst.current) isFirst.current = false;
    else main.current?.focus();
    window.scrollTo(0, 0);
  }, [location]);
  return (
    <div className="shell">
      <a href="#main" className="skip-link" onClick={() => main.current?.focus()}>
        Skip to the page
      </a>
      <Rail />
      <TopBar />
      <main id="main" className="content" tabIndex={-1} ref={main}>
        <AlertBanner />
        <ErrorBoundary key={location}>
          <Section location={location} />
          <Pages />
        </ErrorBoundary>
      </main>
      {palette.isOpen ? <Palette onClose={palette.close} /> : null}
    </div>
  );
}
