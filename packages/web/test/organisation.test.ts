import assert from "node:assert/strict";

import type { Page } from "playwright-core";

import { journeys } from "./support/journey.ts";
import { claimAccount } from "./support/seed-account.ts";
import { openSignedIn } from "./support/sign-in.ts";
import { makeTraffic } from "./support/traffic.ts";

const journey = journeys({ isSignUpOpen: true });
const PASSWORD = "quite another railway";

async function signUp(page: Page, url: string, email: string, organisation: string): Promise<void> {
  await page.goto(`${url}/sign-up`);
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Organisation").fill(organisation);
  await page.getByRole("textbox", { name: "Password" }).fill(PASSWORD);
  await page.getByRole("button", { name: "Create account" }).click();
  await page.getByRole("heading", { name: "Start", level: 1 }).waitFor();
}

/** Invites by hand and gives the link that is shown once. */
async function inviteByHand(page: Page, email: string, role: string): Promise<URL> {
  await page.getByRole("button", { name: "Invite" }).click();
  await page.getByLabel("Email").fill(email);
  await page.getByRole("dialog").getByLabel("Role").selectOption(role);
  await page.getByRole("button", { name: "Make the invitation" }).click();
  return new URL((await page.getByTestId("secret").textContent()) ?? "");
}

/** Nothing is posted to it: no alert opens here. */
const WEBHOOK = "https://hooks.example.org/alerts";

journey(
  "an invited person joins in another browser, looks at everything and may change nothing",
  async (trip) => {
    const owner = await trip.visit();
    await claimAccount(owner.context, trip.server);
    await owner.page.goto(`${trip.server.url}/members`);
    const lost = await inviteByHand(owner.page, "reader@example.org", "Read-only");
    await owner.page.keyboard.press("Escape");
    await owner.page.getByRole("button", { name: "New link for reader@example.org" }).click();
    await owner.page.getByRole("button", { name: "Make a new link" }).click();
    const link = new URL((await owner.page.getByTestId("secret").textContent()) ?? "");
    const late = await trip.visit();
    await late.page.goto(`${trip.server.url}/invite${lost.hash}`);
    await late.page.getByRole("alert").getByText("has been used or has expired").waitFor();
    assert.equal(await late.page.getByRole("button", { name: "Join" }).count(), 0);
    const reader = await trip.visit();
    await reader.page.goto(`${trip.server.url}/invite${link.hash}`);
    await reader.page.getByRole("heading", { name: "Join North Junction" }).waitFor();
    await reader.page.getByText("Ada invites you to join North Junction").waitFor();
    await reader.page.getByText("You sign in as reader@example.org.").waitFor();
    await reader.page.getByRole("textbox", { name: "Password" }).fill("only looking, thank you");
    await reader.page.getByRole("button", { name: "Join" }).click();
    await reader.page.getByRole("link", { name: "Keys" }).click();
    const create = reader.page.getByRole("button", { name: "Create a key" });
    assert.equal(await create.getAttribute("aria-disabled"), "true");
    assert.equal(await reader.page.getByRole("button", { name: /^Revoke/ }).count(), 0);
    await owner.page.reload();
    await owner.page.getByRole("cell", { name: "active" }).nth(1).waitFor();
    const role = owner.page.getByLabel("Role of reader@example.org");
    await role.selectOption("Owner");
    const question = owner.page.getByRole("dialog", { name: /reader@example.org: owner/ });
    await question.getByText("changes everything").waitFor();
    await question.getByRole("button", { name: "Cancel" }).click();
    assert.equal(await role.inputValue(), "read_only");
    await role.selectOption("Member");
    await owner.page.getByRole("button", { name: "Change the role" }).click();
    await owner.page.waitForFunction(
      `document.querySelector('[aria-label="Members"] select:not([disabled])') !== null`,
    );
    await owner.page.reload();
    await role.waitFor();
    assert.equal(await role.inputValue(), "member");
  },
);

journey("two accounts in two browsers see nothing of each other", async (trip) => {
  const one = await trip.visit();
  await openSignedIn(one.page, trip.server, "/decisions");
  await makeTraffic(trip.server.url, trip.server.firstKey, 2);
  await one.page.reload();
  const link = one.page.getByRole("region", { name: "Decisions" }).getByRole("link").first();
  const path = (await link.getAttribute("href")) ?? "";
  const two = await trip.visit();
  await signUp(two.page, trip.server.url, "stranger@example.org", "Stranger");
  await two.page.goto(`${trip.server.url}/decisions`);
  await two.page.getByText("No decisions yet").waitFor();
  await two.page.goto(`${trip.server.url}${path}`);
  await two.page.getByRole("alert").getByText("This is not here").waitFor();
  await two.page.goto(`${trip.server.url}/members`);
  await two.page.getByRole("cell", { name: "stranger@example.org (you)" }).waitFor();
  assert.equal((await two.page.content()).includes("ada@example.org"), false);
});

