import assert from "node:assert/strict";

import { journeys } from "./support/journey.ts";
import { claimAccount } from "./support/seed-account.ts";
import { createTeamClient, makeTraffic } from "./support/traffic.ts";
import { openSignedIn } from "./support/sign-in.ts";

const journey = journeys();
const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true } as const;

journey(
  "on a phone the line waits behind the menu and every page is within reach of a thumb",
  async (trip) => {
    const { context, page } = await trip.visit(PHONE);
    await claimAccount(context, trip.server);
    await makeTraffic(trip.server.url, trip.server.firstKey, 3);
    await page.goto(trip.server.url);
    await page.getByRole("button", { name: "Menu" }).tap();
    await page.getByRole("dialog", { name: "Pages" }).getByRole("link", { name: "Decisions" }).tap();
    await page.getByRole("heading", { name: "Decisions", level: 1 }).waitFor();
    await page.getByRole("dialog").waitFor({ state: "detached" });
    const rows = page.getByRole("region", { name: "Decisions" }).locator("tbody tr");
    await rows.first().waitFor();
    for (const row of await rows.all()) {
      const box = await row.boundingBox();
      assert.equal(box?.height, 88);
      const dollars = row.getByRole("cell").nth(4);
      assert.match(await dollars.innerText(), /^\$[\d.]+$/);
      const place = await dollars.boundingBox();
      assert.ok(
        place !== null && place.x + place.width <= PHONE.viewport.width,
        "the dollars are on the screen",
      );
    }
    await page.getByRole("region", { name: "Decisions" }).getByRole("link").first().tap();
    await page.getByRole("figure", { name: "Cost and quality" }).waitFor();
    const ranked = page.locator(".ranked td.number").nth(2);
    assert.match(await ranked.innerText(), /^\$[\d.]+$/);
    const seen = await ranked.boundingBox();
    assert.ok(seen !== null && seen.x + seen.width <= PHONE.viewport.width, "the ranking shows dollars");
    const wide = await page.evaluate<number>("document.documentElement.scrollWidth - innerWidth");
    assert.ok(wide <= 0, `${wide} px stick out`);
  },
);

journey(
  "a chosen theme holds over a reload, before anything is painted, whatever the system says",
  async (trip) => {
    const { page } = await trip.visit({ colorScheme: "light" });
    await openSignedIn(page, trip.server, "/keys");
    const paper = (): Promise<string> =>
      page.evaluate<string>("getComputedStyle(document.body).backgroundColor");
    const day = await paper();
    await page.getByRole("button", { name: "Theme: system" }).click();
    await page.getByRole("button", { name: "Theme: day" }).click();
    await page.getByRole("button", { name: "Theme: night" }).waitFor();
    const night = await paper();
    assert.notEqual(night, day);
    await page.reload({ waitUntil: "domcontentloaded" });
    assert.equal(await paper(), night);
  },
);

journey("on a phone the overview answers within three screens, and the rest unfolds", async (trip) => {
  const { page } = await trip.visit();
  await makeTraffic(trip.server.url, trip.server.firstKey, 20);
  await openSignedIn(page, trip.server, "/");
  await page.setViewportSize(PHONE.viewport);
  await page.reload();
  await page.getByText("Traffic and money", { exact: true }).waitFor();
  await page.getByRole("region", { name: "What routing did" }).getByText("Day by day").waitFor();
  const height = await page.evaluate<number>("document.documentElement.scrollHeight");
  assert.ok(height <= 3 * PHONE.viewport.height, `${height} px`);
  await page.getByText("Quality", { exact: true }).click();
  await page.getByRole("figure", { name: "Success over time" }).waitFor();
});

journey("a model that the catalogue does not know has a page with its use", async (trip) => {
  const { page } = await trip.visit();
  const client = createTeamClient(trip.server.url, trip.server.firstKey);
  await client.select({ messages: "What is two and two?", llm_providers: [{ name: "house-llama" }] });
  await openSignedIn(page, trip.server, "/models/house-llama");
  await page.getByRole("heading", { name: "house-llama", level: 1 }).waitFor();
  await page.getByRole("link", { name: "Decisions, 30 days" }).waitFor();
  await page.getByRole("button", { name: "State its price and facts" }).click();
  assert.equal(await page.getByRole("dialog").getByRole("textbox").first().inputValue(), "house-llama");
});

journey("the reference is searched, and a sample is copied with the reader's own address", async (trip) => {
  const { page } = await trip.visit();
  await page.goto(`${trip.server.url}/docs`);
  await page.keyboard.press("/");
  await page.getByLabel("Search the reference").fill("erase privacy");
  await page.getByRole("link", { name: "POST /api/v1/privacy/erase" }).first().click();
  await page.waitForURL(/docs\/privacy#erasePrivacy|docs\/privacy#/);
  await page.goto(`${trip.server.url}/docs`);
  await page.getByRole("button", { name: "Copy" }).click();
  await page.getByText("Copied").waitFor();
  const copied = await page.evaluate<string>("navigator.clipboard.readText()");
  assert.ok(copied.includes(`${trip.server.url}/api/v1/model-select`), copied);
  await page.getByLabel("Search the reference").fill("zzzz");
  await page.getByText("Nothing found.").waitFor();
});
