// Which page is at which address. Each is its own chunk, so that the first paint waits only for the page it shows.
import type { ComponentChildren } from "preact";
import { Redirect, Route, Switch } from "wouter-preact";

import { page } from "../components/states.tsx";
import { NotFoundPage } from "../pages/not-found-page.tsx";
import { MOVED_PAGES } from "./nav-items.ts";

const ROUTES: readonly (readonly [string, ReturnType<typeof page>])[] = [
  ["/", page(() => import("../pages/overview/overview-page.tsx"), "OverviewPage")],
  ["/ledger", page(() => import("../pages/ledger/ledger-page.tsx"), "LedgerPage")],
  ["/guide", page(() => import("../pages/guide/guide-page.tsx"), "GuidePage")],
  ["/playground", page(() => import("../pages/playground/playground-page.tsx"), "PlaygroundPage")],
  ["/decisions", page(() => import("../pages/decisions/decisions-page.tsx"), "DecisionsPage")],
  ["/decisions/:id", page(() => import("../pages/decisions/decision-page.tsx"), "DecisionPage")],
  ["/sessions", page(() => import("../pages/sessions/sessions-page.tsx"), "SessionsPage")],
  ["/health", page(() => import("../pages/health/health-page.tsx"), "HealthPage")],
  ["/preferences", page(() => import("../pages/preferences/preferences-page.tsx"), "PreferencesPage")],
  ["/preferences/new", page(() => import("../pages/preferences/preference-page.tsx"), "NewPreferencePage")],
  ["/preferences/:id", page(() => import("../pages/preferences/preference-page.tsx"), "PreferencePage")],
  ["/what-if", page(() => import("../pages/comparisons/what-if-page.tsx"), "WhatIfPage")],
  ["/custom-routers", page(() => import("../pages/custom-routers/routers-page.tsx"), "RoutersPage")],
  ["/custom-routers/new", page(() => import("../pages/custom-routers/upload-page.tsx"), "UploadPage")],
  ["/custom-routers/:id", page(() => import("../pages/custom-routers/router-page.tsx"), "RouterPage")],
  ["/models", page(() => import("../pages/models/models-page.tsx"), "ModelsPage")],
  ["/models/:id", page(() => import("../pages/models/model-page.tsx"), "ModelPage")],
  ["/keys", page(() => import("../pages/keys/keys-page.tsx"), "KeysPage")],
  ["/members", page(() => import("../pages/members/members-page.tsx"), "MembersPage")],
  ["/settings", page(() => import("../pages/settings/settings-page.tsx"), "SettingsPage")],
  ["/audit-log", page(() => import("../pages/audit-log/audit-log-page.tsx"), "AuditLogPage")],
];

export function Pages(): ComponentChildren {
  return (
    <Switch>
      {ROUTES.map(([path, { component }]) => (
        <Route key={path} path={path} component={component} />
      ))}
      {MOVED_PAGES.map(([from, to]) => (
        <Route key={from} path={from}>
          <Redirect to={to} replace />
        </Route>
      ))}
      <Route component={NotFoundPage} />
    </Switch>
  );
}

/** Fetches the page of an address while it is still asked who is signed in. A fault shows when the page is drawn. */
export function preloadPage(address: string): void {
  const found = ROUTES.find(([path]) => new RegExp(`^${path.replace(/:\w+/, "[^/]+")}/?$`).test(address));
  found?.[1].load().catch(() => undefined);
}
