import assert from "node:assert/strict";
import { test } from "node:test";

import { ACTIONS, authorise, type Action } from "./authorise.ts";
import { ROLES, SCOPES, type Role, type Scope } from "@signalbox/contracts";

import type { Principal, UserPrincipal } from "../../context/principal.ts";

const actions = Object.keys(ACTIONS) as Action[];

function person(role: Role): UserPrincipal {
  return {
    kind: "user",
    accountId: "a",
    userId: "u",
    email: "u@example.org",
    role,
    browserSessionId: "b",
    signedInBy: "password",
    lacksSecondFactor: false,
    lacksSingleSignOn: false,
  };
}

function key(scopes: readonly Scope[]): Principal {
  return {
    kind: "key",
    accountId: "a",
    keyId: "k",
    scopes: new Set(scopes),
    requestsPerMinute: 0,
    admits: undefined,
  };
}

function may(principal: Principal, action: Action): boolean {
  try {
    authorise(principal, action);
    return true;
  } catch (fault) {
    assert.equal((fault as { code: string }).code, "forbidden");
    return false;
  }
}

test("an owner may do everything that a member may, a member everything that a reader may", () => {
  for (const action of actions) {
    const [owner, member, reader] = ROLES.map((role) => may(person(role), action));
    assert.equal(owner, true, action);
    if (reader === true) assert.equal(member, true, action);
  }
});

test("who lacks the second factor that the organisation requires reaches their own sign-in alone", () => {
  for (const action of actions)
    assert.equal(
      may({ ...person("owner"), lacksSecondFactor: true }, action),
      action === "sessions.own",
      action,
    );
});

test("a read-only member changes nothing", () => {
  for (const action of actions.filter((action) => /\.(write|manage|update|delete|export)$/.test(action)))
    assert.equal(may(person("read_only"), action), false, action);
});

test("no key, whatever its scopes, reaches keys, members, the account or the audit log", () => {
  for (const action of actions.filter((action) => /^(account|members|keys|audit|sessions)\./.test(action)))
    assert.equal(may(key(SCOPES), action), false, action);
});

test("a key does only what its scopes name", () => {
  for (const scope of SCOPES)
    for (const action of actions) {
      const rule: { readonly roles: readonly Role[]; readonly scope?: Scope } = ACTIONS[action];
      assert.equal(may(key([scope]), action), rule.scope === scope, `${scope} ${action}`);
    }
});
