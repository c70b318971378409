// The questions that each page asks the service as soon as it is drawn. `head.js` asks them while the scripts are still under way, so that
// the data comes along with them and not after. `{id}` is the last part of the address, `{7}` the time so many days
// ago, `{first}` for the span that Overview opens with. Where the address chooses a span, filters or a tab that is not here, only the first is asked, and only if it has
// no span: it serves every tab and every filter. A long list that the first sight of a page does not need is not here: it would
// share the line with the scripts.

const NAMES = ["preferences?limit=200", "keys?limit=200&include_revoked=true"] as const;
const usage = (by: string) => `overview/groups?by=${by}&from={30}`;

/** The questions of each page, by its address in `pages.tsx`, and of tabs that ask for more. */
export const EARLY_ASKS: Readonly<Record<string, readonly string[]>> = {
  "/": ["overview?from={first}", "overview/groups?by=label&from={first}", "overview/ledger?from={first}"],
  "/ledger": ["overview/ledger?by=day&from={30}"],
  "/start": ["decisions?limit=1", "preferences?limit=200", "keys?limit=200&include_revoked=true"],
  "/decisions": ["overview/groups?by=label&from={365}", "decisions?limit=50", "overview?from={365}"],
  "/decisions/:id": ["decisions/{id}"],
  "/sessions": ["sessions?sort=latest&limit=100&from={7}"],
  "/health": ["health/service?from={1}", "health/drift"],
  "/preferences": ["preferences", usage("preference")],
  "/preferences/:id": ["preferences/{id}", "preferences/{id}/draft", ...NAMES, "custom-routers?limit=200"],
  "/preferences/:id?tab=versions": ["preferences/{id}", "preferences/{id}/versions"],
  "/preferences/:id?tab=experiment": ["preferences/{id}", "experiments/{id}", "preferences?limit=200"],
  "/what-if": ["experiments", "replay", ...NAMES],
  "/learning": ["custom-routers", "health/drift", usage("preference")],
  "/learning/:id": ["custom-routers/{id}"],
  "/models": ["models?is_brief=true", usage("label")],
  "/models/:id": ["models?q={id}", usage("label")],
  "/keys": ["keys?limit=100&include_revoked=false", usage("key"), ...NAMES],
  "/members": ["members"],
  "/settings": ["account", "auth/options"],
  "/audit-log": [...NAMES, "audit-log", "members?limit=200"],
};
