import assert from "node:assert/strict";
import { setTimeout as wait } from "node:timers/promises";

import type { Page } from "playwright-core";

import { FONTS, inFont } from "./support/fonts.ts";
import { journeys } from "./support/journey.ts";
import { claimAccount } from "./support/seed-account.ts";
import { openSignedIn } from "./support/sign-in.ts";
import { makeTraffic } from "./support/traffic.ts";

// The last bar is the hour that runs: where it ends within a run of this file, the run waits for the next one.
const [HOUR_MS, RUN_MS] = [3_600_000, 60_000];
const restMs = HOUR_MS - (Date.now() % HOUR_MS);
if (restMs < RUN_MS) await wait(restMs);

const journey = journeys();
const SPANS = ["24 hours", "7 days", "30 days", "90 days"];

/** Labels of each chart's vertical axis, top to bottom as drawn. */
const axisLabels = (page: Page): Promise<string[][]> =>
  page.evaluate<string[][]>(`[...document.querySelectorAll("figure svg[role=img]")].map((svg) =>
    [...svg.querySelectorAll('text[text-anchor="end"]')]
      .sort((a, b) => a.getBoundingClientRect().top - b.getBoundingClientRect().top)
      .map((text) => text.textContent))`);

/** Labels that lie over one another, in any chart of the page. */
const OVERLAPPING = `[...document.querySelectorAll("figure svg[role=img]")]
  .flatMap((svg) => {
    const boxes = [...svg.querySelectorAll("text")].map((text) => text.getBoundingClientRect());
    return boxes.filter((a, i) => boxes.some((b, j) => j > i && a.left < b.right - 1 && b.left < a.right - 1
      && a.top < b.bottom - 3 && b.top < a.bottom - 3));
  }).length`;

/** The family of the charts' labels, as long as the browser has it. */
const DRAWN_IN = `(() => {
  const family = getComputedStyle(document.querySelector("figure svg text")).fontFamily.split(",")[0].replaceAll('"', "");
  return [...document.fonts].some((face) => face.family.replaceAll('"', "") === family && face.status === "loaded") ? family : "";
})()`;

journey("the team has traffic", async (trip) => {
  const { context } = await trip.visit();
  await claimAccount(context, trip.server);
  await makeTraffic(trip.server.url, trip.server.firstKey, 24);
});

for (const font of FONTS)
  journey(
    `whatever the span, no label of an axis is repeated, left behind or drawn over another, in ${font.family}`,
    async (trip) => {
      const { page } = await trip.visit();
      await page.addInitScript(inFont(font));
      await openSignedIn(page, trip.server, "/");
      await page.getByRole("figure", { name: "Decisions by model" }).waitFor();
      assert.equal(await page.evaluate<string>(DRAWN_IN), font.family);
      for (const span of [...SPANS, ...SPANS.toReversed()]) {
        await page.getByText(span, { exact: true }).click();
        await page.waitForLoadState("networkidle");
        for (const labels of await axisLabels(page))
          assert.equal(new Set(labels).size, labels.length, `${span}: ${labels.join(" ")}`);
        const overlapping = await page.evaluate<number>(OVERLAPPING);
        assert.equal(overlapping, 0, `${overlapping} labels overlap at ${span}`);
      }
      await page.goto(`${trip.server.url}/decisions`);
      await page.getByRole("region", { name: "Decisions" }).getByRole("row").nth(1).click();
      await page.getByRole("figure", { name: "Cost and quality" }).waitFor();
      assert.equal(await page.evaluate<number>(OVERLAPPING), 0, "labels of candidates overlap");
    },
  );

