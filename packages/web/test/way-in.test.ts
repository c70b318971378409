import assert from "node:assert/strict";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { after } from "node:test";

import { CLIENT, startOidcProvider } from "../../server/test/oidc-provider.ts";
import { journeys } from "./support/journey.ts";
import { findFreePort, runCommand } from "./support/real-server.ts";
import { claimAccount, OWNER } from "./support/seed-account.ts";
import { openSignedIn, signIn } from "./support/sign-in.ts";

const provider = await startOidcProvider();
after(() => provider.close());
const port = await findFreePort();
const publicUrl = `http://127.0.0.1:${port}`;
const journey = journeys({
  port,
  flags: [
    ["--public-url", publicUrl],
    ["--oidc-issuer", provider.issuer],
    ["--oidc-client-id", CLIENT.id],
    ["--oidc-client-secret", CLIENT.secret],
    ["--oidc-label", "Junction ID"],
  ].flat(),
});
const SUBJECT = { sub: "ada-1", email: OWNER.email, name: "Ada" };

journey("single sign-on that fails says why in plain words, and then works", async (trip) => {
  const { context, page } = await trip.visit();
  await claimAccount(context, trip.server);
  await context.clearCookies();
  await page.goto(`${trip.server.url}/keys`);
  const enter = async (reported: string): Promise<void> => {
    await page.getByRole("link", { name: "Sign in with Junction ID" }).click();
    await page.getByRole("alert").getByText(reported).waitFor();
  };
  provider.person = undefined;
  await enter("You turned back at the provider");
  provider.person = { ...SUBJECT, email_verified: false };
  await enter("Your email address is not verified");
  provider.person = { sub: "s-1", email: "stranger@example.org", email_verified: true };
  await enter("You have no account here yet");
  await page.goto(`${trip.server.url}/api/v1/auth/oidc/callback?code=x&state=y`);
  await page.getByRole("alert").getByText("That sign-in took too long").waitFor();
  provider.person = { ...SUBJECT, email_verified: true };
  await enter("This address has a password here");
  await signIn(page);
  await page.goto(`${trip.server.url}/api/v1/auth/oidc/start`);
  await page.getByRole("heading", { name: "Overview" }).waitFor();
  await context.clearCookies();
  await page.goto(`${trip.server.url}/sign-in`);
  await page.getByRole("link", { name: "Sign in with Junction ID" }).click();
  await page.getByRole("heading", { name: "Overview" }).waitFor();
  await page.goto(`${trip.server.url}/sign-in?error=expired`);
  await page.getByRole("heading", { name: "Overview" }).waitFor();
});

journey("a word that the page does not know is a fault of the service, not an empty page", async (trip) => {
  const { page } = await trip.visit();
  await page.goto(`${trip.server.url}/sign-in?error=${encodeURIComponent("<b>constructor")}`);
  await page.getByRole("alert").getByText("The sign-in failed in the service").waitFor();
});

journey(
  "the link that the command line prints sets a new password once and ends other sessions",
  async (trip) => {
    const elsewhere = await trip.visit();
    await openSignedIn(elsewhere.page, trip.server, "/keys");
    const link = await runCommand(trip.server, ["reset-password", OWNER.email, "--public-url", publicUrl]);
    const { page } = await trip.visit();
    await page.goto(link);
    await page.getByRole("textbox", { name: "New password" }).fill("short");
    await page.getByRole("button", { name: "Set the password" }).click();
    await page.getByText("Is shorter than 10 characters. Choose a longer one").first().waitFor();
    await page.getByRole("textbox", { name: "New password" }).fill("signals at clear 1889");
    await page.getByRole("button", { name: "Set the password" }).click();
    await page.getByRole("heading", { name: "Overview" }).waitFor();
    await elsewhere.page.reload();
    await elsewhere.page.getByRole("heading", { name: "Sign in" }).waitFor();
    await page.goto("about:blank");
    await page.goto(link);
    await page.getByRole("textbox", { name: "New password" }).fill("signals at stop 1890");
    await page.getByRole("button", { name: "Set the password" }).click();
    await page.getByRole("alert").getByText("has been used or has expired").waitFor();
    assert.equal(
      await page.getByRole("textbox", { name: "New password" }).inputValue(),
      "signals at stop 1890",
    );
    await page.getByRole("link", { name: "Ask for a new link" }).waitFor();
  },
);

journey("a printed link that nobody opened in time is refused", async (trip) => {
  const link = await runCommand(trip.server, ["reset-password", OWNER.email, "--public-url", publicUrl]);
  const database = new DatabaseSync(join(trip.server.dataDir, "signalbox.db"));
  database.exec("UPDATE password_resets SET expires_at_ms = 1");
  database.close();
  const { page } = await trip.visit();
  await page.goto(link);
  await page.getByRole("textbox", { name: "New password" }).fill("signals at caution 1891");
  await page.getByRole("button", { name: "Set the password" }).click();
  await page.getByRole("alert").getByText("has been used or has expired").waitFor();
});
