import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { promisify } from "node:util";

import { journeys } from "./support/journey.ts";
import { OWNER } from "./support/seed-account.ts";

const run = promisify(execFile);
const journey = journeys({ isSignUpOpen: true });

journey(
  "the first visitor claims the installation with the printed link and signs in again",
  async (trip) => {
    const { page } = await trip.visit();
    await page.goto(`${trip.server.url}/claim#token=${trip.server.claimToken}`);
    await page.getByLabel("Email").fill(OWNER.email);
    await page.getByLabel("Organisation").fill("North Junction");
    await page.getByRole("textbox", { name: "Password" }).fill(OWNER.password);
    await page.getByRole("button", { name: "Claim" }).click();
    await page.getByRole("heading", { name: "Overview" }).waitFor();
    await page.getByRole("button", { name: "Sign out" }).click();
    await page.getByRole("textbox", { name: "Email" }).fill(OWNER.email);
    await page.getByRole("textbox", { name: "Password" }).fill("not the password");
    await page.getByRole("button", { name: "Sign in" }).click();
    await page.getByRole("alert").waitFor();
    assert.equal(await page.getByRole("textbox", { name: "Email" }).inputValue(), OWNER.email);
    await page.getByRole("textbox", { name: "Password" }).fill(OWNER.password);
    await page.getByRole("button", { name: "Sign in" }).click();
    await page.getByRole("heading", { name: "Overview" }).waitFor();
  },
);

journey("sign up, make a key, paste the curl line, see the decision", async (trip) => {
  const { page } = await trip.visit();
  await page.goto(`${trip.server.url}/sign-up`);
  await page.getByLabel("Email").fill("grace@example.org");
  await page.getByLabel("Organisation").fill("South Junction");
  await page.getByRole("textbox", { name: "Password" }).fill("a compiler is a librarian");
  await page.getByRole("button", { name: "Create account" }).click();
  await page.getByRole("button", { name: "Make the first key" }).click();
  await page.getByTestId("secret").waitFor();
  const line = (await page.getByRole("region", { name: "First call" }).textContent()) ?? "";
  const { stdout } = await run("sh", ["-c", line]);
  const answer = JSON.parse(stdout) as { llm_label: string; session_id: string };
  await page.getByText("Picked").waitFor();
  await page.getByRole("link", { name: "See why" }).click();
  await page.getByRole("heading", { name: answer.llm_label, level: 1 }).waitFor();
  assert.ok(page.url().endsWith(answer.session_id));
  await page.getByRole("button", { name: "Good answer" }).click();
  await page.getByText("good", { exact: true }).waitFor();
});

journey(
  "the overview counts the decision, shows its numbers as a table and hands them out as CSV",
  async (trip) => {
    const { page } = await trip.visit();
    await page.goto(trip.server.url);
    await page.getByRole("textbox", { name: "Email" }).fill("grace@example.org");
    await page.getByRole("textbox", { name: "Password" }).fill("a compiler is a librarian");
    await page.getByRole("button", { name: "Sign in" }).click();
    const mix = page.getByRole("figure", { name: "Model mix" });
    await mix.getByRole("button", { name: "Table" }).click();
    assert.equal(await mix.getByRole("row").count(), 2);
    const download = page.waitForEvent("download");
    await mix.getByRole("button", { name: "CSV" }).click();
    assert.equal((await download).suggestedFilename(), "model-mix.csv");
  },
);