journey("the page begins with what was saved, how sure, and what was given up for it", async (trip) => {
  const { page } = await trip.visit();
  await openSignedIn(page, trip.server, "/");
  const headline = page.getByRole("region", { name: "What routing did" });
  await headline.getByText(/routing .*(saved|cost) \$.* always .* and .* always /).waitFor();
  await headline.getByText(/No bill was reported in this time/).waitFor();
  await headline.getByLabel("Before Signalbox we called").selectOption("Always openai/gpt-5.6-sol");
  await headline
    .getByText(/routing (saved|cost) \$.* always openai\/gpt-5.6-sol, n = \d+ of 24 decisions/)
    .waitFor();
  await headline.getByText(/(gave up|gained) .* of expected success|Expected success is the same/).waitFor();
  await headline.getByRole("button", { name: "Keep as the baseline" }).click();
  await page.waitForURL((url) => !url.searchParams.has("baseline"));
  await headline.getByText(/always openai\/gpt-5.6-sol, n = /).waitFor();
  await headline.getByRole("link", { name: "Day by day" }).click();
  await page
    .getByRole("region", { name: "Day by day" })
    .getByRole("columnheader", { name: "Saved so far" })
    .waitFor();
});

journey("a number of the overview opens the very decisions behind it, in the same span", async (trip) => {
  const { page } = await trip.visit();
  await openSignedIn(page, trip.server, "/?span=30");
  const first = page.getByRole("region", { name: "Cost and success by model" }).getByRole("row").nth(1);
  const label = (await first.getByRole("link").first().textContent()) ?? "";
  const counted = first.getByRole("link").nth(1);
  const picked = Number(/\d+/.exec((await counted.textContent()) ?? "")?.[0]);
  await counted.click();
  const rows = page.getByRole("region", { name: "Decisions" }).getByRole("row");
  await rows.nth(1).waitFor();
  assert.equal(await rows.count(), picked + 1);
  await page.getByRole("button", { name: `Remove Picked: ${label}` }).waitFor();
  assert.equal(new URL(page.url()).searchParams.get("span"), "30");
  await page.goBack();
  await page.getByRole("radio", { name: "30 days" }).and(page.locator(":checked")).waitFor();
});

journey("from a bar over time two clicks lead to the decision that explains it", async (trip) => {
  const { page } = await trip.visit();
  await openSignedIn(page, trip.server, "/?span=1");
  const chart = page.getByRole("figure", { name: "Expected spend" }).locator("svg[role=img]");
  const box = await chart.boundingBox();
  assert.ok(box !== null);
  await chart.click({ position: { x: box.width - 14, y: box.height / 2 } });
  await page.getByRole("heading", { name: "Decisions", level: 1 }).waitFor();
  const range = new URL(page.url()).searchParams;
  assert.equal(Date.parse(range.get("to") ?? "") - Date.parse(range.get("from") ?? ""), 3_600_000);
  assert.equal(range.get("sort"), "usd", "what made the bar high stands first");
  await page.getByRole("region", { name: "Decisions" }).getByRole("row").nth(1).click();
  await page.getByRole("figure", { name: "Cost and quality" }).waitFor();
});

journey(
  "what stands under the pointer is said beside it, the largest first, with the total",
  async (trip) => {
    const { page } = await trip.visit();
    await openSignedIn(page, trip.server, "/?span=1");
    const chart = page.getByRole("figure", { name: "Decisions by model" });
    const plot = chart.locator("svg[role=img]");
    const tip = chart.locator(".chart-tip");
    const first = tip.locator("dd").first();
    let pointer = { x: 0, y: 0 };
    // A panel that loads above may move the plot away from the pointer.
    for (let left = 5; left > 0 && !(await first.isVisible()); left -= 1) {
      const box = await plot.boundingBox();
      assert.ok(box !== null);
      pointer = { x: box.x + box.width - 14, y: box.y + box.height / 2 };
      await page.mouse.move(pointer.x, pointer.y);
      await first.waitFor({ timeout: 2_000 }).catch(() => undefined);
    }
    const values = (await tip.locator("dd").allInnerTexts()).map(Number);
    assert.ok(values.length > 0);
    const own = values.length > 1 ? values.slice(0, -1) : values;
    assert.deepEqual(
      own,
      own.toSorted((a, b) => b - a),
    );
    if (values.length > 1)
      assert.equal(
        values.at(-1),
        own.reduce((sum, value) => sum + value, 0),
      );
    const place = await tip.boundingBox();
    assert.ok(place !== null && pointer.x - (place.x + place.width) < 40 && place.x >= 0);
    await page.mouse.move(0, 0);
    await tip.waitFor({ state: "detached" });
  },
);

