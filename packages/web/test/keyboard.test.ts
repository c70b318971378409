import assert from "node:assert/strict";

import type { Page } from "playwright-core";

import { journeys } from "./support/journey.ts";
import { claimAccount, OWNER } from "./support/seed-account.ts";

const journey = journeys();

const focused = (page: Page): Promise<string> =>
  page.evaluate<string>(
    "document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.textContent ?? ''",
  );

/** Tabs until the element with this name has the focus; a page that hides it from the keyboard fails here. */
async function tabTo(page: Page, name: string): Promise<void> {
  for (let presses = 0; presses < 60; presses += 1) {
    await page.keyboard.press("Tab");
    if ((await focused(page)).trim() === name) return;
  }
  assert.fail(`"${name}" cannot be reached with the Tab key`);
}

journey("sign in, walk the pages, make and revoke a key, all without a mouse", async (trip) => {
  const { context, page } = await trip.visit();
  await claimAccount(context, trip.server);
  await context.clearCookies();
  await page.goto(`${trip.server.url}/keys`);
  await page.getByRole("textbox", { name: "Email" }).focus();
  await page.keyboard.type(OWNER.email);
  await page.keyboard.press("Tab");
  await page.keyboard.type(OWNER.password);
  await page.keyboard.press("Enter");
  await page.getByRole("heading", { name: "API keys" }).waitFor();
  await page.locator("body").press("g");
  await page.keyboard.press("m");
  await page.getByRole("heading", { name: "Models", level: 1 }).waitFor();
  await page.keyboard.press("Control+k");
  await page.keyboard.type("dark");
  await page.keyboard.press("Enter");
  await page.getByRole("button", { name: "Theme: night" }).waitFor();
  assert.equal(await page.evaluate("document.documentElement.dataset.theme"), "dark");
  await page.keyboard.press("Control+k");
  await page.keyboard.type("create a key");
  await page.keyboard.press("Enter");
  await page.getByRole("dialog", { name: "Create a key" }).waitFor();
  await page.getByLabel("Name").focus();
  await page.keyboard.type("By hand");
  await page.keyboard.press("Enter");
  await page.getByRole("dialog", { name: "The key “By hand”" }).waitFor();
  await tabTo(page, "I have stored it");
  await page.keyboard.press("Enter");
  await page.getByRole("dialog").waitFor({ state: "detached" });
  await tabTo(page, "Revoke By hand");
  await page.keyboard.press("Enter");
  await tabTo(page, "Revoke now");
  await page.keyboard.press("Enter");
  await page.getByRole("region", { name: "API keys" }).locator("strong", { hasText: "By hand" }).waitFor({
    state: "detached",
  });
});

journey(
  "the focus is always drawn, goes to the page after a link, and skips the navigation on request",
  async (trip) => {
    const { page } = await trip.visit();
    await page.goto(`${trip.server.url}/`);
    await page.getByRole("textbox", { name: "Email" }).fill(OWNER.email);
    await page.getByRole("textbox", { name: "Password" }).fill(OWNER.password);
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { name: "Overview" }).waitFor();
    await page.getByRole("link", { name: "Organisation" }).click();
    await page.getByRole("heading", { name: "Members", level: 1 }).waitFor();
    assert.equal(await page.evaluate<string>("document.activeElement.id"), "main");
    for (let presses = 0; presses < 12; presses += 1) {
      await page.keyboard.press("Tab");
      if (await page.evaluate<boolean>("document.activeElement === document.body")) continue;
      const outline = await page.evaluate<string>("getComputedStyle(document.activeElement).outlineStyle");
      assert.notEqual(outline, "none", `no visible focus on "${await focused(page)}"`);
    }
    await page.goto(`${trip.server.url}/members`);
    await page.getByRole("heading", { name: "Members", level: 1 }).waitFor();
    await page.keyboard.press("Tab");
    assert.equal(await focused(page), "Skip to the page");
    await page.keyboard.press("Enter");
    assert.equal(await page.evaluate<string>("document.activeElement.id"), "main");
  },
);