journey(
  "settings are kept, the password is changed, and the account is deleted only by its name",
  async (trip) => {
    const { page } = await trip.visit();
    await openSignedIn(page, trip.server, "/settings");
    await page.getByLabel("Delete decisions and feedback after, days").fill("30");
    await page.getByText("Learn from feedback.").click();
    await page.getByText("Refuse what would only be warned of.").click();
    await page.getByText("Find the session of a conversation that names none.").click();
    await page.getByLabel("Post alerts to").fill("http://10.0.0.1/alerts");
    await page.getByLabel("A session ends after, hours").fill("1.5");
    await page.getByRole("button", { name: "Save settings" }).click();
    await page.getByRole("alert").waitFor();
    await page.getByLabel("Post alerts to").fill(WEBHOOK);
    await page.getByRole("button", { name: "Save settings" }).click();
    await page.getByText("Settings saved.").waitFor();
    await page.reload();
    assert.equal(await page.getByLabel("Delete decisions and feedback after, days").inputValue(), "30");
    assert.equal(await page.getByRole("checkbox", { name: /Learn from feedback/ }).isChecked(), false);
    assert.equal(await page.getByRole("checkbox", { name: /Refuse what would/ }).isChecked(), true);
    assert.equal(await page.getByRole("checkbox", { name: /Find the session/ }).isChecked(), false);
    assert.equal(await page.getByLabel("Post alerts to").inputValue(), WEBHOOK);
    assert.equal(await page.getByLabel("A session ends after, hours").inputValue(), "1.5");
    await page.getByRole("tab", { name: "Your sign-in" }).click();
    await page.getByRole("textbox", { name: "Current password" }).fill("not this one");
    await page.getByRole("textbox", { name: "New password" }).fill("levers and locks 1874");
    await page.getByRole("button", { name: "Change the password" }).click();
    await page.getByRole("alert").getByText("The current password is wrong.").waitFor();
    await page.getByRole("tab", { name: "Export and deletion" }).click();
    const download = page.waitForEvent("download");
    await page.getByRole("link", { name: "Download the export" }).click();
    assert.equal(await (await download).failure(), null);
    await page.getByRole("button", { name: "Delete the organisation" }).click();
    await page.getByLabel(/^Type/).fill("North");
    const remove = page.getByRole("button", { name: "Delete everything" });
    assert.equal(await remove.getAttribute("aria-disabled"), "true");
    await page.getByLabel(/^Type/).fill("North Junction");
    await remove.click();
    await page.getByRole("heading", { name: "Sign in" }).waitFor();
  },
);

journey("a member of two organisations turns from one to the other, in every tab", async (trip) => {
  const { page, context } = await trip.visit();
  await signUp(page, trip.server.url, "both@example.org", "Ankerwycke");
  const other = await trip.visit();
  await signUp(other.page, trip.server.url, "chair@example.org", "Berwyn <b>&");
  await other.page.goto(`${trip.server.url}/members`);
  const link = await inviteByHand(other.page, "both@example.org", "Read-only");
  await page.goto(`${trip.server.url}/invite${link.hash}`);
  await page.getByRole("heading", { name: "Join Berwyn <b>&" }).waitFor();
  await page.getByRole("textbox", { name: "Password" }).fill(PASSWORD);
  await page.getByRole("button", { name: "Join" }).click();
  await page.getByRole("button", { name: /^Berwyn <b>&/ }).waitFor();
  const tab = await context.newPage();
  await tab.goto(`${trip.server.url}/members`);
  await tab.getByRole("cell", { name: "chair@example.org" }).waitFor();
  await page.getByRole("link", { name: "Keys" }).click();
  await page.getByRole("button", { name: /Switch organisation$/ }).click();
  const rows = page.getByRole("list", { name: "Organisations" }).getByRole("listitem");
  await rows.filter({ hasText: "you are here" }).waitFor();
  assert.deepEqual(await rows.filter({ hasText: "you are here" }).locator("strong").allTextContents(), [
    "Berwyn <b>&",
  ]);
  assert.match((await rows.filter({ hasText: "you are here" }).textContent()) ?? "", /Read-only/);
  await page.getByRole("button", { name: "Open Ankerwycke" }).click();
  await page.getByText("You are in Ankerwycke now.").waitFor();
  await page.getByRole("button", { name: /^Ankerwycke/ }).waitFor();
  await page.getByRole("link", { name: "Keys" }).click();
  const create = page.getByRole("button", { name: "Create a key" }).first();
  assert.equal(await create.getAttribute("aria-disabled"), null);
  await tab.getByRole("cell", { name: "chair@example.org", exact: true }).waitFor({ state: "detached" });
  await tab.getByRole("cell", { name: "both@example.org (you)" }).waitFor();
});