journey(
  "dragging over a chart narrows the page to that span, and the address brings it back",
  async (trip) => {
    const { page } = await trip.visit();
    await openSignedIn(page, trip.server, "/?span=1");
    const chart = page.getByRole("figure", { name: "Decisions by model" }).locator("svg[role=img]");
    await chart.scrollIntoViewIfNeeded();
    const box = await chart.boundingBox();
    assert.ok(box !== null);
    await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
    await page.mouse.down();
    await page.mouse.move(box.x + box.width - 14, box.y + box.height / 2);
    await page.mouse.up();
    await page.getByLabel("From").waitFor();
    const address = page.url();
    const from = await page.getByLabel("From").inputValue();
    assert.match(from, /^\d{4}-\d{2}-\d{2}T\d{2}:00$/);
    await page.reload();
    assert.equal(await page.getByLabel("From").inputValue(), from);
    assert.equal(page.url(), address);
  },
);

journey("the period before stands beside every number when it is asked for", async (trip) => {
  const { page } = await trip.visit();
  await openSignedIn(page, trip.server, "/?span=7");
  await page.getByRole("button", { name: "Period before" }).click();
  await page.locator("dl.figures").getByText("none before", { exact: true }).first().waitFor();
  await page.reload();
  await page.locator("dl.figures").getByText("none before", { exact: true }).first().waitFor();
  const chart = page.getByRole("figure", { name: "Decisions by model" });
  await chart.locator("svg[role=img] .before-line").waitFor({ state: "attached" });
  await chart.getByText("the period before", { exact: true }).waitFor();
  const table = page.getByRole("region", { name: "Cost and success by model" });
  await table.getByRole("button", { name: "Change", exact: true }).click();
  const changes = await table.locator("tbody tr td:nth-child(3)").allInnerTexts();
  assert.ok(changes.length > 1 && changes.every((text) => text === "none before"), changes.join());
  const picks = await table.locator("tbody tr td:nth-child(2)").allInnerTexts();
  const counts = picks.map((text) => Number.parseInt(text, 10));
  assert.deepEqual(
    counts,
    counts.toSorted((a, b) => b - a),
    "what changed most comes first",
  );
});

journey(
  "decisions are grouped by what the reader picks, and a group opens its own decisions",
  async (trip) => {
    const { page } = await trip.visit();
    await openSignedIn(page, trip.server, "/?span=7");
    await page.getByLabel("Group by").selectOption("By key");
    const table = page.getByRole("region", { name: "Cost and success by key" });
    const row = table.getByRole("row").nth(1);
    await row.waitFor();
    await page.getByRole("figure", { name: "Decisions by key" }).waitFor();
    const decisions = Number(/^\d+/.exec((await row.getByRole("cell").nth(1).innerText()).trim())?.[0]);
    await page.reload();
    assert.equal(new URL(page.url()).searchParams.get("by"), "key");
    await row.getByRole("link", { name: / %$/ }).click();
    const rows = page.getByRole("region", { name: "Decisions" }).getByRole("row");
    await rows.nth(1).waitFor();
    assert.equal(await rows.count(), decisions + 1);
    assert.equal(new URL(page.url()).searchParams.get("span"), "7");
  },
);

