import assert from "node:assert/strict";

import type { Locator, Page } from "playwright-core";

import { journeys } from "./support/journey.ts";
import type { Journey } from "./support/journey.ts";
import { claimAccount } from "./support/seed-account.ts";

const journey = journeys();
const HARD = "Prove that every finite division ring is commutative, with every step justified.";

async function openPlayground(trip: Journey): Promise<Page> {
  const { context, page } = await trip.visit();
  await claimAccount(context, trip.server);
  await page.goto(`${trip.server.url}/playground`);
  await page.getByRole("button", { name: "Clear" }).click();
  await page
    .getByLabel("Add a candidate")
    .fill("openai/gpt-4o openai/o3 mistral/ministral-3-3b google/gemma-3n-e4b-it");
  await page.getByRole("button", { name: "Add", exact: true }).click();
  await page.getByLabel("Text of turn 1").fill(HARD);
  return page;
}

/** Presses the key on the lever and waits until the answer to the new position is drawn. */
async function pull(page: Page, lever: Locator, key: string): Promise<string> {
  const answered = page.waitForResponse((response) => response.url().endsWith("/playground"));
  await lever.press(key);
  await answered;
  await page.waitForLoadState("networkidle");
  return (await page.getByTestId("pick").textContent()) ?? "";
}

async function dollarsOfPick(page: Page): Promise<number> {
  const cell = page.locator(".ranked[data-picked] td").nth(3);
  return Number(((await cell.textContent()) ?? "").replaceAll(/[$,]/g, ""));
}

journey(
  "pulling the levers moves the pick: free money buys the best, dear money the cheapest",
  async (trip) => {
    const page = await openPlayground(trip);
    const cost = page.getByRole("slider", { name: "Cost" });
    const best = await pull(page, cost, "Home");
    const bestUsd = await dollarsOfPick(page);
    const cheap = await pull(page, cost, "End");
    const cheapUsd = await dollarsOfPick(page);
    assert.notEqual(cheap, best);
    assert.ok(cheapUsd < bestUsd, `${cheapUsd} is not below ${bestUsd}`);
    const plot = page.getByRole("img", { name: new RegExp(`Picked: ${cheap}`) });
    await plot.waitFor();
    await page.goto(`${trip.server.url}/decisions`);
    await page.getByText("No train has passed yet").waitFor();
  },
);

journey("what stands in the playground survives a reload and leaves as a call that works", async (trip) => {
  const { context, page } = await trip.visit();
  await page.goto(trip.server.url);
  await page.getByRole("textbox", { name: "Email" }).fill("ada@example.org");
  await page.getByRole("textbox", { name: "Password" }).fill("points and signals 1856");
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.getByRole("link", { name: "Playground" }).click();
  await page.getByLabel("Text of turn 1").fill('It\'s "quoted" & $HOME `ticked`');
  await page.getByText("One dial").click();
  await page.getByTestId("pick").waitFor();
  await page.reload();
  assert.equal(await page.getByLabel("Text of turn 1").inputValue(), 'It\'s "quoted" & $HOME `ticked`');
  const snippet = (await page.getByRole("region", { name: "The call in curl" }).textContent()) ?? "";
  assert.ok(snippet.includes('"cost_quality_tradeoff":5'));
  await page.getByRole("tab", { name: "Python" }).click();
  await page.getByRole("region", { name: "The call in python" }).getByText("urllib.request").waitFor();
  await context.close();
});
