import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";

import { journeys } from "./support/journey.ts";
import { claimAccount } from "./support/seed-account.ts";
import { openSignedIn } from "./support/sign-in.ts";
import { CANDIDATES, createTeamClient, makeTraffic } from "./support/traffic.ts";

const journey = journeys();
const DECISIONS = 57;

journey("the export holds every decision of the query, not only those on the screen", async (trip) => {
  const { context, page } = await trip.visit();
  await claimAccount(context, trip.server);
  await makeTraffic(trip.server.url, trip.server.firstKey, DECISIONS);
  await page.goto(`${trip.server.url}/decisions`);
  const rows = page.getByRole("region", { name: "Decisions" }).getByRole("row");
  await rows.nth(50).waitFor();
  assert.equal(await rows.count(), 51, "one page is on the screen");
  const save = async (): Promise<string[]> => {
    const [file] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("link", { name: "Export CSV" }).click(),
    ]);
    assert.equal(file.suggestedFilename(), "decisions.csv");
    return (await readFile(await file.path(), "utf8")).trimEnd().split("\r\n");
  };
  const whole = await save();
  assert.equal(whole.length, DECISIONS + 1);
  assert.equal(new Set(whole.map((line) => line.split(",", 1)[0])).size, DECISIONS + 1);
  await page.getByRole("searchbox", { name: "Search" }).fill("nothing like it");
  await page.getByText("Nothing matches").waitFor();
  assert.equal((await save()).length, 1);
});

journey(
  "a pick without a price claims nothing about prices, and the plot says who is missing",
  async (trip) => {
    const { page } = await trip.visit();
    const client = createTeamClient(trip.server.url, trip.server.firstKey);
    const { session_id: id } = await client.select({
      messages: "Prove that the square root of 2 is irrational.",
      llm_providers: [
        { name: "unpriced star", model: "nobody/unpriced" },
        { provider: "openai", model: "gpt-4o-mini" },
      ],
    });
    await openSignedIn(page, trip.server, `/decisions/${id}`);
    await page.getByText(/1 candidate has no known price and cannot be placed/).waitFor();
    const content = (await page.getByRole("main").textContent()) ?? "";
    assert.doesNotMatch(content, /none is cheaper|ranks behind known prices/);
  },
);

journey("a decision says both margins that decided it, in points", async (trip) => {
  const { page } = await trip.visit();
  const client = createTeamClient(trip.server.url, trip.server.firstKey);
  const { session_id: id } = await client.select({
    messages: "What is the capital of Mongolia?",
    llm_providers: CANDIDATES,
  });
  assert.ok(id !== undefined);
  const { explanation } = await client.decisions.get(id);
  await openSignedIn(page, trip.server, `/decisions/${id}`);
  const tie = Number((explanation.objective.indifference * 100).toFixed(1));
  await page.getByText(new RegExp(`ties within ${tie} points?`)).waitFor();
  assert.equal(await page.getByText("tolerance 0.00").count(), 0);
});
