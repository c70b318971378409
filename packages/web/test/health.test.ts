import assert from "node:assert/strict";

import { journeys } from "./support/journey.ts";
import { claimAccount } from "./support/seed-account.ts";
import { createTeamClient } from "./support/traffic.ts";

const journey = journeys({ flags: ["--learning-interval-ms", "1000"] });
const DECISIONS = 140;

journey(
  "an alert is seen on every page, counted in the navigation, and leads to the decisions behind it",
  async (trip) => {
    const { context, page } = await trip.visit();
    await claimAccount(context, trip.server);
    const client = createTeamClient(trip.server.url, trip.server.firstKey);
    for (let index = 0; index < DECISIONS; index += 1) {
      const { session_id: id } = await client.select({
        messages: `Solve the equation ${index + 2}x + ${index + 7} = ${3 * index + 50} for x.`,
        llm_providers: [{ provider: "openai", model: "gpt-4o" }],
      });
      await client.feedback({ session_id: id ?? "", value: 0 });
    }
    const { session_id: single } = await client.select({
      messages: "What is the capital of Mongolia?",
      llm_providers: [{ provider: "openai", model: "o3" }],
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
    const models = page.getByRole("region", { name: "Calibration by model" }).getByRole("row");
    await models.getByText("worse than predicted").waitFor();
    const labels = await models.locator("td:first-child").allTextContents();
    assert.deepEqual(labels, ["openai/gpt-4o", "openai/o3"], "much evidence first, a single report last");
    await models.nth(2).getByText("too few reports").waitFor();
    await page.getByRole("link", { name: "Decisions behind it" }).click();
    const rows = page.getByRole("region", { name: "Decisions" }).getByRole("row");
    await rows.nth(1).waitFor();
    assert.equal(await page.getByLabel("Picked").inputValue(), "openai/gpt-4o");
    assert.equal(await rows.count(), 51);
  },
);
