// The one table of who may do what. Every service asks it first; routes only decide who may knock.
import { ROLES, SignalboxError, type Role, type Scope } from "@signalbox/contracts";

import type { Bars, Principal } from "../../context/principal.ts";

interface Rule {
  readonly roles: readonly Role[];
  /** Scope with which an API key may do it too; absent = persons only. */
  readonly scope?: Scope;
}

const EVERYONE: readonly Role[] = ROLES;
const WRITERS: readonly Role[] = ["owner", "member"];
const OWNERS: readonly Role[] = ["owner"];

export const ACTIONS = {
  "account.read": { roles: EVERYONE },
  "account.update": { roles: OWNERS },
  "account.export": { roles: OWNERS },
  "account.delete": { roles: OWNERS },
  "privacy.manage": { roles: OWNERS, scope: "privacy" },
  "members.read": { roles: EVERYONE },
  "members.manage": { roles: OWNERS },
  "members.leave": { roles: EVERYONE },
  // Finance and auditors are read-only people.
  "audit.read": { roles: EVERYONE },
  "keys.read": { roles: EVERYONE },
  "keys.manage": { roles: WRITERS },
  "preferences.read": { roles: EVERYONE, scope: "preferences" },
  "preferences.write": { roles: WRITERS, scope: "preferences" },
  "routers.read": { roles: EVERYONE, scope: "preferences" },
  "routers.write": { roles: WRITERS, scope: "preferences" },
  "replay.run": { roles: EVERYONE, scope: "read" },
  "replay.delete": { roles: WRITERS },
  "decisions.make": { roles: WRITERS, scope: "select" },
  "decisions.read": { roles: EVERYONE, scope: "read" },
  "overview.read": { roles: EVERYONE, scope: "read" },
  "models.read": { roles: EVERYONE, scope: "read" },
  "models.write": { roles: WRITERS },
  "alerts.manage": { roles: WRITERS },
  "feedback.write": { roles: WRITERS, scope: "feedback" },
  "sessions.own": { roles: EVERYONE },
} as const satisfies Record<string, Rule>;

export type Action = keyof typeof ACTIONS;

/** The principal and where it called from; everything a service must know of its caller. */
export interface Caller {
  readonly principal: Principal;
  readonly address: string | undefined;
}

function isAllowed(principal: Principal, rule: Rule): boolean {
  if (principal.kind === "local") return true;
  if (principal.kind === "user") return rule.roles.includes(principal.role);
  return rule.scope !== undefined && principal.scopes.has(rule.scope);
}

function refusalOf(principal: Principal, action: Action, rule: Rule): string {
  if (principal.kind === "user")
    return `\`${action}\` needs the role ${rule.roles.join(" or ")}; this member is ${principal.role}.`;
  return rule.scope === undefined
    ? `\`${action}\` is for signed-in members, not for API keys.`
    : `\`${action}\` needs an API key with the scope \`${rule.scope}\`.`;
}

const BARS: readonly (readonly [bar: keyof Bars, refusal: string])[] = [
  [
    "lacksSingleSignOn",
    "This organisation requires single sign-on of your address. Sign out, and sign in through the provider.",
  ],
  [
    "lacksSecondFactor",
    "This organisation requires a second factor. Set one up on the dashboard, or sign in by single sign-on.",
  ],
];

function assertUnbarred(principal: Principal, action: Action): void {
  if (principal.kind !== "user" || action === "sessions.own") return;
  for (const [bar, refusal] of BARS) if (principal[bar]) throw new SignalboxError("forbidden", refusal);
}

/** @throws SignalboxError forbidden, naming the role or scope that is missing */
export function authorise(principal: Principal, action: Action): void {
  assertUnbarred(principal, action);
  const rule: Rule = ACTIONS[action];
  if (!isAllowed(principal, rule)) throw new SignalboxError("forbidden", refusalOf(principal, action, rule));
}