journey(
  "savings are shown against the baseline that is picked, with how many decisions they cover",
  async (trip) => {
    const { page } = await trip.visit();
    await openSignedIn(page, trip.server, "/?span=7");
    await page.getByLabel("Before Signalbox we called").selectOption("Always openai/gpt-5.4-mini");
    const chart = page.getByRole("figure", { name: "Dollars saved" });
    await chart.waitFor();
    await page.reload();
    await page
      .getByRole("region", { name: "What routing did" })
      .getByText(/routing (saved|cost) .*always openai\/gpt-5.4-mini, n = \d+ of/)
      .waitFor();
    assert.equal(new URL(page.url()).searchParams.get("baseline"), "openai/gpt-5.4-mini");
    await chart.getByRole("button", { name: "Table" }).click();
    await chart.getByRole("columnheader", { name: "saved so far, low" }).waitFor();
  },
);

journey(
  "a change of policy is a line in the charts of money and quality, and leads to its versions",
  async (trip) => {
    const { context, page } = await trip.visit();
    await openSignedIn(page, trip.server, "/");
    const answer = await context.request.post(`${trip.server.url}/api/v1/preferences`, {
      headers: { "x-signalbox-csrf": "1", origin: trip.server.url },
      data: { name: "Thrifty", policy: { objective: { kind: "cost" } } },
    });
    assert.equal(answer.status(), 201);
    await page.goto(`${trip.server.url}/?span=1`);
    for (const name of ["Dollars saved", "Success over time"]) {
      const chart = page.getByRole("figure", { name });
      await chart.getByRole("link", { name: "Thrifty, version 1" }).waitFor();
      assert.equal(await chart.locator(".event-line").count(), 1);
    }
    await page.getByRole("link", { name: "Thrifty, version 1" }).first().click();
    await page.getByRole("heading", { name: "Thrifty", level: 1 }).waitFor();
  },
);

journey(
  "the overview is filtered by what was reported and by cost, and the address keeps it",
  async (trip) => {
    const { page } = await trip.visit();
    await openSignedIn(page, trip.server, "/?span=7&by=feedback");
    const table = page.getByRole("region", { name: "Cost and success by feedback" });
    const good = table.getByRole("row", { name: /^good feedback/ });
    const counted = Number(/^\d+/.exec((await good.getByRole("cell").nth(1).innerText()).trim())?.[0]);
    await page.getByRole("button", { name: "Filter" }).click();
    await page.getByLabel("Feedback", { exact: true }).selectOption("good");
    await page.getByLabel("Group by").selectOption("By cost");
    const bands = page.getByRole("region", { name: "Cost and success by cost" }).locator("tbody tr");
    await bands.first().waitFor();
    const shown = page.locator("dl.figures dd").first();
    assert.equal(Number.parseInt(await shown.innerText(), 10), counted);
    await page.reload();
    await bands.first().waitFor();
    const { searchParams } = new URL(page.url());
    assert.deepEqual([searchParams.get("feedback"), searchParams.get("by")], ["good", "cost"]);
    await bands.first().getByRole("link").first().click();
    const rows = page.getByRole("region", { name: "Decisions" }).locator("tbody tr");
    await rows.first().waitFor();
    for (const text of await rows.locator("td:last-child").allInnerTexts()) assert.equal(text, "good");
    assert.match(new URL(page.url()).searchParams.get("cost") ?? "", /^[\d.]+-[\d.]*$/);
  },
);

journey("the link of a chart leads back to it", async (trip) => {
  const { page } = await trip.visit();
  await openSignedIn(page, trip.server, "/?span=1");
  const chart = page.getByRole("figure", { name: "Decisions by model" });
  await chart.getByRole("button", { name: /^Link/ }).click();
  const link = await page.evaluate<string>("navigator.clipboard.readText()");
  assert.equal(link, `${trip.server.url}/?span=1#decisions-by-label`);
  await page.goto("about:blank");
  await page.goto(link.replace("decisions-by-label", "refused-and-degraded"));
  await page.getByRole("figure", { name: "Refused, degraded and rejected" }).waitFor();
  await page.waitForFunction("scrollY > 200");
});
