// How the settings of people's sign-in stand to one another as they are shipped.
import assert from "node:assert/strict";
import { test } from "node:test";

import { listSettings } from "./config-schema.ts";

const settings = new Map(listSettings().map((setting) => [setting.path, setting]));
const defaultOf = (path: string): unknown => settings.get(path)?.default;

test("a session that is used ends by its age, and one that is not ends before that", () => {
  assert.ok(Number(defaultOf("accounts.sessionTtlS")) < Number(defaultOf("accounts.sessionMaxAgeS")));
});

test("an installation without mail asks nobody to open a mailed link", () => {
  assert.equal(defaultOf("mail.smtpUrl"), "");
});

test("nothing is required of anybody's domain, and no key ends, unless an operator says so", () => {
  for (const path of ["oidc.requiredDomains", "oidc.signUpDomains"]) assert.equal(defaultOf(path), "");
  assert.equal(defaultOf("accounts.keyMaxAgeDays"), 0);
});
