// From a tag on a request to the rule that goes by it: found, grouped, made a rule of, tried, saved; and an agent's run as one line.
import assert from "node:assert/strict";

import { journeys } from "./support/journey.ts";
import { claimAccount } from "./support/seed-account.ts";
import { openSignedIn } from "./support/sign-in.ts";
import { CANDIDATES, createTeamClient } from "./support/traffic.ts";

const journey = journeys();
const CHEAP = "openai/gpt-6-luna";
const rtl = "שירות לקוחות";

journey(
  "decisions of a region are found by a facet, and become a rule for that region alone",
  async (trip) => {
    const { context, page } = await trip.visit();
    await claimAccount(context, trip.server);
    const client = createTeamClient(trip.server.url, trip.server.firstKey);
    const { id } = await client.preferences.create({
      name: "Support",
      policy: { objective: { kind: "cost" } },
    });
    const decide = (region: string) =>
      client.select({
        messages: [{ role: "user", content: "What is the capital of Mongolia?" }],
        llm_providers: CANDIDATES,
        preference_id: id,
        tags: { region, team: rtl },
      });
    const picks = new Set<string>();
    for (const region of ["eu", "us", "eu", "us", "eu"]) picks.add((await decide(region)).llm_label);
    const [label = CHEAP] = picks;
    await context.clearCookies();
    await openSignedIn(page, trip.server, "/decisions");
    await page.getByRole("button", { name: "Filters" }).click();
    await page
      .locator(".facet")
      .filter({ hasText: "Tag region" })
      .getByRole("button", { name: /^eu/ })
      .click();
    await page.getByRole("button", { name: "Remove region: eu" }).waitFor();
    const rows = page.getByRole("region", { name: "Decisions" }).locator("tbody tr");
    await rows.nth(2).waitFor();
    await rows.nth(3).waitFor({ state: "detached" });
    await rows.getByText(`team: ${rtl}`).first().waitFor();

    await rows.first().getByRole("link").first().click();
    await page.getByRole("link", { name: "region: eu" }).waitFor();
    await page.getByRole("link", { name: "Make this a rule" }).click();
    const never = page.getByRole("group", { name: "Never these" });
    assert.equal(await never.getByLabel("Glob over the label").inputValue(), label);
    assert.equal(await never.getByLabel("Value of region").inputValue(), "eu");
    await never.getByRole("button", { name: "Remove the condition on team" }).click();
    await page.getByRole("button", { name: "Try it on past traffic" }).click();
    const drawer = page.getByRole("dialog");
    await drawer
      .getByText(/3 of 5/)
      .first()
      .waitFor();
    await drawer.getByRole("button", { name: "Close" }).click();
    await page.getByRole("button", { name: "Save as version 2" }).click();
    await page.getByText("Version 2 is in force.").waitFor();
    await page.getByText(`never ${label} when region is eu`).waitFor();
    assert.notEqual((await decide("eu")).llm_label, label);
    assert.equal((await decide("us")).llm_label, label);

    await page.goto(`${trip.server.url}/?by=tag%3Aregion`);
    const table = page.getByRole("region", { name: "Cost and success by region" });
    await table.getByRole("row", { name: /^eu 4/ }).waitFor();
  },
);

journey(
  "a run of several turns is one line with its models and dollars, and opens its turns",
  async (trip) => {
    const { page } = await trip.visit();
    const client = createTeamClient(trip.server.url, trip.server.firstKey);
    let previous: string | undefined;
    for (const content of ["Plan the change.", "Write it.", "Prove that it is right."]) {
      const { session_id: id } = await client.select({
        messages: [{ role: "user", content }],
        llm_providers: CANDIDATES,
        tradeoff: "cost",
        ...(previous !== undefined && { previous_session: previous }),
      });
      previous = id;
    }
    await openSignedIn(page, trip.server, "/sessions?span=1");
    const row = page.getByRole("region", { name: "Sessions" }).locator("tbody tr").first();
    await row.waitFor();
    assert.match(await row.innerText(), /3\s+\$0\.\d+/);
    await page.locator("dl.figures").getByText("no bill was reported").waitFor();
    await row.getByRole("link").first().click();
    await page.getByText("Session, 3 turns").waitFor();
  },
);
