import assert from "node:assert/strict";

import { journeys } from "./support/journey.ts";
import { claimAccount } from "./support/seed-account.ts";
import { createTeamClient } from "./support/traffic.ts";

const journey = journeys({ flags: ["--learning-interval-ms", "1000"] });
const DECISIONS = 140;

journey(
  "an alert is seen on every page, leads to the decisions behind it, and rests once it is acknowledged",
  async (trip) => {
    const { context, page } = await trip.visit();
    await claimAccount(context, trip.server);
    const client = createTeamClient(trip.server.url, trip.server.firstKey);
    for (let index = 0; index < DECISIONS; index += 1) {
      const { session_id: id } = await client.select({
        messages: `Solve the equation ${index + 2}x + ${index + 7} = ${3 * index + 50} for x.`,
        llm_providers: [{ provider: "openai", model: "gpt-5.4-mini" }],
      });
      await client.feedback({ session_id: id ?? "", value: 0 });
    }
    const { session_id: single } = await client.select({
      messages: "What is the capital of Mongolia?",
      llm_providers: [{ provider: "openai", model: "gpt-5.6-sol" }],
    });
    await client.feedback({ session_id: single ?? "", value: 0 });
    let alerts = 0;
    for (let tries = 0; tries < 200 && alerts === 0; tries += 1) {
      await page.waitForTimeout(500);
      alerts = (await client.replay.drift()).alerts.length;
    }
    for (const path of ["/", "/keys", "/decisions"]) {
      await page.goto(`${trip.server.url}${path}`);
      await page
        .getByRole("status")
        .getByText(/does worse in .* than predicted/)
        .waitFor();
      await page.getByRole("link", { name: /^Health 1 open alert$/ }).waitFor();
    }
    await page.getByRole("link", { name: "See Health" }).click();
    await page.getByRole("link", { name: "whether estimates come true" }).click();
    const models = page.getByRole("region", { name: "Calibration by model" }).getByRole("row");
    await models.getByText("worse than predicted").waitFor();
    const labels = await models.locator("td:first-child").allTextContents();
    assert.deepEqual(
      labels,
      ["openai/gpt-5.4-mini", "openai/gpt-5.6-sol"],
      "much evidence first, a single report last",
    );
    await models.nth(2).getByText("too few reports").waitFor();
    await models
      .nth(1)
      .getByRole("link", { name: /points$/ })
      .click();
    await page.getByRole("heading", { name: "Decisions", level: 1 }).waitFor();
    assert.equal(
      new URL(page.url()).searchParams.get("feedback"),
      "bad",
      "a gap opens the reports that made it",
    );
    await page.goBack();
    await models.nth(1).getByRole("link", { name: "0.0 %", exact: true }).click();
    await page.getByRole("region", { name: "Decisions" }).getByRole("row").nth(1).waitFor();
    await page.goBack();
    await page.getByRole("link", { name: /^Health/ }).click();
    await page.locator("dl.figures").getByRole("link", { name: "Errors" }).click();
    await page.getByRole("figure", { name: "Errors and refusals" }).waitFor();
    assert.equal(new URL(page.url()).hash, "#errors-and-refusals");
    await page.getByRole("link", { name: "Decisions behind it" }).click();
    const rows = page.getByRole("region", { name: "Decisions" }).getByRole("row");
    await rows.nth(1).waitFor();
    await page.getByRole("button", { name: "Remove Picked: openai/gpt-5.4-mini" }).waitFor();
    assert.equal(await rows.count(), 51);

    await page.goto(`${trip.server.url}/health?span=7`);
    await page.getByText("Time to answer").first().waitFor();
    assert.ok(await page.getByRole("radio", { name: "7 days" }).isChecked());
    await page.getByRole("button", { name: "Acknowledge" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("Why").fill("the provider knows");
    await dialog.getByLabel("Mute").selectOption("For a day");
    await dialog.getByRole("button", { name: "Acknowledge" }).click();
    await page.getByText(/the provider knows; muted until/).waitFor();
    await page.getByRole("link", { name: "Health", exact: true }).waitFor();
    await page.route("**/health/alerts/*", (route) => route.abort());
    await page.getByRole("button", { name: "Reopen" }).click();
    await page.getByRole("alert").waitFor();
    await page.unroute("**/health/alerts/*");
    await page.getByRole("button", { name: "Reopen" }).click();
    await page.getByRole("link", { name: /^Health 1 open alert$/ }).waitFor();
    await page.getByRole("link", { name: "Keys" }).click();
    await page.getByRole("button", { name: "Acknowledge" }).click();
    await page.getByText(/than predicted/).waitFor({ state: "detached" });
    await page.goBack();
    await page.getByRole("button", { name: "Reopen" }).waitFor();
    await page.getByText("When the service raises an alert").click();
    await page.getByLabel("Failed requests of two hours, at most, %").fill("7");
    await page.getByRole("button", { name: "Save the limits" }).click();
    await page.getByText("Over 7.0 % of the requests of two hours fail.").waitFor();
    await page.goto(`${trip.server.url}/keys`);
    assert.equal(await page.getByText(/than predicted/).count(), 0, "what somebody looks after is no banner");
  },
);
