import assert from "node:assert/strict";

import { journeys } from "./support/journey.ts";
import { claimAccount, OWNER } from "./support/seed-account.ts";
import { openSignedIn, signIn } from "./support/sign-in.ts";

const journey = journeys();

journey(
  "a lost connection keeps what was typed, says so, and the same press works once it is back",
  async (trip) => {
    const { context, page } = await trip.visit();
    await claimAccount(context, trip.server);
    await page.goto(`${trip.server.url}/preferences/new`);
    await page.getByLabel("Name").fill("Typed before the storm");
    await context.setOffline(true);
    await page.getByText("No connection.").waitFor();
    await page.getByRole("button", { name: "Create and edit" }).click();
    await page.getByRole("alert").getByText("The service cannot be reached").waitFor();
    assert.equal(await page.getByLabel("Name").inputValue(), "Typed before the storm");
    await context.setOffline(false);
    await page.getByText("No connection.").waitFor({ state: "detached" });
    await page.getByRole("button", { name: "Create and edit" }).click();
    await page.getByRole("heading", { name: "Typed before the storm", level: 1 }).waitFor();
  },
);

journey(
  "a session that ends mid-work asks for the password on the same page and gives the draft back",
  async (trip) => {
    const { context, page } = await trip.visit();
    await openSignedIn(page, trip.server, "/preferences");
    await page.getByRole("link", { name: "Typed before the storm" }).click();
    await page.getByLabel("Dollars of one call, at most").fill("0.25");
    await context.clearCookies();
    await page.getByRole("button", { name: /^Save as version/ }).click();
    await page.getByRole("heading", { name: "Sign in" }).waitFor();
    await page.getByText("Your session has ended.", { exact: false }).waitFor();
    await signIn(page);
    assert.equal(await page.getByLabel("Dollars of one call, at most").inputValue(), "0.25");
  },
);

journey(
  "a page that is opened without a connection says so and comes by itself once it is back",
  async (trip) => {
    const { context, page } = await trip.visit();
    await openSignedIn(page, trip.server, "/keys");
    await page.getByRole("heading", { name: "API keys" }).waitFor();
    await context.setOffline(true);
    await page.getByRole("link", { name: "Health" }).click();
    await page.getByRole("alert").getByText("This page did not arrive.").waitFor();
    await context.setOffline(false);
    await page.getByRole("heading", { name: "Health", level: 1 }).waitFor();
  },
);

journey("signing out in one tab signs the other tab out", async (trip) => {
  const { context, page } = await trip.visit();
  await openSignedIn(page, trip.server, "/keys");
  const other = await context.newPage();
  await other.goto(`${trip.server.url}/models`);
  await other.getByRole("heading", { name: "Models", level: 1 }).waitFor();
  await page.getByRole("button", { name: "Sign out" }).click();
  await other.getByRole("heading", { name: "Sign in" }).waitFor();
  await page.reload();
  await page.getByRole("heading", { name: "Sign in" }).waitFor();
  assert.equal(await page.getByText("Your session has ended.", { exact: false }).count(), 0);
});

journey(
  "an expired link says what to do, and wrong passwords do not tell who has an account",
  async (trip) => {
    const { page } = await trip.visit();
    await page.goto(`${trip.server.url}/reset#token=long-gone`);
    await page.getByRole("textbox", { name: "New password" }).fill("a whole new sentence");
    await page.getByRole("button", { name: "Set the password" }).click();
    await page.getByRole("alert").getByText("has expired").waitFor();
    const said: string[] = [];
    for (const email of [OWNER.email, "nobody@example.org"]) {
      await page.goto(trip.server.url);
      await page.getByRole("textbox", { name: "Email" }).fill(email);
      await page.getByRole("textbox", { name: "Password" }).fill("wrong but long enough");
      await page.getByRole("button", { name: "Sign in" }).click();
      said.push((await page.getByRole("alert").textContent()) ?? "");
    }
    assert.equal(said[0], said[1]);
  },
);

journey("an address that belongs to nobody is a page of its own, with a way back", async (trip) => {
  const { page } = await trip.visit();
  await openSignedIn(page, trip.server, "/decisions/00000000-0000-4000-8000-000000000000");
  await page.getByRole("alert").getByText("This is not here").waitFor();
  await page.getByRole("link", { name: "← Decisions" }).click();
  await page.getByRole("heading", { name: "Decisions", level: 1 }).waitFor();
});
