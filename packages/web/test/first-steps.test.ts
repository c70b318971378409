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
    await page.getByRole("textbox", { name: "Password" }).fill("password");
    await page.getByRole("button", { name: "Claim" }).click();
    await page.getByRole("alert").getByText("See the marked fields.").waitFor();
    assert.equal(await page.locator("[aria-invalid=true]").count(), 1, "each fault is said once");
    await page.getByRole("textbox", { name: "Password" }).fill(OWNER.password);
    await page.getByRole("button", { name: "Claim" }).click();
    await page.getByTestId("pick").waitFor();
    await page.getByRole("heading", { name: "Start", level: 1 }).waitFor();
    await page.getByRole("button", { name: "Sign out" }).click();
    await page.getByRole("textbox", { name: "Email" }).fill(OWNER.email);
    await page.getByRole("textbox", { name: "Password" }).fill("not the password");
    await page.getByRole("button", { name: "Sign in" }).click();
    await page.getByRole("alert").waitFor();
    assert.equal(await page.getByRole("textbox", { name: "Email" }).inputValue(), OWNER.email);
    await page.getByRole("textbox", { name: "Password" }).fill(OWNER.password);
    await page.getByRole("button", { name: "Sign in" }).click();
    await page.getByRole("heading", { name: "Start", level: 1 }).waitFor();
  },
);

journey(
  "the printed key is pasted, a program in any tab has the address, and the page notices its call",
  async (trip) => {
    const { page } = await trip.visit();
    await page.goto(`${trip.server.url}/sign-in`);
    await page.getByRole("textbox", { name: "Email" }).fill(OWNER.email);
    await page.getByRole("textbox", { name: "Password" }).fill(OWNER.password);
    await page.getByRole("button", { name: "Sign in" }).click();
    await page.getByRole("link", { name: "Make the first call" }).click();
    const key = page.getByLabel("The key that the first start printed, or any other of yours");
    await key.fill(`sk_${"nobody".repeat(8)}`);
    await page.getByText(/^No key of this organisation begins like that/).waitFor();
    await key.fill(trip.server.firstKey);
    await page.getByText(/^This is “.+”\. It stands in the call below/).waitFor();
    await page.getByRole("tab", { name: "TypeScript" }).click();
    const text = (await page.getByRole("region", { name: "The call" }).textContent()) ?? "";
    assert.ok(text.includes(trip.server.url) && !text.includes(trip.server.firstKey));
    await page.getByRole("tab", { name: "Python" }).click();
    const shell = (await page.getByRole("region", { name: "Environment" }).textContent()) ?? "";
    const program = (await page.getByRole("region", { name: "The call" }).textContent()) ?? "";
    await run("sh", ["-c", `${shell}\npython3 - <<'END'\n${program}\nEND`]);
    await page.getByText("Picked").waitFor();
    await page.getByRole("link", { name: "See why" }).click();
    await page.getByRole("heading", { level: 1 }).waitFor();
    assert.equal(await page.getByRole("link", { name: "Docs", exact: true }).getAttribute("href"), "/docs");
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
  const line = (await page.getByRole("region", { name: "The call" }).textContent()) ?? "";
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
  "the overview counts the decision in a table without charts, and hands it out as CSV",
  async (trip) => {
    const { page } = await trip.visit();
    await page.goto(trip.server.url);
    await page.getByRole("textbox", { name: "Email" }).fill("grace@example.org");
    await page.getByRole("textbox", { name: "Password" }).fill("a compiler is a librarian");
    await page.getByRole("button", { name: "Sign in" }).click();
    await page.getByText("Charts appear from 20 decisions on").waitFor();
    assert.equal(await page.getByRole("figure").count(), 0);
    const groups = page.getByRole("region", { name: "Cost and success by model" });
    assert.equal(await groups.getByRole("row").count(), 2);
    const download = page.waitForEvent("download");
    await page.getByRole("button", { name: "CSV of Cost and success by model" }).click();
    assert.equal((await download).suggestedFilename(), "groups-by-label.csv");
  },
);
