// Which page is at which address. Each is its own chunk, so that the first paint waits only for the page it shows.
import type { ComponentChildren } from "preact";
import { Redirect, Route, Switch } from "wouter-preact";

import { page } from "../components/states.tsx";
import { NotFoundPage } from "../pages/not-found-page.tsx";
import { MOVED_PAGES } from "./nav-items.ts";

const ROUTES: readonly (readonly [string, ReturnType<typeof page>])[] = [
  ["/", page(() => import("../pages/overview/overview-page.tsx"), "OverviewPage")],
  ["/ledger", page(() => import("../pages/ledger/ledger-page.tsx"), "LedgerPage")],
  ["/start", page(() => import("../pages/start/start-page.tsx"), "StartPage")],
  ["/decisions", page(() => import("../pages/decisions/decisions-page.tsx"), "DecisionsPage")],
  ["/decisions/:id", page(() => import("../pages/decisions/decision-page.tsx"), "DecisionPage")],
  ["/sessions", page(() => import("../pages/sessions/sessions-page.tsx"), "SessionsPage")],
  ["/health", page(() => import("../pages/health/health-page.tsx"), "HealthPage")],
  ["/preferences", page(() => import("../pages/preferences/preferences-page.tsx"), "PreferencesPage")],
  ["/preferences/new", page(() => import("../pages/preferences/preference-page.tsx"), "NewPreferencePage")],
  ["/preferences/:id", page(() => import("../pages/preferences/preference-page.tsx"), "PreferencePage")],
  ["/what-if", page(() => import("../pages/comparisons/what-if-page.tsx"), "WhatIfPage")],
  ["/learning", page(() => import("../pages/learning/learning-page.tsx"), "LearningPage")],
  ["/learning/new", page(() => import("../pages/learning/upload-page.tsx"), "UploadPage")],
  ["/learning/:id", page(() => import("../pages/learning/router-page.tsx"), "RouterPage")],
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
        <Route key={from} path={`${from}/*?`}>
          {({ "*": rest }) => (
            <Redirect
              to={`${to}${rest === undefined ? "" : `/${rest}`}${location.search}${location.hash}`}
              replace
            />
          )}
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
