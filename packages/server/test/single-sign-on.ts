// A person at the provider, for tests of single sign-on.
import assert from "node:assert/strict";

import { CLIENT, type Claims, type OidcProvider } from "./oidc-provider.ts";
import type { Answer, TestBrowser } from "./test-browser.ts";

export const flagsFor = (issuer: string): Readonly<Record<string, string>> => ({
  "oidc-issuer": issuer,
  "oidc-client-id": CLIENT.id,
  "oidc-client-secret": CLIENT.secret,
  "public-url": "https://signalbox.test",
});

/** The address to which the browser is sent. */
export async function startSignOn(browser: TestBrowser): Promise<string> {
  const answer = await browser.call("GET", "/auth/oidc/start");
  assert.equal(answer.status, 303, answer.text);
  return String(answer.headers["location"]);
}

export async function signInWith(
  provider: OidcProvider,
  browser: TestBrowser,
  claims: Claims,
): Promise<Answer> {
  const query = provider.authorise(await startSignOn(browser), claims);
  return browser.call("GET", `/auth/oidc/callback?${query}`, { headers: { "sec-fetch-site": "cross-site" } });
}
