import assert from "node:assert/strict";

import { journeys } from "./support/journey.ts";
import { claimAccount } from "./support/seed-account.ts";
import { createTeamClient } from "./support/traffic.ts";

const journey = journeys();
const MODELS = ["openai/gpt-5-mini", "anthropic/claude-3-opus"];

journey(
  "without traffic the models are named, with traffic it speaks for itself, and a change says what it does",
  async (trip) => {
    const { context, page } = await trip.visit();
    await claimAccount(context, trip.server);
    await page.goto(`${trip.server.url}/roster`);
    await page.getByText("No traffic to judge by yet").waitFor();
    await page.getByLabel("Models").fill(MODELS.join(", "));
    await page.getByRole("button", { name: "Judge them" }).click();
    const models = page.getByRole("region", { name: "Your models" });
    await models.getByText("not worth offering").waitFor({ timeout: 60_000 });
    await page.getByText(/typical requests that ship with Signalbox/).waitFor();

    const client = createTeamClient(trip.server.url, trip.server.firstKey);
    for (const messages of [
      "Prove that 7 divides n^7 - n.",
      "Title for a post about rain?",
      "Sum of 2 and 3?",
    ])
      await client.select({ messages, llm_providers: MODELS.map((model) => ({ model })) });
    await page.goto(`${trip.server.url}/roster`);
    await page.getByText(/decisions of this account, decided again/).waitFor({ timeout: 60_000 });
    assert.equal(await models.getByRole("row").count(), MODELS.length + 1);
    await page.getByText(/claude-3-opus can serve, .* costs \d+ % less/).waitFor();

    await page.getByLabel("At another price").fill("gpt-5-mini=cheap");
    await page.getByText(/Write "gpt-5-mini=cheap" as/).waitFor();
    await page.getByLabel("At another price").fill("");
    await models.getByRole("button", { name: "Try without openai/gpt-5-mini" }).click();
    assert.equal(await page.getByLabel("Leave out").inputValue(), "openai/gpt-5-mini");
    const after = page.getByRole("region", { name: "Picks before and after" });
    await after.getByRole("row", { name: /claude-3-opus .* 100.0 %/ }).waitFor({ timeout: 60_000 });

    await page.getByRole("textbox", { name: "Add" }).fill("openai/gpt-4p");
    await page.getByRole("button", { name: "Try it" }).click();
    await page.getByText(/Did you mean/).waitFor();
    await page.getByRole("button", { name: "Clear" }).click();
    await page.getByText(/Add a model, leave one out/).waitFor();
  },
);
