// A second factor in a real browser, with an app that computes its codes as phones do.
import assert from "node:assert/strict";

import type { Page } from "playwright-core";

import { codeOf } from "../../server/test/authenticator-app.ts";
import { axeFaults, overflowPx } from "./support/axe.ts";
import { journeys } from "./support/journey.ts";
import { findFreePort } from "./support/real-server.ts";
import { claimAccount, cookieCalls, OWNER } from "./support/seed-account.ts";

const port = await findFreePort();
const url = `http://localhost:${port}`;
const journey = journeys({ port, flags: ["--public-url", url], isSignUpOpen: true });
const PASSWORD = "quite another railway";

async function typePassword(page: Page, email: string, password: string): Promise<void> {
  await page.getByRole("textbox", { name: "Email" }).fill(email);
  await page.getByRole("textbox", { name: "Password" }).fill(password);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
}

async function typeCode(page: Page, code: string): Promise<void> {
  await page.getByRole("textbox", { name: "Code" }).fill(code);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
}

/** Gives the secret and the recovery codes, which are on the screen once. */
async function setUp(page: Page, password: string): Promise<{ secret: string; codes: readonly string[] }> {
  const panel = page.locator("section").filter({ has: page.getByRole("heading", { name: "Second factor" }) });
  await panel.getByRole("textbox", { name: "Your password" }).fill(password);
  await panel.getByRole("button", { name: "Set it up" }).click();
  const picture = page.getByRole("img", { name: "QR code" });
  await picture.waitFor();
  assert.equal(
    await picture.evaluate((image) => (image as { naturalWidth?: number }).naturalWidth !== 0),
    true,
  );
  assert.deepEqual(await axeFaults(page), []);
  const secret = (await page.getByTestId("secret").textContent()) ?? "";
  await page.getByRole("textbox", { name: "First code of the app" }).fill(codeOf(secret, Date.now()));
  await page.getByRole("button", { name: "Turn it on" }).click();
  const shown = page.getByRole("region", { name: "Recovery codes" });
  const codes = ((await shown.textContent()) ?? "").split("\n");
  assert.deepEqual(await axeFaults(page), []);
  await page.getByRole("button", { name: "I have stored them" }).click();
  return { secret, codes };
}

journey(
  "a second factor is set up with an app, asked for at sign-in, and required of a new member",
  async (trip) => {
    const { context, page } = await trip.visit({ viewport: { width: 390, height: 844 } });
    await page.goto(url);
    await claimAccount(context, { ...trip.server, url });
    await page.goto(`${url}/settings?tab=security`);
    const { secret, codes } = await setUp(page, OWNER.password);
    assert.equal(codes.length, 10);
    await page.getByText("Recovery codes left: 10.").waitFor();
    assert.equal(await overflowPx(page), 0);
    await page.goto(`${url}/settings`);
    await page.getByRole("checkbox", { name: "Require a second factor." }).check();
    await page.getByRole("button", { name: "Save settings" }).click();
    await page.getByText("Settings saved.").waitFor();
    const { link } = await cookieCalls(context, url)<{ link: string }>("post", "/members", {
      email: "new@example.org",
      role: "member",
    });

    const again = await trip.visit();
    await again.page.goto(url);
    await typePassword(again.page, OWNER.email, OWNER.password);
    const code = again.page.getByRole("textbox", { name: "Code" });
    await code.waitFor();
    assert.equal(await again.page.getByRole("alert").count(), 0, "being asked is not a fault");
    assert.deepEqual(await axeFaults(again.page), []);
    await typeCode(again.page, "000000");
    await again.page.getByText("The code is wrong, or was used already.").first().waitFor();
    // The code of the present period was the first one of the app; clocks may be a period ahead.
    await typeCode(again.page, codeOf(secret, Date.now() + 30_000));
    await again.page.getByRole("heading", { name: "Overview" }).waitFor();
    await again.context.clearCookies();
    await again.page.goto(url);
    await typePassword(again.page, OWNER.email, OWNER.password);
    await typeCode(again.page, codes[0] ?? "");
    await again.page.getByRole("heading", { name: "Overview" }).waitFor();

    const member = await trip.visit();
    await member.page.goto(link);
    await member.page.getByRole("textbox", { name: "Password" }).fill(PASSWORD);
    await member.page.getByRole("button", { name: "Join" }).click();
    await member.page.getByRole("heading", { name: "One more step" }).waitFor();
    await member.page.goto(`${url}/keys`);
    await member.page.getByRole("heading", { name: "One more step" }).waitFor();
    await setUp(member.page, PASSWORD);
    await member.page.getByRole("heading", { name: "API keys" }).waitFor();

    const [, second = ""] = codes;
    await again.page.goto(`${url}/settings?tab=security`);
    await again.page.getByRole("textbox", { name: "Code, for either" }).fill(second);
    await again.page.getByRole("button", { name: "Turn it off" }).click();
    await again.page.getByRole("heading", { name: "One more step" }).waitFor();
  },
);
